package io.stepprofiler.capture.watch;

import io.stepprofiler.Captures;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.StepPace;
import io.stepprofiler.delivery.BackgroundThreads;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Provides figures of the running job to watchers: its steps, its use of the machine, and where the time goes, by short
 * captures. It does nothing while there are no watchers. Safe on any thread.
 */
public final class JobWatch implements AutoCloseable {
    private static final String PAUSED = "paused";
    private static final String NO_STEP = "No step has been marked so far. To name the method that is a step:"
            + " stepprof top PID --step=com.acme.Train.step";
    private static final int MOST_PROGRAM = 200;
    private static final int KEPT_SECONDS = 5;

    private final ScheduledThreadPoolExecutor clock;
    private final ShortCaptures captures;
    private final String host = hostName();
    private final String program = program(System.getProperty("sun.java.command", ""));
    private @Nullable MachineLook machine;
    private int watchers;

    /** Handle that ends the watching when it is closed. */
    @FunctionalInterface
    interface Ending extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Creates a watch without watchers.
     *
     * @param options options of short captures; their sources should be cheap to start
     */
    public JobWatch(UnaryOperator<ProfileBuilder> options) {
        clock = new ScheduledThreadPoolExecutor(1, JobWatch::thread);
        clock.setRemoveOnCancelPolicy(true);
        // No thread while there are no watchers.
        clock.setKeepAliveTime(KEPT_SECONDS, TimeUnit.SECONDS);
        clock.allowCoreThreadTimeOut(true);
        captures = new ShortCaptures(options, clock);
        // Starts counting steps, even if no profile runs.
        Captures.pace();
    }

    /**
     * Starts to pass figures to a watcher, at once and then at each interval, on a thread of this watch.
     *
     * @param interval time between figures
     * @param withCaptures whether short captures are taken; the first figures have none yet
     * @param who receives the figures; if it throws, watching ends
     * @return handle that ends the watching; closing it again has no effect
     */
    Ending every(Duration interval, boolean withCaptures, Consumer<LiveFigures> who) {
        Watcher watcher = new Watcher();
        Runnable tell = () -> {
            try {
                who.accept(look(withCaptures));
            } catch (RuntimeException e) {
                watcher.close();
            }
        };
        watcher.ticks(clock.scheduleAtFixedRate(tell, 0, interval.toNanos(), TimeUnit.NANOSECONDS));
        return watcher::close;
    }

    /**
     * {@return the figures of a time from now on, as text} Cancelling it ends the short captures.
     *
     * @param duration the time
     * @param level 1 for a few lines, 2 or more for all
     */
    public CompletableFuture<String> monitor(Duration duration, int level) {
        CompletableFuture<String> text = new CompletableFuture<>();
        Watcher watcher = new Watcher();
        CompletableFuture<?> unused = text.whenComplete((done, failure) -> watcher.close());
        LiveText face = new LiveText(level);
        face.next(look(true));
        watcher.ticks(
                clock.schedule(() -> text.complete(face.next(look(true))), duration.toNanos(), TimeUnit.NANOSECONDS));
        return text;
    }

    /** Ends all watching. */
    @Override
    public void close() {
        clock.shutdownNow();
        synchronized (this) {
            machine = null;
            captures.stop();
        }
    }

    /** A watcher; the last one to close stops the captures. */
    private final class Watcher {
        private @Nullable Future<?> ticks;
        private boolean closed;

        Watcher() {
            synchronized (JobWatch.this) {
                watchers++;
                if (machine == null) {
                    machine = new MachineLook();
                }
            }
        }

        void ticks(Future<?> future) {
            synchronized (JobWatch.this) {
                ticks = future;
                if (closed) {
                    future.cancel(false);
                }
            }
        }

        void close() {
            synchronized (JobWatch.this) {
                if (closed) {
                    return;
                }
                closed = true;
                watchers--;
                if (ticks != null) {
                    ticks.cancel(false);
                }
                if (watchers == 0) {
                    machine = null;
                    captures.stop();
                }
            }
        }
    }

    synchronized LiveFigures look(boolean withCaptures) {
        StepPace pace = Captures.pace();
        LiveSteps steps =
                new LiveSteps(pace.steps(), pace.lastStep(), pace.perSecond(), pace.nanos(), pace.sinceNanos());
        String note = steps.count() > 0 ? captures.note() : NO_STEP;
        // After the last watcher has closed, no capture may begin, because nothing would end it.
        if (withCaptures && machine != null && steps.count() > 0) {
            captures.next(steps.medianNanos());
        }
        return new LiveFigures(
                System.currentTimeMillis(),
                new LiveJob(
                        host,
                        ProcessHandle.current().pid(),
                        program,
                        ManagementFactory.getRuntimeMXBean().getUptime(),
                        state()),
                steps,
                (machine == null ? new MachineLook() : machine).now(),
                captures.latest(),
                note);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(
                () -> {
                    BackgroundThreads.lower();
                    work.run();
                },
                "step-profiler-watch");
        thread.setDaemon(true);
        return thread;
    }

    private static String state() {
        return Profile.running().map(JobWatch::state).orElse("no profile");
    }

    private static String state(Profile profile) {
        if (profile.isPaused()) {
            return PAUSED;
        }
        return switch (profile.currentAction()) {
            case NONE -> "profile waits";
            case WARMUP -> "profile warms up";
            case RECORD, RECORD_AND_SAVE, DEVICE_STOPPED -> "profile records";
        };
    }

    /** The first word of a command; the last part if it is a path. */
    static String program(String command) {
        String word = command.strip().split(" ", 2)[0];
        String name = word;
        try {
            Path last = Path.of(word).getFileName();
            name = last == null ? word : last.toString();
        } catch (InvalidPathException e) {
            // Not even a path.
        }
        return name.length() <= MOST_PROGRAM ? name : name.substring(0, MOST_PROGRAM);
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
