package io.stepprofiler.mxnet;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.ProfileFailure;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.handlers.chrome.ChromeTraceExporter;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.source.JvmCounters;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Effects of commands: runs of one profile after another, whose segments are kept until the file of which they are a
 * part is complete. Effects come one at a time; segments come on threads of the profile.
 */
final class Session {
    private final Troubles troubles = new Troubles();
    private final Pauses pauses = new Pauses();
    private final Statistics statistics = new Statistics();

    /** The parts of the trace that are in no complete file yet; the last one grows. Its own lock guards it. */
    private final Deque<Part> parts = new ArrayDeque<>();

    private ProfilerConfig config;
    private ContinuousDump continuous = ContinuousDump.NONE;
    private volatile @Nullable Profile profile;
    private final LiveAllocations live = new LiveAllocations();
    private int number = 1;

    /** Whether anything has come since the file was written last. */
    private volatile boolean hasNews;

    Session(ProfilerConfig config) {
        this.config = config;
        count(config);
    }

    private void count(ProfilerConfig wanted) {
        if (!wanted.aggregateStats()) {
            statistics.end();
        } else if (!statistics.isCounting()) {
            statistics.begin(System.nanoTime());
        }
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

    private boolean isOpen() {
        synchronized (parts) {
            return !parts.isEmpty();
        }
    }

    /** Where it is after an effect has failed: it may record, have a trace that can go on, or neither. */
    synchronized Phase phaseAfterFailure(Phase from) {
        if (profile != null) {
            return from;
        }
        pauses.end(System.nanoTime()); // The next run does not pause.
        boolean hadTrace = from != Phase.NEW && from != Phase.FINISHED;
        if (!hadTrace) {
            continuous.stop();
            synchronized (parts) {
                parts.clear();
            }
        }
        return isOpen() ? Phase.STOPPED : hadTrace ? Phase.FINISHED : from;
    }

    synchronized void run(List<Effect> effects, ProfilerConfig wanted) {
        boolean isFirst = !effects.contains(Effect.STOP);
        effects.forEach(effect -> run(effect, wanted, isFirst));
    }

    private void run(Effect effect, ProfilerConfig wanted, boolean isFirst) {
        switch (effect) {
            case OPEN -> open();
            case START -> start(isFirst);
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
        remove(config.filename(), 2);
        number = 1;
        synchronized (parts) {
            parts.add(new Part());
        }
        hasNews = true;
        dumpContinuously();
    }

    private void dumpContinuously() {
        continuous.stop();
        continuous = config.continuousDump()
                ? ContinuousDump.start(config.dumpPeriod(), this::showProgress)
                : ContinuousDump.NONE;
    }

    /** Begins a run; {@code isFirst} unless it goes on where the last one has just ended. */
    private void start(boolean isFirst) {
        Profile started = build();
        synchronized (parts) {
            parts.getLast().begin(isFirst, config.categories());
        }
        started.start();
        profile = started;
    }

    /** Takes the next segment of a run. */
    private void receive(Segment segment) {
        synchronized (parts) {
            boolean isFull = parts.getLast().isFull(config.maxFileBytes());
            if (isFull) {
                parts.add(parts.getLast().next());
            }
            parts.getLast().add(segment);
            hasNews = true;
            if (isFull) {
                Thread writer = new Thread(this::writeComplete, "step-profiler-mxnet-part");
                writer.setDaemon(true);
                writer.start();
            }
        }
    }

    private void receiveRest(Trace rest) {
        synchronized (parts) {
            parts.getLast().add(rest);
            hasNews = true;
        }
    }

    private Profile build() {
        Set<ActivityType> types = EnumSet.of(ActivityType.SCOPE, ActivityType.COUNTER);
        config.categories().forEach(category -> types.addAll(category.types()));
        ProfileBuilder builder =
                Profile.builder().name("MXNet profiler").profileMemory(types.contains(ActivityType.MEMORY)).stream(
                                this::receive)
                        .onTraceReady(this::receiveRest)
                        .delivery(delivery -> delivery.withExitTimeout(Duration.ZERO));
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
        pauses.begin(System.nanoTime());
        toggle(false);
    }

    private void admit() {
        toggle(true);
        pauses.end(System.nanoTime());
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
            pauses.end(System.nanoTime());
        }
    }

    private void adopt(ProfilerConfig wanted) {
        boolean moves = isOpen() && !wanted.filename().equals(config.filename());
        if (moves) {
            close();
        }
        if (!isOpen()) {
            remove(wanted.filename(), 1);
        }
        config = wanted;
        count(wanted);
        if (moves) {
            open();
        } else if (isOpen()) {
            dumpContinuously();
        }
    }

    /** The file of a part, from 1: {@code profile.json}, {@code profile.2.json} and so on. */
    static Path file(Path file, int part) {
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        String stem = dot <= 0 ? name : name.substring(0, dot);
        String ending = dot <= 0 ? "" : name.substring(dot);
        return part == 1 ? file : file.resolveSibling(stem + "." + part + ending);
    }

    /** Removes the files of an earlier trace, with which those of a new one would be mixed. */
    private static void remove(Path file, int first) {
        try {
            for (int part = first; Files.deleteIfExists(file(file, part)) || part == 1; ) {
                part++;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("filename = " + file + ": " + e.getMessage(), e);
        }
    }

    /** Has what was recorded so far taken. */
    private void flush() {
        Profile running = profile;
        if (running != null) {
            running.flush();
        }
    }

    /** Writes the parts that are complete, after which they are in their files only. On any thread. */
    private synchronized void writeComplete() {
        while (true) {
            Part part;
            synchronized (parts) {
                if (parts.size() < 2) {
                    return;
                }
                part = parts.removeFirst();
            }
            write(new PartReader(pauses, statistics, live).read(part));
            number++;
        }
    }

    private void write(Trace trace) {
        Path file = file(config.filename(), number);
        try {
            TraceFile.replace(
                    file,
                    out -> new ChromeTraceExporter()
                            .export(trace, file.getFileName().toString(), out, ExportMeter.none()));
        } catch (IOException e) {
            troubles.add(
                    ProfileFailure.Kind.HANDLER_FAILED,
                    "The trace " + file + " could not be written: " + e.getMessage(),
                    e);
        }
    }

    /** The part that grows, as it is now. */
    private Part soFar() {
        synchronized (parts) {
            return parts.getLast().copy();
        }
    }

    private void write() {
        flush();
        writeMemory(writeProgress());
    }

    /** Writes the file of the part that grows; returns the memory that is live then. */
    private LiveAllocations writeProgress() {
        writeComplete();
        hasNews = false;
        LiveAllocations now = new LiveAllocations(live);
        write(new PartReader(pauses, new Statistics(), now).read(soFar()));
        return now;
    }

    private void close() {
        continuous.stop();
        writeComplete();
        Part last = soFar();
        synchronized (parts) {
            parts.clear();
        }
        write(new PartReader(pauses, statistics, live).read(last));
        writeMemory(live);
    }

    private void writeMemory(LiveAllocations allocations) {
        if (!config.categories().contains(ProfileCategory.MEMORY)) {
            return;
        }
        Path file = MemoryCsv.file(
                config.memoryProfilePrefix(), ProcessInfo.current().pid());
        try {
            MemoryCsv.write(file, allocations.pieces());
        } catch (IOException e) {
            troubles.add(
                    ProfileFailure.Kind.HANDLER_FAILED,
                    "The file " + file + " cannot be written: " + e.getMessage(),
                    e);
        }
        if (allocations.leftOut() > 0) {
            troubles.add(
                    ProfileFailure.Kind.RECORDING_FAILED,
                    "The list of live memory " + file + " is not complete: " + allocations.leftOut()
                            + " pieces of memory, allocated while " + LiveAllocations.MAX_PIECES
                            + " were live, are not in it",
                    null);
        }
    }

    /** Writes the trace so far, if there is anything new in it. On the thread of continuous dumps. */
    private synchronized void showProgress() {
        try {
            flush();
            if (isOpen() && hasNews) {
                writeProgress();
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            troubles.add(ProfileFailure.Kind.HANDLER_FAILED, "A continuous dump failed; the next one is tried", e);
        }
    }

    synchronized String print(DumpsOptions options) {
        flush();
        Statistics now = statistics.copy();
        long until = System.nanoTime();
        if (isOpen()) {
            writeComplete();
            Part part = soFar();
            until = part.endNanos();
            now = statistics.copy();
            new PartReader(pauses, now, new LiveAllocations(live)).read(part);
        }
        String text = statistics.isCounting() ? new StatisticsText(now, options).print() : "";
        if (options.reset() && statistics.isCounting()) {
            statistics.begin(until);
        }
        return text;
    }
}
