package io.stepprofiler.jvm;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Turns ticks of the flight recorder into {@link System#nanoTime()}, by a straight line through both ends of a window.
 *
 * <p>Ticks, not the instants that the recorder makes of them: those are wall-clock time, read anew for each part of a
 * recording.
 */
record TickClock(long ticks, long nanos, double nanosPerTick, long errorNanos) {

    /** A moment read from both clocks; the true tick is at most half of {@code widthTicks} off. */
    private record Reading(long ticks, long widthTicks, long nanos, boolean atEnd, Instant instant) {
        static Reading of(RecordedEvent sync) {
            long width = sync.getLong("duration");
            return new Reading(
                    sync.getLong("startTime") + width / 2,
                    width,
                    sync.getLong("nanos"),
                    sync.getBoolean("atEnd"),
                    sync.getStartTime());
        }
    }

    /**
     * The clock of the window with some number; empty if it left no reading at its start.
     *
     * @param last an event as far away as can be: it gives the rate if the window has no reading at its end
     */
    static Optional<TickClock> of(long window, List<RecordedEvent> syncs, RecordedEvent last) {
        List<Reading> readings = syncs.stream()
                .filter(sync -> sync.getLong("window") == window)
                .map(Reading::of)
                .toList();
        return best(readings, false)
                .map(start ->
                        best(readings, true).map(end -> through(start, end)).orElseGet(() -> from(start, last)));
    }

    long nanosAt(long tick) {
        return nanos + Math.round((tick - ticks) * nanosPerTick);
    }

    private static Optional<Reading> best(List<Reading> readings, boolean atEnd) {
        return readings.stream()
                .filter(reading -> reading.atEnd == atEnd)
                .min(Comparator.comparingLong(Reading::widthTicks));
    }

    private static TickClock through(Reading start, Reading end) {
        double rate = rate(end.nanos - start.nanos, end.ticks - start.ticks);
        return new TickClock(start.ticks, start.nanos, rate, error(Math.max(start.widthTicks, end.widthTicks), rate));
    }

    /** With the recorder's own idea of the rate. */
    private static TickClock from(Reading start, RecordedEvent last) {
        long elapsed = Duration.between(start.instant, last.getStartTime()).toNanos();
        double rate = rate(elapsed, last.getLong("startTime") - start.ticks);
        return new TickClock(start.ticks, start.nanos, rate, error(start.widthTicks, rate));
    }

    private static double rate(long nanos, long ticks) {
        return ticks > 0 && nanos > 0 ? (double) nanos / ticks : 1;
    }

    private static long error(long widthTicks, double rate) {
        return Math.round(widthTicks * rate / 2);
    }
}
