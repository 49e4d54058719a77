package io.stepprofiler.mxnet;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.ProfileFailure;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.source.JvmCounters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands by the {@link PhaseTable}: one profile after another, whose segments go to the {@link TraceFiles}. Safe on
 * any thread; commands run one after another.
 */
final class Control {
    private final MxFailureLog troubles = new MxFailureLog();
    private final Pauses pauses = new Pauses();
    private final TraceFiles output;

    private ProfilerConfig config;
    private volatile ProfilerPhase phase = ProfilerPhase.NEW;
    private volatile @Nullable Profile profile;
    private ContinuousDump continuous = ContinuousDump.NONE;
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
        Profile running = profile;
        if (running != null) {
            all.addAll(running.failures());
        }
        return List.copyOf(all);
    }

    synchronized void configure(ProfilerConfig wanted) {
        probe(wanted.filename());
        run(Command.CONFIGURE, wanted);
    }

    /** Configures by keys, which name no sources: the current sources stay. */
    synchronized void configure(Map<String, ?> values) {
        configure(ProfilerConfig.of(values).withSources(config.sources()));
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
            Background.atExit(() -> run(Command.EXIT));
        }
    }

    /** Returns the phase after an effect has failed: recording, stopped with a trace to continue, or neither. */
    ProfilerPhase phaseAfterFailure(ProfilerPhase from) {
        if (profile != null) {
            return from;
        }
        pauses.end(System.nanoTime()); // The next run does not pause.
        boolean hadTrace = from != ProfilerPhase.NEW && from != ProfilerPhase.FINISHED;
        if (!hadTrace) {
            continuous.stop();
            output.discard();
        }
        return output.isOpen() ? ProfilerPhase.STOPPED : hadTrace ? ProfilerPhase.FINISHED : from;
    }

    private void run(Effect effect, ProfilerConfig wanted) {
        switch (effect) {
            case OPEN -> open();
            case START -> start();
            case SUPPRESS -> suppress();
            case ADMIT -> admit();
            case STOP -> stop();
            case ADOPT -> adopt(wanted);
            case WRITE -> write();
            case CLOSE -> close();
            case REFUSE -> throw new IllegalStateException("Profiler hasn't been run. Config and start profiler first");
        }
    }

    private void open() {
        output.open();
        dumpContinuously();
    }

    private void dumpContinuously() {
        continuous.stop();
        continuous = config.continuousDump()
                ? ContinuousDump.start(config.dumpPeriod(), this::showProgress)
                : ContinuousDump.NONE;
    }

    private void start() {
        Profile started = build();
        output.begin();
        started.start();
        profile = started;
    }

    private Profile build() {
        Set<ActivityType> types = EnumSet.of(ActivityType.SCOPE, ActivityType.COUNTER);
        config.categories().forEach(category -> types.addAll(category.types()));
        List<ActivitySource> sources =
                config.sources().isEmpty() ? FoundSources.find(troubles) : new ArrayList<>(config.sources());
        if (types.contains(ActivityType.JVM_SOURCE)) {
            sources.add(JvmCounters.create());
        }
        ProfileBuilder builder =
                Profile.builder().name("MXNet profiler").profileMemory(types.contains(ActivityType.MEMORY)).stream(
                                segment -> output.add(segment, () -> Background.start("part", this::writeComplete)))
                        .onTraceReady(output::add)
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

    private synchronized void writeComplete() {
        output.writeComplete();
    }

    private void suppress() {
        pauses.begin(System.nanoTime());
        toggle(false);
    }

    private void admit() {
        toggle(true);
        pauses.end(System.nanoTime());
    }

    /**
     * Toggles scopes, counters and symbolic operations; memory stays on, or memory freed in a pause would count as
     * live.
     */
    private void toggle(boolean enable) {
        Profile running = profile;
        if (running != null) {
            Set<ActivityType> toggled = EnumSet.of(ActivityType.SCOPE, ActivityType.COUNTER);
            if (config.categories().contains(ProfileCategory.SYMBOLIC)) {
                toggled.addAll(ProfileCategory.SYMBOLIC.types());
            }
            running.toggleTypes(enable, toggled);
        }
    }

    private void stop() {
        Profile running = profile;
        if (running != null) {
            running.close();
            troubles.addAll(running.failures());
            profile = null;
            pauses.end(System.nanoTime());
        }
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
            dumpContinuously();
        }
    }

    private void close() {
        continuous.stop();
        output.close();
    }

    /** Delivers the events recorded so far. */
    private void flush() {
        Profile running = profile;
        if (running != null) {
            running.flush();
        }
    }

    private void write() {
        flush();
        output.writeMemory(output.writeTrace());
    }

    /** Writes the trace so far, if it has changed. Runs on the thread of continuous dumps. */
    private synchronized void showProgress() {
        try {
            flush();
            if (output.hasNews()) {
                output.writeTrace();
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            troubles.add(ProfileFailure.Kind.HANDLER_FAILED, "A continuous dump failed; the next one is tried", e);
        }
    }

    synchronized String dumps(DumpsOptions options) {
        flush();
        return output.print(options);
    }
}
