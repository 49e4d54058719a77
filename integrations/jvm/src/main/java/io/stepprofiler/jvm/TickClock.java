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
     * The clock of the window with some number; empty if it left no readings.
     *
     * @param first an event as early as can be: it gives the rate if the window has no reading at its start
     * @param last an event as late as can be, for a window without a reading at its end
     */
    static Optional<TickClock> of(long window, List<RecordedEvent> syncs, RecordedEvent first, RecordedEvent last) {
        List<Reading> readings = syncs.stream()
                .filter(sync -> sync.getLong("window") == window)
                .map(Reading::of)
                .toList();
        Optional<Reading> start = best(readings, false);
        Optional<Reading> end = best(readings, true);
        return start.isPresent() && end.isPresent()
                ? Optional.of(through(start.get(), end.get()))
                : start.map(reading -> from(reading, last)).or(() -> end.map(reading -> from(reading, first)));
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
    private static TickClock from(Reading known, RecordedEvent other) {
        long elapsed = Duration.between(known.instant, other.getStartTime()).toNanos();
        double rate = rate(Math.abs(elapsed), Math.abs(other.getLong("startTime") - known.ticks));
        return new TickClock(known.ticks, known.nanos, rate, error(known.widthTicks, rate));
    }

    private static double rate(long nanos, long ticks) {
        return ticks > 0 && nanos > 0 ? (double) nanos / ticks : 1;
    }

    private static long error(long widthTicks, double rate) {
        return Math.round(widthTicks * rate / 2);
    }
}
