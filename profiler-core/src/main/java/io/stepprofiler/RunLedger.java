package io.stepprofiler;

import io.stepprofiler.environment.EnvironmentProbe;
import io.stepprofiler.environment.LaunchProbe;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledgerfile.LedgerWriter;
import io.stepprofiler.trace.TraceHandler;
import io.stepprofiler.window.Deadline;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The step ledger of a profile. While the profile runs, a daemon thread copies the ended steps once a second, and more
 * often if steps are short. Safe on any thread.
 */
final class RunLedger {
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** Longest wait for the thread, which a slow disk may hold up. */
    private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(1);

    private final ProfileSettings options;
    private final Failures failures;
    private @Nullable Path file;
    private @Nullable LedgerWriter writer;
    private @Nullable Copier copier;

    RunLedger(ProfileSettings options, Failures failures) {
        this.options = options;
        this.failures = failures;
    }

    /** Records the steps that end from now on. */
    synchronized void start() {
        LedgerWriter begun = writer();
        begun.begin();
        Copier next = new Copier(begun);
        next.thread.start();
        ProcessSteps.rings().wake(next.thread);
        copier = next;
    }

    /** Lets the thread copy the last steps and end, without waiting for it. */
    synchronized void stop() {
        Copier last = copier;
        if (last != null) {
            ProcessSteps.rings().wake(null);
            last.to.end();
            last.stop();
        }
    }

    /** Waits until the steps that have ended are in the file, a second at most. */
    void flush() {
        Copier last;
        synchronized (this) {
            last = copier;
        }
        if (last != null) {
            last.flush();
        }
    }

    StepLedger ledger() {
        flush();
        return writer().ledger();
    }

    /** Path of the file, which exists once a step has ended; empty before the first start, and without a file. */
    synchronized Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    private synchronized LedgerWriter writer() {
        LedgerWriter known = writer;
        if (known == null) {
            LedgerRun run = LedgerRun.ofThisProcess(
                    options.name(),
                    EnvironmentProbe.environment(),
                    LaunchProbe.launch(),
                    Optional.ofNullable(options.worker()),
                    options.ledger().place());
            file = directory().map(dir -> dir.resolve(run.fileName())).orElse(null);
            known = new LedgerWriter(run, file, options.ledger().maxBytes(), ProcessSteps.rings());
            writer = known;
        }
        return known;
    }

    private Optional<Path> directory() {
        return !options.ledger().isOnDisk()
                ? Optional.empty()
                : options.ledger()
                        .directory()
                        .or(() -> options.output().handlers().stream()
                                .map(TraceHandler::directory)
                                .flatMap(Optional::stream)
                                .findFirst());
    }

    /** Copying from one start of the profile to its stop. */
    private final class Copier {
        private final LedgerWriter to;
        private final Thread thread = new Thread(this::run, "step-profiler-ledger");
        private long asked;
        private long done;
        private boolean stops;
        private boolean fails;

        Copier(LedgerWriter to) {
            this.to = to;
            thread.setDaemon(true);
        }

        private void run() {
            boolean ends = false;
            while (!ends) {
                LockSupport.parkNanos(this, INTERVAL.toNanos());
                long task;
                synchronized (this) {
                    task = asked;
                    ends = stops;
                }
                copy(ends);
                synchronized (this) {
                    done = ends ? Long.MAX_VALUE : task;
                    notifyAll();
                }
            }
        }

        private void copy(boolean ends) {
            try {
                Optional<IOException> failure = to.copy(ends);
                if (failure.isPresent() && !fails) {
                    failures.add(
                            ProfileFailure.Kind.LEDGER_FAILED,
                            "The file of the step ledger could not be written; its rows stay in memory until it can",
                            failure.get());
                }
                fails = failure.isPresent();
            } catch (Throwable e) {
                failures.add(ProfileFailure.Kind.LEDGER_FAILED, "Steps are missing in the step ledger", e);
            }
        }

        synchronized void stop() {
            stops = true;
            LockSupport.unpark(thread);
        }

        synchronized void flush() {
            Deadline deadline = Deadline.in(FLUSH_TIMEOUT);
            long task = ++asked;
            LockSupport.unpark(thread);
            try {
                while (done < task && thread.isAlive() && !deadline.isOver()) {
                    wait(1 + deadline.left().toMillis());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
