package io.stepprofiler.jvm;

import io.stepprofiler.clock.TickReading;
import io.stepprofiler.clock.TickScale;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.consumer.RecordedEvent;

/** A reading of {@link System#nanoTime()} between two of the flight recorder's clock: its own start and end. */
@Name(ClockSync.NAME)
@Label("Clock Synchronization")
@StackTrace(false)
@Enabled(false)
final class ClockSync extends Event {
    static final String NAME = "io.stepprofiler.ClockSync";

    /** The first readings wait for memory; a few more make sure that one is quick. */
    private static final int READINGS = 8;

    /** Which window it belongs to. */
    long window;

    /** Whether it was taken at the window's end. */
    boolean atEnd;

    /** The reading. */
    long nanos;

    /** Takes the readings of an end of a window; answers the time of the last one. */
    static long take(long window, boolean atEnd) {
        long last = 0;
        for (int i = 0; i < READINGS; i++) {
            ClockSync sync = new ClockSync();
            sync.window = window;
            sync.atEnd = atEnd;
            sync.begin();
            last = System.nanoTime();
            sync.nanos = last;
            sync.end();
            sync.commit();
        }
        return last;
    }

    /**
     * The scale of the ticks of a window, through the closest reading at each end; empty if it left no readings. Ticks,
     * not the instants that the recorder makes of them: those are wall-clock time, read anew for each part of a
     * recording.
     *
     * @param first an event as early as can be: it gives the rate if the window has no reading at its start
     * @param last an event as late as can be, for a window without a reading at its end
     */
    static Optional<TickScale> scale(long window, List<RecordedEvent> syncs, RecordedEvent first, RecordedEvent last) {
        Optional<RecordedEvent> start = closest(window, syncs, false);
        Optional<RecordedEvent> end = closest(window, syncs, true);
        RecordedEvent from = start.orElse(first);
        RecordedEvent to = end.orElse(last);
        double ticksPerNano = start.isPresent() && end.isPresent()
                ? reading(from, 1).ticksPerNanoUntil(reading(to, 1))
                : rateOfTheRecorder(from, to);
        Optional<TickScale> scale = start.or(() -> end)
                .map(known -> new TickScale(reading(known, ticksPerNano), ticksPerNano, "flight recorder"));
        scale.ifPresent(lines -> end.ifPresent(known -> lines.add(reading(known, ticksPerNano))));
        return scale;
    }

    private static Optional<RecordedEvent> closest(long window, List<RecordedEvent> syncs, boolean atEnd) {
        return syncs.stream()
                .filter(sync -> sync.getLong("window") == window && sync.getBoolean("atEnd") == atEnd)
                .min(Comparator.comparingLong(sync -> sync.getLong("duration")));
    }

    private static TickReading reading(RecordedEvent sync, double ticksPerNano) {
        long begin = sync.getLong("startTime");
        return TickReading.between(begin, sync.getLong("nanos"), begin + sync.getLong("duration"), ticksPerNano);
    }

    private static double rateOfTheRecorder(RecordedEvent from, RecordedEvent to) {
        long nanos = Duration.between(from.getStartTime(), to.getStartTime()).toNanos();
        return new TickReading(from.getLong("startTime"), 0, 0)
                .ticksPerNanoUntil(new TickReading(to.getLong("startTime"), nanos, 0));
    }
}
