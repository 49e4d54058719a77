package io.stepprofiler.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TickScaleTest {
    private static final double[] RATES = {0.001, 0.024, 1, 2.595, 5.123456789, 16};
    private static final long HOUR = 3_600_000_000_000L;

    @Test
    void nanos_betweenReadings_isOnTheLineThroughThem() {
        Random random = new Random(1);
        for (double rate : RATES) {
            List<TickReading> readings = readings(random, rate);
            TickScale scale = scale(rate, readings);
            for (int i = 0; i < 2_000; i++) {
                int line = random.nextInt(readings.size() - 1);
                TickReading left = readings.get(line);
                TickReading right = readings.get(line + 1);
                long tick = left.ticks() + random.nextLong(right.ticks() - left.ticks());
                BigDecimal exact = onLine(tick, left, right);
                assertThat(exact.subtract(BigDecimal.valueOf(scale.nanos(tick))).doubleValue())
                        .as("%d between %s and %s", tick, left, right)
                        .isBetween(-1e-9, 1.01);
            }
        }
    }

    @Test
    void nanos_ofReadings_areTheirs() {
        Random random = new Random(2);
        for (double rate : RATES) {
            List<TickReading> readings = readings(random, rate);
            TickScale scale = scale(rate, readings);
            for (TickReading reading : readings) {
                assertThat(scale.nanos(reading.ticks())).isEqualTo(reading.nanos());
            }
        }
    }

    @Test
    void nanos_keepTheOrderOfTicks() {
        Random random = new Random(3);
        for (double rate : RATES) {
            List<TickReading> readings = readings(random, rate);
            TickScale scale = scale(rate, readings);
            for (TickReading reading : readings) {
                long last = Long.MIN_VALUE;
                for (long tick = reading.ticks() - 500; tick < reading.ticks() + 500; tick++) {
                    long nanos = scale.nanos(tick);
                    assertThat(nanos).isGreaterThanOrEqualTo(last);
                    last = nanos;
                }
            }
        }
    }

    @Test
    void nanos_beforeTheFirstReading_goesBackAtTheSourcesRate() {
        TickScale scale = scale(4, List.of(reading(1000, 50), reading(1000 + HOUR, HOUR)));
        assertThat(scale.nanos(999)).isEqualTo(49);
        assertThat(scale.nanos(-3000)).isEqualTo(-950);
        assertThat(scale.nanos(1000 - 24 * HOUR)).isEqualTo(50 - 6 * HOUR);
    }

    @Test
    void nanos_afterTheLastReading_goOnAtTheSettledRate() {
        TickScale scale = scale(
                2,
                List.of(
                        reading(0, 0),
                        reading(300_000_000, 100_000_000),
                        // A microsecond later, read with an error that would make the clock twice as slow.
                        reading(300_006_000, 100_001_000)));
        assertThat(scale.nanos(300_006_000)).isEqualTo(100_001_000);
        long passed = scale.nanos(300_006_000 + 3_000_000_000L) - 100_001_000;
        assertThat(passed).isBetween(999_980_000L, 1_000_000_000L);
    }

    @Test
    void nanos_afterReadingsThatAreCloseTogether_goOnAtTheSourcesRate() {
        TickScale scale = scale(2, List.of(reading(0, 0), reading(2000, 1500)));
        assertThat(scale.nanos(1000)).isEqualTo(750);
        assertThat(scale.nanos(2000 + 2 * HOUR)).isEqualTo(1500 + HOUR);
    }

    @Test
    void nanos_daysBetweenReadings_areExactToTheNanosecond() {
        long days = 400 * 24 * HOUR;
        TickReading first = reading(-7, Long.MIN_VALUE / 4);
        TickReading last = reading(-7 + days * 5 - 12345, Long.MIN_VALUE / 4 + days);
        TickScale scale = scale(5, List.of(first, last));
        Random random = new Random(4);
        for (int i = 0; i < 1_000; i++) {
            long tick = -7 + random.nextLong(days * 5 - 12345);
            double off = onLine(tick, first, last)
                    .subtract(BigDecimal.valueOf(scale.nanos(tick)))
                    .doubleValue();
            assertThat(off).isBetween(0.0, 3.0);
        }
    }

    @Test
    void nanos_ofNanoTime_areTheTicks() {
        TickScale scale = scale(1, List.of(reading(10, 10), reading(HOUR + 3, HOUR + 3)));
        for (long tick : new long[] {-HOUR * 1000, 9, 10, 11, HOUR, HOUR + 3, 5000 * HOUR + 7}) {
            assertThat(scale.nanos(tick)).isEqualTo(tick);
        }
    }

    @Test
    void nanos_whateverWasAskedBefore_areTheSame() {
        Random random = new Random(5);
        List<TickReading> readings = readings(random, 2.595);
        TickScale used = scale(2.595, readings);
        long span = readings.get(readings.size() - 1).ticks() + 1_000_000;
        for (int i = 0; i < 1000; i++) {
            long tick = random.nextLong(span) - 500_000;
            assertThat(used.nanos(tick)).isEqualTo(scale(2.595, readings).nanos(tick));
        }
    }

    @Test
    void add_afterUse_changesWhatComesAfterTheLastReading() {
        TickScale scale = scale(1, List.of(reading(0, 0), reading(HOUR, HOUR)));
        assertThat(scale.nanos(2 * HOUR)).isEqualTo(2 * HOUR);
        scale.add(reading(2 * HOUR, 2 * HOUR + 5));
        assertThat(scale.nanos(2 * HOUR)).isEqualTo(2 * HOUR + 5);
        assertThat(scale.nanos(HOUR / 2)).isEqualTo(HOUR / 2);
    }

    @Test
    void add_readingsOfTheSameTickOrBefore_addNothing() {
        TickScale scale = scale(1, List.of(reading(0, 0), reading(HOUR, HOUR)));
        scale.add(reading(HOUR, HOUR + 5));
        scale.add(reading(HOUR - 5, HOUR + 5));
        scale.add(reading(HOUR + 5, HOUR - 5));
        assertThat(scale.nanos(HOUR)).isEqualTo(HOUR);
        assertThat(scale.nanos(HOUR + 7)).isEqualTo(HOUR + 7);
    }

    @Test
    void errorNanos_isThatOfTheWorstReading() {
        TickScale scale = new TickScale(new TickReading(0, 0, 30), 1, "a clock");
        scale.add(new TickReading(HOUR, HOUR, 500));
        scale.add(new TickReading(2 * HOUR, 2 * HOUR, 20));
        scale.forgetBefore(2 * HOUR);
        assertThat(scale.errorNanos()).isEqualTo(500);
    }

    @Test
    void nanos_ofReadingsWithErrors_areOffByNoMoreThanTheErrors() {
        Random random = new Random(6);
        for (double rate : RATES) {
            // The true clock is a line; each reading is off it by up to its error.
            TickScale scale = new TickScale(off(random, rate, 0), rate, "a clock");
            for (int i = 1; i <= 50; i++) {
                scale.add(off(random, rate, i * 250_000_000L));
            }
            for (int i = 0; i < 2_000; i++) {
                long nanos = random.nextLong(50 * 250_000_000L);
                assertThat(Math.abs(scale.nanos((long) (nanos * rate)) - nanos))
                        .isLessThanOrEqualTo(scale.errorNanos() + (long) Math.ceil(1 / rate) + 1);
            }
        }
    }

    private static TickReading off(Random random, double rate, long nanos) {
        long error = random.nextLong(2_000);
        return new TickReading((long) (nanos * rate), nanos + random.nextLong(2 * error + 1) - error, error);
    }

    /** The exact time of a tick, by another arithmetic. */
    private static BigDecimal onLine(long tick, TickReading left, TickReading right) {
        BigDecimal ticks = BigDecimal.valueOf(tick).subtract(BigDecimal.valueOf(left.ticks()));
        BigDecimal nanos = BigDecimal.valueOf(right.nanos()).subtract(BigDecimal.valueOf(left.nanos()));
        BigDecimal all = BigDecimal.valueOf(right.ticks()).subtract(BigDecimal.valueOf(left.ticks()));
        return ticks.multiply(nanos)
                .divide(all, new MathContext(60, RoundingMode.HALF_EVEN))
                .add(BigDecimal.valueOf(left.nanos()));
    }

    /** Readings from microseconds to hours apart, of a monotonic clock that is corrected by up to 500 ppm. */
    private static List<TickReading> readings(Random random, double ticksPerNano) {
        List<TickReading> readings = new ArrayList<>();
        long ticks = random.nextLong(1L << 50);
        long nanos = random.nextLong(1L << 50) - (1L << 49);
        for (int i = 0; i < 50; i++) {
            readings.add(reading(ticks, nanos));
            long passed = (long) Math.pow(10, 3 + random.nextDouble() * 9.5);
            nanos += passed;
            ticks += Math.max(1, (long) (passed * ticksPerNano * (1 + (random.nextDouble() - 0.5) / 1000)));
        }
        return readings;
    }

    private static TickScale scale(double ticksPerNano, List<TickReading> readings) {
        TickScale scale = new TickScale(readings.get(0), ticksPerNano, "a clock");
        readings.subList(1, readings.size()).forEach(scale::add);
        return scale;
    }

    private static TickReading reading(long ticks, long nanos) {
        return new TickReading(ticks, nanos, 0);
    }
}
