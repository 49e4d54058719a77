package io.stepprofiler;

import io.stepprofiler.clock.TickReading;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.recording.Budget;
import io.stepprofiler.recording.Limits;
import io.stepprofiler.recording.MemoryBoundary;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.SourceFaults;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.window.AttributeWriter;
import io.stepprofiler.window.Deadline;
import io.stepprofiler.window.SourceDrain;
import io.stepprofiler.window.TraceSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Activity sources of a profile, isolated from each other's failures. */
final class Sources {
    /** Recordings of one window: the running ones, and the ones that were switched off or have ended. */
    static final class Recordings {
        private final List<SourceRecording> running = new CopyOnWriteArrayList<>();
        private final List<SourceRecording> stopped = new ArrayList<>();
        private final SourceFaults faults = new SourceFaults();
        private int failed;
        private @Nullable SourceDrain taker;
        private long pieceNanos;
    }

    private static final Duration LEAST_SHARE = Duration.ofSeconds(1);

    /** Longest time that windows of an adaptive schedule wait for a source that starts. */
    private static final Duration LONGEST_START = Duration.ofMinutes(1);

    private static final String LATE = "did not deliver its recording in time";

    private final List<ActivitySource> sources;
    private final RecordingOptions options;
    private final Failures failures;
    private volatile long beganNanos = System.nanoTime();

    Sources(List<ActivitySource> sources, RecordingOptions options, Failures failures) {
        this.sources = List.copyOf(sources);
        this.options = options;
        this.failures = failures;
    }

    /** Lets the sources pay slow one-time costs, on the calling thread. */
    void warmUp(Set<ActivityType> types) {
        for (ActivitySource source : sources) {
            if (isOn(source, types)) {
                attempt(new Recordings(), source, "warmUp", source::warmUp);
            }
        }
    }

    /** Lets the sources pay slow one-time costs on a thread of its own, so that they are ready for the first window. */
    void warmUpEarly(Set<ActivityType> types) {
        beganNanos = System.nanoTime();
        if (!sources.isEmpty()) {
            // The first window prepares them if there is no memory for another thread.
            MemoryBoundary.start("step-profiler-sources", () -> warmUp(types));
        }
    }

    /** True if no source is starting, or has for too long. */
    boolean areReady(Set<ActivityType> types) {
        boolean ready = true;
        for (int i = 0; i < sources.size() && ready; i++) {
            ActivitySource source = sources.get(i);
            try {
                ready = !isOn(source, types) || source.isReady();
            } catch (Throwable e) {
                report(new Recordings(), source, "isReady", e);
            }
        }
        return ready || System.nanoTime() - beganNanos > LONGEST_START.toNanos();
    }

    void prepare(Set<ActivityType> types) {
        for (ActivitySource source : sources) {
            if (isOn(source, types)) {
                attempt(new Recordings(), source, "prepare", source::prepare);
            }
        }
    }

    void start(Recordings recordings, Set<ActivityType> types) {
        for (ActivitySource source : sources) {
            if (isOn(source, types)) {
                start(source, recordings);
            }
        }
    }

    private void start(ActivitySource source, Recordings recordings) {
        boolean started = attempt(
                recordings,
                source,
                "start",
                () -> recordings.running.add(new SourceRecording(
                        source,
                        Objects.requireNonNull(source.start(options), "start of the source answered null"),
                        thrown -> report(recordings, source, "collectSoFar", thrown))));
        if (!started) {
            recordings.failed++;
        } else {
            deliver(recordings.running.get(recordings.running.size() - 1), recordings);
        }
    }

    /**
     * Lets the recordings deliver batches while the window is open.
     *
     * @param everyNanos interval of batches; {@link SourceRecording#WHEN_AWAITED} for batches only on request
     */
    void deliver(Recordings recordings, SourceDrain taker, long everyNanos) {
        recordings.taker = taker;
        recordings.pieceNanos = everyNanos;
        recordings.running.forEach(each -> deliver(each, recordings));
    }

    private void deliver(SourceRecording each, Recordings recordings) {
        SourceDrain taker = recordings.taker;
        if (taker != null) {
            // There may be no memory for another thread: then everything is collected at the end.
            attempt(recordings, each.source, "collectSoFar", () -> each.deliverTo(taker, recordings.pieceNanos));
        }
    }

    /**
     * Waits until the deadline for the events that the recordings have seen by now, running {@code meanwhile}
     * repeatedly; returns whether all came.
     *
     * @param evenIfNotDue whether to collect expensive batches that are not due
     */
    boolean awaitPieces(Recordings recordings, Deadline deadline, boolean evenIfNotDue, Runnable meanwhile) {
        AtomicBoolean all = new AtomicBoolean(true);
        for (SourceRecording each : recordings.running) {
            boolean asked = attempt(recordings, each.source, "collectSoFar", () -> {
                if (!each.await(deadline, evenIfNotDue, meanwhile)) {
                    all.set(false);
                }
            });
            if (!asked) {
                all.set(false);
            }
        }
        return all.get();
    }

    /** True if any recording delivers batches while the window is open. */
    static boolean haveAnyPieces(Recordings recordings) {
        return recordings.running.stream().anyMatch(SourceRecording::hasPieces);
    }

    /** Adds the notes of the running recordings so far, and the failures. */
    void addNotes(Recordings recordings, TraceBuilder trace) {
        recordings.running.forEach(each -> each.notes.forEach(trace::metadata));
        faults(recordings).forEach(trace::metadata);
    }

    /** Returns the failures of the window so far as entries of its metadata. */
    static Map<String, MetadataValue> faults(Recordings recordings) {
        return recordings.faults.toMetadata();
    }

    /** Starts and stops recordings so that they match the types. */
    void toggle(Recordings recordings, Set<ActivityType> types) {
        for (int i = recordings.running.size() - 1; i >= 0; i--) {
            if (!isOn(recordings.running.get(i).source, types)) {
                stop(recordings, i);
            }
        }
        for (ActivitySource source : sources) {
            if (isOn(source, types) && recordings.running.stream().noneMatch(each -> each.source == source)) {
                start(source, recordings);
            }
        }
    }

    /** Notifies the running recordings that a step begins. */
    void stepBegan(Recordings recordings, long step) {
        for (int i = 0; i < recordings.running.size(); i++) {
            SourceRecording each = recordings.running.get(i);
            try {
                each.recording.stepBegan(step);
            } catch (Throwable e) {
                report(recordings, each.source, "stepBegan", e);
            }
        }
    }

    /** Passes a reading of the clock to the running recordings. */
    void clockRead(Recordings recordings, TickReading reading) {
        for (SourceRecording each : recordings.running) {
            try {
                each.recording.clockRead(reading);
            } catch (Throwable e) {
                report(recordings, each.source, "clockRead", e);
            }
        }
    }

    /** Returns the part of its memory that the fullest recording has filled, 0 to 1. */
    double filledPart(Recordings recordings) {
        double most = 0;
        for (int i = 0; i < recordings.running.size(); i++) {
            SourceRecording each = recordings.running.get(i);
            try {
                most = Math.max(most, each.recording.filledPart());
            } catch (Throwable e) {
                report(recordings, each.source, "filledPart", e);
            }
        }
        return most;
    }

    boolean hasStopped(Recordings recordings) {
        boolean stopped = false;
        for (int i = 0; i < recordings.running.size(); i++) {
            SourceRecording each = recordings.running.get(i);
            try {
                stopped |= each.recording.hasStopped();
            } catch (Throwable e) {
                report(recordings, each.source, "hasStopped", e);
            }
        }
        return stopped;
    }

    /** Stops the running recordings, the last started first. */
    void stop(Recordings recordings) {
        for (int i = recordings.running.size() - 1; i >= 0; i--) {
            stop(recordings, i);
        }
    }

    private void stop(Recordings recordings, int index) {
        SourceRecording each = recordings.running.remove(index);
        each.end();
        if (attempt(recordings, each.source, "stop", () -> each.recording.stop())) {
            recordings.stopped.add(0, each);
        } else {
            recordings.failed++;
        }
    }

    /**
     * Adds the recorded events to the trace, each source on a separate thread, which is abandoned at the deadline;
     * returns whether one was.
     */
    boolean collect(Recordings recordings, TraceBuilder trace, Budget budget, Deadline deadline) {
        int left = recordings.stopped.size();
        boolean leftBehind = false;
        AttributeWriter attributes = new AttributeWriter(trace, budget, Limits.MAX_NAMES);
        for (SourceRecording each : recordings.stopped) {
            Deadline own = Deadline.in(share(deadline.left(), left--));
            Outcome outcome = collect(recordings, each, new TraceSink(trace, attributes, trace::metadata), own);
            recordings.faults.lost(name(each.source), each.lost.get());
            recordings.failed += outcome == Outcome.COLLECTED ? 0 : 1;
            leftBehind |= outcome == Outcome.LEFT_BEHIND;
        }
        trace.anomaly(Anomaly.SOURCE_FAILED, recordings.failed);
        faults(recordings).forEach(trace::metadata);
        return leftBehind;
    }

    /**
     * Returns the time limit of the next of several recordings, so that a hanging source leaves time for the others. At
     * least the time that a loaded machine takes to start a thread: a source that was switched on and off in the window
     * has a recording for each time.
     */
    private static Duration share(Duration left, int recordings) {
        Duration equal = left.dividedBy(recordings);
        Duration half = left.dividedBy(2);
        Duration least = half.compareTo(LEAST_SHARE) < 0 ? half : LEAST_SHARE;
        return equal.compareTo(least) < 0 ? least : equal;
    }

    private enum Outcome {
        COLLECTED,
        FAILED,
        LEFT_BEHIND
    }

    private Outcome collect(Recordings recordings, SourceRecording each, TraceSink sink, Deadline deadline) {
        AtomicBoolean collected = new AtomicBoolean();
        Thread thread = new Thread(
                () -> collected.set(attempt(recordings, each.source, "collect", () -> each.collect(sink))),
                "step-profiler-collect");
        thread.setDaemon(true);
        // There may be no memory for another thread.
        if (!attempt(recordings, each.source, "collect", thread::start)) {
            return Outcome.FAILED;
        }
        boolean inTime = join(thread, deadline);
        if (!inTime) {
            recordings.faults.failed(name(each.source), "it " + LATE);
            failures.add(
                    ProfileFailure.Kind.SOURCE_FAILED,
                    "Activity source " + each.source.getClass().getName() + " " + LATE);
        }
        sink.close();
        if (!inTime) {
            return Outcome.LEFT_BEHIND;
        }
        return collected.get() ? Outcome.COLLECTED : Outcome.FAILED;
    }

    /** Waits even on an interrupted thread, which may be the training thread, and restores its interrupt. */
    private static boolean join(Thread thread, Deadline deadline) {
        boolean interrupted = false;
        do {
            try {
                // At least a millisecond, so that a source without events is not mistaken for a slow one.
                thread.join(Math.max(deadline.left().toMillis(), 1));
            } catch (InterruptedException e) {
                interrupted = true;
            }
        } while (thread.isAlive() && !deadline.isOver());
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    private static boolean isOn(ActivitySource source, Set<ActivityType> types) {
        return types.stream().anyMatch(type -> type.isSource() && type.activity() == activity(source));
    }

    private static Activity activity(ActivitySource source) {
        try {
            return source.activity();
        } catch (Throwable e) {
            // It returned one when the profile was built.
            return Activity.JVM;
        }
    }

    private boolean attempt(Recordings recordings, ActivitySource source, String operation, Runnable call) {
        try {
            call.run();
            return true;
        } catch (Throwable e) {
            // A source may fail in any way, such as by a library that does not link: only its own part is lost.
            report(recordings, source, operation, e);
            return false;
        }
    }

    private void report(Recordings recordings, ActivitySource source, String operation, Throwable thrown) {
        String message = thrown.getMessage();
        recordings.faults.failed(
                name(source), thrown instanceof IllegalStateException && message != null ? message : thrown.toString());
        failures.add(
                ProfileFailure.Kind.SOURCE_FAILED,
                "Activity source " + source.getClass().getName() + " failed in " + operation,
                thrown);
    }

    private static String name(ActivitySource source) {
        String name = source.getClass().getSimpleName();
        return name.isEmpty() ? source.getClass().getName() : name;
    }
}
