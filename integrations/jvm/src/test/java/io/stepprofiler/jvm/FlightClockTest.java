package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.clock.TickScale;
import io.stepprofiler.jvm.ClockSync.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Readings of clocks that are made up: of the monotonic one the rate is corrected once a second. */
class FlightClockTest {
    private static final double TICKS_PER_NANO = 2.6;
    private static final long SECOND = 1_000_000_000;

    private final FlightClock clock = new FlightClock();

    /** A reading that took so many nanoseconds, the true moment anywhere in it. */
    private static Reading reading(int number, long nanos, long tick, long tookNanos, double place) {
        long tookTicks = (long) (tookNanos * TICKS_PER_NANO);
        return new Reading(number, tick - (long) (tookTicks * place), nanos, tookTicks);
    }

    private static double never() {
        throw new AssertionError("two readings tell the rate");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void times_overTenMinutesOfPieces_areWithinAMicrosecond(int seed) {
        Random random = new Random(seed);
        List<long[]> moments = new ArrayList<>();
        List<Reading> piece = new ArrayList<>();
        long nanos = 1_000_000 * SECOND;
        long tick = 7_000_000;
        double correction = 0;
        for (int second = 0; second < 600; second++) {
            piece.add(reading(second, nanos, tick, 30 + random.nextInt(300), random.nextDouble()));
            if (random.nextInt(10) == 0) {
                assertThat(clock.add(piece, FlightClockTest::never)).isPresent();
                piece.clear();
            }
            // Up to a part in a million a second is more than a kernel does that is in step with its time server.
            correction += (random.nextDouble() - 0.5) * 2e-6;
            long passed = (long) (SECOND * TICKS_PER_NANO * (1 + correction));
            long within = random.nextInt((int) SECOND);
            moments.add(new long[] {nanos + within, tick + (long) ((double) within / SECOND * passed)});
            nanos += SECOND;
            tick += passed;
        }
        piece.add(reading(600, nanos, tick, 100, 0.5));
        TickScale scale = clock.add(piece, FlightClockTest::never).orElseThrow();
        assertThat(moments)
                .allSatisfy(moment ->
                        assertThat(Math.abs(scale.nanos(moment[1]) - moment[0])).isLessThan(1000));
    }

    @Test
    void reading_inWhichTheThreadWasInterrupted_isLeftOut() {
        TickScale scale = clock.add(
                        List.of(
                                new Reading(0, 0, 0, 10),
                                // Far off, and as much in doubt.
                                new Reading(1, 1_000_000, 1_400_000, 1_000_000),
                                new Reading(2, 2_000_000, 2_000_000, 10)),
                        FlightClockTest::never)
                .orElseThrow();
        assertThat(scale.nanos(1_000_000)).isCloseTo(1_000_000, Offset.offset(10L));
        assertThat(clock.errorNanos()).hasValue(5);
    }

    @Test
    void reading_thatIsTheOnlyOne_takesTheRateThatIsGiven() {
        TickScale scale =
                clock.add(List.of(new Reading(0, 500, 10_000, 0)), () -> 2).orElseThrow();
        assertThat(scale.nanos(2500)).isEqualTo(11_000);
    }

    @Test
    void piece_withoutAReading_goesOnAsBefore() {
        clock.add(
                List.of(new Reading(0, 0, 0, 0), new Reading(1, 200_000_000, 100_000_000, 0)), FlightClockTest::never);
        TickScale scale = clock.add(List.of(), FlightClockTest::never).orElseThrow();
        assertThat(scale.nanos(400_000_000)).isEqualTo(200_000_000);
    }
}
