package io.stepprofiler.mxnet;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.ProfileFailure;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.recording.MemoryBoundary;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.source.JvmCounters;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands by the {@link PhaseTable}: one profile after another, whose traces go to the {@link TraceFiles}. Safe on
 * any thread; commands run one after another.
 */
final class Control {
    /** Interval of looks at the size of the file. */
    private static final Duration LOOK = Duration.ofMillis(500);

    /** Room for what is recorded between two looks, however small files are. */
    private static final long MIN_BUFFER_BYTES = 64L << 20;

    private static final MemoryBoundary.Work<Control, Object, Object, Control> LOOK_ONCE =
            (control, none, nothing, number, other) -> control.lookOnce();

    private static final MemoryBoundary.Loss<Control> LOOK_FAILED = Control::failed;

    /** Profile that records a window of a run; the trace of that comes when it has ended. */
    private record Session(Profile profile, boolean isNewRun, List<ActivitySource> sources, Queue<Trace> traces) {}

    private final MxFailureLog troubles = new MxFailureLog();
    private final Pauses pauses = new Pauses();
    private final TraceFiles output;

    private ProfilerConfig config;
    private volatile ProfilerPhase phase = ProfilerPhase.NEW;
    private volatile @Nullable Session session;
    private Runnable endOfWatch = () -> {};
    private long lastDumpNanos = System.nanoTime();
    private boolean endsWithProcess;
    private boolean hasSaidThatThereAreNoOperations;

    Control(ProfilerConfig config) {
        this.config = config;
        output = new TraceFiles(config, pauses, troubles);
    }

    ProfilerPhase phase() {
        return phase;
    }

    List<ProfileFailure> failures() {
        List<ProfileFailure> all = new ArrayList<>(troubles.list());
        Session running = session;
        if (running != null) {
            all.addAll(running.profile.failures());
        }
        return List.copyOf(all);
    }

    synchronized void configure(ProfilerConfig wanted) {
        probe(wanted.filename());
        run(Command.CONFIGURE, wanted);
    }

    /** Configures by keys, which name no sources: the current sources stay. */
    synchronized void configure(Map<String, ?> values) {
        configure(ProfilerConfig.of(values, config.sources()));
    }

    /** Fails if the file cannot be written, before anything has changed. */
    private static void probe(Path file) {
        Path directory = file.toAbsolutePath().getParent();
        try {
            if (directory != null) {
                TraceFile.probe(directory, out -> {});
            }
        } catch (IOException e) {
            throw new UncheckedIOException("filename = " + file + " is not allowed: " + e.getMessage(), e);
        }
    }

    synchronized void run(Command command) {
        run(command, config);
    }

    private void run(Command command, ProfilerConfig wanted) {
        PhaseTable.Step step = PhaseTable.step(phase, command);
        boolean done = false;
        try {
            step.effects().forEach(effect -> run(effect, wanted));
            done = true;
        } finally {
            phase = done ? step.next() : phaseAfterFailure(phase);
        }
        if (command == Command.RUN && !endsWithProcess) {
            endsWithProcess = true;
            Background.atExit(() -> run(Command.EXIT), "The end of the trace is not in its file");
        }
    }

    /** Returns the phase after an effect has failed: recording, stopped with a trace to continue, or neither. */
    ProfilerPhase phaseAfterFailure(ProfilerPhase from) {
        if (session != null) {
            return from;
        }
        pauses.end(System.nanoTime()); // The next run does not pause.
        boolean hadTrace = from != ProfilerPhase.NEW && from != ProfilerPhase.FINISHED;
        if (!hadTrace) {
            endOfWatch.run();
            output.discard();
        }
        return output.isOpen() ? ProfilerPhase.STOPPED : hadTrace ? ProfilerPhase.FINISHED : from;
    }

    private void run(Effect effect, ProfilerConfig wanted) {
        switch (effect) {
            case OPEN -> open();
            case START -> start();
            case SUPPRESS -> {
                pauses.begin(System.nanoTime());
                toggle(false);
            }
            case ADMIT -> {
                toggle(true);
                pauses.end(System.nanoTime());
            }
            case STOP -> stop();
            case ADOPT -> adopt(wanted);
            case WRITE -> write();
            case CLOSE -> close();
            case REFUSE -> throw new IllegalStateException("Profiler hasn't been run. Config and start profiler first");
        }
    }

    private void open() {
        output.open();
        watch();
    }

    /** Looks at the file now and then: whether it is full, or is to be dumped. */
    private void watch() {
        endOfWatch.run();
        Duration period =
                config.continuousDump() && config.dumpPeriod().compareTo(LOOK) < 0 ? config.dumpPeriod() : LOOK;
        endOfWatch = Background.repeat("file", period, this::look);
    }

    private void start() {
        AcrossFiles.runBegins();
        start(true, config.sources().isEmpty() ? FoundSources.find(troubles) : config.sources());
    }

    private void start(boolean isNewRun, List<ActivitySource> sources) {
        Queue<Trace> traces = new ConcurrentLinkedQueue<>();
        Profile started = build(sources, traces);
        started.start();
        session = new Session(started, isNewRun, sources, traces);
    }

    private Profile build(List<ActivitySource> found, Queue<Trace> traces) {
        Set<ActivityType> types = EnumSet.of(ActivityType.SCOPE, ActivityType.COUNTER);
        config.categories().forEach(category -> types.addAll(category.types()));
        List<ActivitySource> sources = new ArrayList<>(found);
        if (types.contains(ActivityType.JVM_SOURCE)) {
            sources.add(JvmCounters.create());
        }
        ProfileBuilder builder = Profile.builder()
                .name("MXNet profiler")
                .profileMemory(types.contains(ActivityType.MEMORY))
                .limits(limits -> limits.withMaxBufferBytes(Math.max(config.maxFileBytes(), MIN_BUFFER_BYTES)))
                .onTraceReady(traces::add)
                .delivery(delivery -> delivery.withExitTimeout(Duration.ZERO));
        sources.forEach(builder::source);
        Map<Activity, Set<ActivityType>> activities = types.stream()
                .filter(type -> type.activity() != Activity.CUDA
                        || sources.stream().anyMatch(source -> source.activity() == Activity.CUDA))
                .collect(Collectors.groupingBy(ActivityType::activity, Collectors.toSet()));
        activities.forEach(builder::activity);
        Profile built = builder.activities(activities.keySet()).build();
        if (sources.stream().noneMatch(source -> source.activity() != Activity.JVM)) {
            sayThatThereAreNoOperations(built);
        }
        return built;
    }

    private void sayThatThereAreNoOperations(Profile built) {
        if (config.categories().contains(ProfileCategory.IMPERATIVE)) {
            built.addMetadata("operations", FoundSources.NONE);
            if (!hasSaidThatThereAreNoOperations) {
                hasSaidThatThereAreNoOperations = true;
                MxFailureLog.remark("Operations are " + FoundSources.NONE);
            }
        }
    }

    /**
     * Toggles scopes, counters and symbolic operations; memory stays on, or memory freed in a pause would count as
     * live.
     */
    private void toggle(boolean enable) {
        Session running = session;
        if (running != null) {
            Set<ActivityType> toggled = EnumSet.of(ActivityType.SCOPE, ActivityType.COUNTER);
            if (config.categories().contains(ProfileCategory.SYMBOLIC)) {
                toggled.addAll(ProfileCategory.SYMBOLIC.types());
            }
            running.profile.toggleTypes(enable, toggled);
        }
    }

    private void stop() {
        Session ending = session;
        if (ending != null) {
            session = null;
            AcrossFiles.runEnds();
            end(ending);
            pauses.end(System.nanoTime());
        }
    }

    private void end(Session ending) {
        ending.profile.close();
        troubles.addAll(ending.profile.failures());
        ending.traces.forEach(trace -> output.add(new FileTrace.Window(ending.isNewRun, config.categories(), trace)));
    }

    /** Completes a file that is full; recording goes on in the next one, with as short a gap as possible. */
    private LiveAllocations goOnInTheNextFile(Session full) {
        session = null; // M7: only a full file ends a window, since that cuts what is open.
        AcrossFiles.fileEnds();
        full.profile.stop();
        try {
            start(false, full.sources);
            if (phase == ProfilerPhase.PAUSED) {
                toggle(false);
            }
        } finally {
            end(full);
            output.complete();
        }
        return output.live();
    }

    private void adopt(ProfilerConfig wanted) {
        boolean moves = output.isOpen() && !wanted.filename().equals(config.filename());
        if (moves) {
            close();
        }
        output.configure(wanted);
        config = wanted;
        if (moves) {
            open();
        } else if (output.isOpen()) {
            watch();
        }
    }

    private void close() {
        endOfWatch.run();
        output.close();
    }

    /** Returns the window that is being recorded, so far. */
    private Optional<FileTrace.Window> soFar() {
        Session running = session;
        return running == null
                ? Optional.empty()
                : running.profile
                        .soFar()
                        .map(trace -> new FileTrace.Window(running.isNewRun, config.categories(), trace));
    }

    private void write() {
        Optional<FileTrace.Window> open = soFar();
        Session running = session;
        output.writeMemory(running != null && output.isFull(open) ? goOnInTheNextFile(running) : output.write(open));
        lastDumpNanos = System.nanoTime();
    }

    /** Completes the file if it is full, or dumps the trace so far if that is due and it has changed. */
    private void look() {
        MemoryBoundary.within(LOOK_ONCE, LOOK_FAILED, this, null, null, 0, 0);
    }

    private synchronized Control lookOnce() {
        try {
            Optional<FileTrace.Window> open = soFar();
            Session running = session;
            boolean isDue = config.continuousDump()
                    && System.nanoTime() - lastDumpNanos >= config.dumpPeriod().toNanos();
            if (running != null && output.isFull(open)) {
                goOnInTheNextFile(running);
            } else if (isDue && output.hasNews(open)) {
                output.write(open);
                lastDumpNanos = System.nanoTime();
            }
        } catch (RuntimeException e) {
            failed(e);
        }
        return this;
    }

    private synchronized void failed(Throwable thrown) {
        troubles.add(ProfileFailure.Kind.HANDLER_FAILED, "A continuous dump failed; the next one is tried", thrown);
        phase = phaseAfterFailure(phase);
    }

    synchronized String dumps(DumpsOptions options) {
        return output.print(soFar(), options);
    }
}
