package io.stepprofiler.jvm;

import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Recording;

/** A recording of the flight recorder for one window. */
final class FlightWindow implements ActivityRecording {
    private static final AtomicLong WINDOWS = new AtomicLong();

    private final EventSelection selection;
    private final FlightFile file;
    private final long window = WINDOWS.incrementAndGet();
    private final long beganNanos;
    private volatile long endedNanos;
    private volatile long samplingPeriodNanos;

    private FlightWindow(EventSelection selection, FlightFile file) {
        this.selection = selection;
        this.file = file;
        // Before the window begins, because it may wait for the recorder's lock.
        samplingPeriodNanos = SamplingPeriod.nanos(selection.options().samplingPeriod());
        beganNanos = ClockSync.take(window, false);
        endedNanos = beganNanos;
    }

    /** Begins to record. */
    static FlightWindow start(EventSelection selection) throws IOException {
        Recording recording = new Recording(selection.settings());
        recording.setName("Step Profiler");
        FlightFile file = FlightFile.of(recording);
        try {
            recording.start();
            return new FlightWindow(selection, file);
        } catch (IllegalStateException e) {
            file.delete();
            throw e;
        }
    }

    @Override
    public void stop() {
        endedNanos = ClockSync.take(window, true);
        samplingPeriodNanos = Math.min(
                samplingPeriodNanos, SamplingPeriod.nanos(selection.options().samplingPeriod()));
        file.stop();
    }

    @Override
    public void collect(ActivitySink sink) {
        try {
            EventLog log = EventLog.of(file.written(), selection);
            log.tell(window, new WindowEnds(beganNanos, endedNanos, samplingPeriodNanos), sink);
        } catch (IOException | IllegalStateException e) {
            sink.lost(1);
            FlightNotes.lost(sink, "the recording could not be read: " + e);
            throw new IllegalStateException("the recording could not be read: " + e, e);
        } finally {
            file.delete();
        }
    }

    /** Throws away what was recorded. */
    void discard() {
        file.delete();
    }
}
