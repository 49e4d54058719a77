package io.stepprofiler;

import io.stepprofiler.clock.TickReading;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.recording.Budget;
import io.stepprofiler.recording.Limits;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.window.AttributeWriter;
import io.stepprofiler.window.Deadline;
import io.stepprofiler.window.SourceDrain;
import io.stepprofiler.window.TraceSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
        private int failed;
        private @Nullable SourceDrain taker;
        private long pieceNanos;
    }

    private static final Duration LEAST_SHARE = Duration.ofSeconds(1);

    private final List<ActivitySource> sources;
    private final RecordingOptions options;
    private final Failures failures;

    Sources(List<ActivitySource> sources, RecordingOptions options, Failures failures) {
        this.sources = List.copyOf(sources);
        this.options = options;
        this.failures = failures;
    }

    void warmUp(Set<ActivityType> types) {
        for (ActivitySource source : sources) {
            if (isOn(source, types)) {
                attempt(source, "warmUp", source::warmUp);
            }
        }
    }

    void prepare(Set<ActivityType> types) {
        for (ActivitySource source : sources) {
            if (isOn(source, types)) {
                attempt(source, "prepare", source::prepare);
            }
        }
    }

    Recordings start(Set<ActivityType> types) {
        Recordings recordings = new Recordings();
        for (ActivitySource source : sources) {
            if (isOn(source, types)) {
                start(source, recordings);
            }
        }
        return recordings;
    }

    private void start(ActivitySource source, Recordings recordings) {
        boolean started = attempt(
                source,
                "start",
                () -> recordings.running.add(new SourceRecording(
                        source,
                        Objects.requireNonNull(source.start(options), "start of the source answered null"),
                        thrown -> report(source, "collectSoFar", thrown))));
        if (!started) {
            recordings.failed++;
        } else if (recordings.taker != null) {
            deliver(recordings.running.get(recordings.running.size() - 1), recordings.taker, recordings.pieceNanos);
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
        recordings.running.forEach(each -> deliver(each, taker, everyNanos));
    }

    private void deliver(SourceRecording each, SourceDrain taker, long everyNanos) {
        // There may be no memory for another thread: then everything is collected at the end.
        attempt(each.source, "collectSoFar", () -> each.deliverTo(taker, everyNanos));
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
            boolean asked = attempt(each.source, "collectSoFar", () -> {
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

    /** Adds the notes of the running recordings so far. */
    void addNotes(Recordings recordings, TraceBuilder trace) {
        recordings.running.forEach(each -> each.notes.forEach(trace::metadata));
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
                report(each.source, "stepBegan", e);
            }
        }
    }

    /** Passes a reading of the clock to the running recordings. */
    void clockRead(Recordings recordings, TickReading reading) {
        for (SourceRecording each : recordings.running) {
            try {
                each.recording.clockRead(reading);
            } catch (Throwable e) {
                report(each.source, "clockRead", e);
            }
        }
    }

    boolean hasStopped(Recordings recordings) {
        boolean stopped = false;
        for (int i = 0; i < recordings.running.size(); i++) {
            SourceRecording each = recordings.running.get(i);
            try {
                stopped |= each.recording.hasStopped();
            } catch (Throwable e) {
                report(each.source, "hasStopped", e);
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
        if (attempt(each.source, "stop", () -> each.recording.stop())) {
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
            Outcome outcome = collect(each, new TraceSink(trace, attributes, trace::metadata), own);
            recordings.failed += outcome == Outcome.COLLECTED ? 0 : 1;
            leftBehind |= outcome == Outcome.LEFT_BEHIND;
        }
        trace.anomaly(Anomaly.SOURCE_FAILED, recordings.failed);
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

    private Outcome collect(SourceRecording each, TraceSink sink, Deadline deadline) {
        AtomicBoolean collected = new AtomicBoolean();
        Thread thread = new Thread(
                () -> collected.set(attempt(each.source, "collect", () -> each.collect(sink))),
                "step-profiler-collect");
        thread.setDaemon(true);
        // There may be no memory for another thread.
        if (!attempt(each.source, "collect", thread::start)) {
            return Outcome.FAILED;
        }
        boolean inTime = join(thread, deadline);
        if (!inTime) {
            failures.add(
                    ProfileFailure.Kind.SOURCE_FAILED,
                    "Activity source " + each.source.getClass().getName() + " did not deliver its recording in time");
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

    private boolean attempt(ActivitySource source, String operation, Runnable call) {
        try {
            call.run();
            return true;
        } catch (Throwable e) {
            // A source may fail in any way, such as by a library that does not link: only its own part is lost.
            report(source, operation, e);
            return false;
        }
    }

    private void report(ActivitySource source, String operation, Throwable thrown) {
        failures.add(
                ProfileFailure.Kind.SOURCE_FAILED,
                "Activity source " + source.getClass().getName() + " failed in " + operation,
                thrown);
    }
}
