package io.stepprofiler.mxnet;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.ProfileFailure;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.source.JvmCounters;
import io.stepprofiler.trace.DistributedInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the effects of commands are: a profile, whose events a {@link Collector} takes. For one thread at a time. */
final class Session {
    private final Troubles troubles = new Troubles();
    private final Collector collector = new Collector(troubles);
    private final ProcessInfo process = ProcessInfo.current();
    private ProfilerConfig config;
    private ContinuousDump continuous = ContinuousDump.NONE;
    private volatile @Nullable Profile profile;
    private boolean isOpen;

    Session(ProfilerConfig config) {
        this.config = config;
        collector.configure(config);
    }

    ProfilerConfig config() {
        return config;
    }

    List<ProfileFailure> failures() {
        List<ProfileFailure> all = new ArrayList<>(troubles.list());
        Profile running = profile;
        if (running != null) {
            all.addAll(running.failures());
        }
        return List.copyOf(all);
    }

    /** Where it is after an effect has failed: it may record, have a trace that can go on, or neither. */
    Phase phaseAfterFailure(Phase from) {
        if (profile != null) {
            return from;
        }
        collector.resume(System.nanoTime()); // What is run next does not pause.
        boolean hadTrace = from != Phase.NEW && from != Phase.FINISHED;
        if (isOpen && !hadTrace) {
            continuous.stop();
            collector.abandon();
            isOpen = false;
        }
        return isOpen ? Phase.STOPPED : hadTrace ? Phase.FINISHED : from;
    }

    void run(Effect effect, ProfilerConfig wanted) {
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
        try {
            TraceOutput.removeParts(config.filename());
            collector.begin(new TraceOutput(
                    config.filename(), config.maxFileBytes(), ClockAnchor.now(), process, processName()));
            isOpen = true;
            dumpContinuously();
        } catch (IOException e) {
            throw new UncheckedIOException("filename = " + config.filename() + ": " + e.getMessage(), e);
        }
    }

    private void dumpContinuously() {
        continuous.stop();
        continuous = config.continuousDump()
                ? ContinuousDump.start(config.dumpPeriod(), this::showProgress)
                : ContinuousDump.NONE;
    }

    private String processName() {
        return DistributedInfo.fromEnvironment(System.getenv(), process.host())
                .map(info -> "rank " + info.rank() + " @ " + process.host())
                .orElse(process.host());
    }

    private void start() {
        Profile started = build();
        started.start();
        profile = started;
    }

    private Profile build() {
        Set<ActivityType> types = EnumSet.of(ActivityType.SCOPE, ActivityType.COUNTER);
        config.categories().forEach(category -> types.addAll(category.types()));
        ProfileBuilder builder =
                Profile.builder().name("MXNet profiler").profileMemory(types.contains(ActivityType.MEMORY)).stream(
                                collector)
                        .onTraceReady(collector::rest)
                        .exitTimeout(Duration.ZERO);
        List<ActivitySource> sources = new ArrayList<>(config.sources());
        if (types.contains(ActivityType.JVM_SOURCE)) {
            sources.add(JvmCounters.create());
        }
        sources.forEach(builder::source);
        Set<Activity> activities = EnumSet.noneOf(Activity.class);
        for (Activity activity : Activity.values()) {
            Set<ActivityType> part =
                    types.stream().filter(type -> type.activity() == activity).collect(Collectors.toSet());
            boolean isRecorded =
                    activity != Activity.CUDA || sources.stream().anyMatch(source -> source.activity() == activity);
            if (!part.isEmpty() && isRecorded) {
                activities.add(activity);
                builder.activity(activity, part);
            }
        }
        return builder.activities(activities).build();
    }

    private void suppress() {
        collector.pause(System.nanoTime());
        toggle(false);
    }

    private void admit() {
        toggle(true);
        collector.resume(System.nanoTime());
    }

    /** Memory is recorded all the time, or what is freed meanwhile would count as live. */
    private void toggle(boolean enable) {
        Profile running = profile;
        if (running != null) {
            Set<ActivityType> toggled = EnumSet.of(ActivityType.SCOPE, ActivityType.COUNTER);
            config.categories().stream()
                    .filter(category -> category == ProfileCategory.SYMBOLIC)
                    .forEach(category -> toggled.addAll(category.types()));
            running.toggleTypes(enable, toggled);
        }
    }

    private void stop() {
        Profile running = profile;
        if (running != null) {
            running.close();
            troubles.addAll(running.failures());
            profile = null;
            collector.endWindow(System.nanoTime());
        }
    }

    private void adopt(ProfilerConfig wanted) {
        boolean moves = isOpen && !wanted.filename().equals(config.filename());
        if (moves) {
            close();
        }
        if (!isOpen) {
            removeOld(wanted);
        }
        config = wanted;
        collector.configure(wanted);
        if (moves) {
            open();
        } else if (isOpen) {
            dumpContinuously();
        }
    }

    private static void removeOld(ProfilerConfig wanted) {
        try {
            TraceOutput.remove(wanted.filename());
        } catch (IOException e) {
            throw new UncheckedIOException("filename = " + wanted.filename() + ": " + e.getMessage(), e);
        }
    }

    /** Has what was recorded so far taken. */
    private void flush() {
        Profile running = profile;
        if (running != null) {
            running.flush();
        }
    }

    private void write() {
        flush();
        collector.publish();
        writeMemory();
    }

    private void close() {
        continuous.stop();
        collector.finish();
        isOpen = false;
        writeMemory();
    }

    private void writeMemory() {
        if (config.categories().contains(ProfileCategory.MEMORY)) {
            collector.writeMemory(MemoryCsv.file(config.memoryProfilePrefix(), process.pid()));
        }
    }

    /**
     * Writes the trace so far, if there is anything new in it, without the list of memory, which is a matter of dumps
     * that are asked for. On any thread.
     */
    private void showProgress() {
        try {
            flush();
            if (collector.hasNews()) {
                collector.publish();
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            troubles.add(ProfileFailure.Kind.HANDLER_FAILED, "A continuous dump failed; the next one is tried", e);
        }
    }

    String print(DumpsOptions options) {
        flush();
        return collector.print(options);
    }
}
