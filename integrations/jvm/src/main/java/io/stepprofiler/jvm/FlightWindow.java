package io.stepprofiler.jvm;

import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/** A recording of the flight recorder for one window. */
final class FlightWindow implements ActivityRecording {
    /** A window that is thrown away is not collected, and the recorder holds on to all that is not closed. */
    private static final Cleaner CLEANER = Cleaner.create(FlightWindow::cleanerThread);

    private static final AtomicLong WINDOWS = new AtomicLong();

    private final EventSelection selection;
    private final Recording recording;
    private final Cleaner.Cleanable closing;
    private final long window = WINDOWS.incrementAndGet();
    private final long beganNanos;
    private volatile long endedNanos;
    private volatile long samplingPeriodNanos;

    private FlightWindow(EventSelection selection) {
        this.selection = selection;
        recording = new Recording(selection.settings());
        closing = CLEANER.register(this, recording::close);
        recording.setName("Step Profiler");
        recording.start();
        // Before the window begins, because it may wait for the recorder's lock.
        samplingPeriodNanos = SamplingPeriod.nanos(selection.options().samplingPeriod());
        beganNanos = ClockSync.take(window, false);
        endedNanos = beganNanos;
    }

    /** Begins to record. */
    static FlightWindow start(EventSelection selection) {
        return new FlightWindow(selection);
    }

    @Override
    public void stop() {
        endedNanos = ClockSync.take(window, true);
        samplingPeriodNanos = Math.min(
                samplingPeriodNanos, SamplingPeriod.nanos(selection.options().samplingPeriod()));
        if (recording.getState() == RecordingState.RUNNING) {
            recording.stop();
        }
    }

    @Override
    public void collect(ActivitySink sink) {
        try {
            EventLog log = EventLog.of(recording, selection);
            log.tell(window, new WindowEnds(beganNanos, endedNanos, samplingPeriodNanos), sink);
        } catch (IOException | IllegalStateException e) {
            sink.lost(1);
            FlightNotes.lost(sink, "the recording could not be read: " + e);
        } finally {
            closing.clean();
        }
    }

    /** Reads what was recorded as {@link #collect} does, and throws it away. */
    void discard() {
        try {
            EventLog.of(recording, selection);
        } catch (IOException | IllegalStateException e) {
            // The windows will tell.
        } finally {
            closing.clean();
        }
    }

    private static Thread cleanerThread(Runnable work) {
        Thread thread = new Thread(work, "step-profiler-flight-recorder");
        thread.setDaemon(true);
        return thread;
    }
}
