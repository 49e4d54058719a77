package io.stepprofiler.jvm;

import io.stepprofiler.clock.TickReading;
import io.stepprofiler.clock.TickScale;
import io.stepprofiler.jvm.ClockSync.Reading;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Clock of the flight recorder in one window: converts its ticks to nanoseconds by interpolation between readings of
 * both clocks. The parts of the window add their readings one after another.
 */
final class FlightClock {
    /** Readings with a larger error are left out if there are others: their threads were preempted. */
    static final long MAX_ERROR_NANOS = 500;

    /** Time for which readings are kept; the start of a longer wait is less exact. */
    private static final Duration REMEMBERED = Duration.ofHours(1);

    private double ticksPerNano;
    private @Nullable TickScale scale;

    /**
     * Adds the readings of a part, and returns the scale for all parts so far; empty if there has been no reading.
     *
     * @param readings in order of time
     * @param estimate estimate of the rate in ticks per nanosecond, used if there is a single reading
     */
    Optional<TickScale> add(List<Reading> readings, DoubleSupplier estimate) {
        TickScale lines = scale;
        if (lines == null) {
            return readings.isEmpty() ? Optional.empty() : Optional.of(first(readings, estimate));
        }
        add(lines, readings);
        return Optional.of(lines);
    }

    /** Largest error of the readings; empty if there are none. */
    OptionalLong errorNanos() {
        TickScale lines = scale;
        return lines == null ? OptionalLong.empty() : OptionalLong.of(lines.errorNanos());
    }

    private TickScale first(List<Reading> readings, DoubleSupplier estimate) {
        Reading start = readings.get(0);
        Reading end = readings.get(readings.size() - 1);
        ticksPerNano =
                readings.size() == 1 ? estimate.getAsDouble() : start.at(1).ticksPerNanoUntil(end.at(1));
        TickScale lines = new TickScale(start.at(ticksPerNano), ticksPerNano, "flight recorder");
        scale = lines;
        add(lines, readings.subList(1, readings.size()));
        return lines;
    }

    private void add(TickScale lines, List<Reading> readings) {
        for (int i = 0; i < readings.size(); i++) {
            TickReading reading = readings.get(i).at(ticksPerNano);
            if (reading.errorNanos() <= MAX_ERROR_NANOS || i == readings.size() - 1) {
                lines.add(reading);
                lines.forgetBefore(reading.ticks() - (long) (REMEMBERED.toNanos() * ticksPerNano));
            }
        }
    }
}
