package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.columns.StepColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps of a program on a clock that the test sets, with work of the profiler between and inside them. */
class StepMeterTest {
    private static final int STEPS = 300;

    /** Work of the profiler: before the first step, after the end of each step, and in the middle of each. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Pauses(long first, long[] between, long[] within) {
        static final Pauses NONE = new Pauses(0, new long[STEPS], new long[STEPS]);

        /** Between most steps next to nothing, as a rule, and up to four seconds between some. */
        static Pauses random(Random random) {
            long[] between = new long[STEPS];
            long[] within = new long[STEPS];
            Arrays.setAll(between, step -> pause(random));
            Arrays.setAll(within, step -> random.nextInt(10) == 0 ? pause(random) : 0);
            return new Pauses(pause(random), between, within);
        }

        private static long pause(Random random) {
            return random.nextInt(4) == 0
                    ? StepMeter.LEAST_PAUSE_NANOS + (random.nextLong() >>> (33 + random.nextInt(15)))
                    : 0;
        }
    }

    /** Returns the ledger's rows of steps of these durations. */
    private static List<long[]> rows(long[] program, Pauses pauses) {
        StepMeter meter = new StepMeter();
        long now = 1_000;
        meter.restart(now);
        now += pauses.first;
        meter.began(now);
        for (int step = 0; step < program.length; step++) {
            now += program[step] / 2;
            if (pauses.within[step] > 0) {
                StepMeter.Reading began = StepMeter.Reading.at(now);
                now += pauses.within[step];
                meter.leaveOut(began, now);
            }
            now += program[step] - program[step] / 2;
            meter.ended(step, 0, now);
            now += pauses.between[step];
            meter.began(now);
        }
        List<long[]> rows = new ArrayList<>();
        for (int step = 0; step < program.length; step++) {
            long[] row = meter.rings.steps().newRow();
            assertThat(meter.rings.steps().read(step, row)).isTrue();
            rows.add(row);
        }
        return rows;
    }

    private static LongStream durations(List<long[]> rows) {
        return rows.stream().mapToLong(StepColumn.DURATION_NANOS::of);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void durations_withWorkOfTheProfiler_areThoseWithout(long seed) {
        Random random = new Random(seed);
        long[] program = random.longs(STEPS, 1, 50_000_000).toArray();
        Pauses pauses = Pauses.random(random);

        List<long[]> rows = rows(program, pauses);

        assertThat(durations(rows).toArray())
                .isEqualTo(durations(rows(program, Pauses.NONE)).toArray())
                .isEqualTo(program);
        for (int step = 1; step < STEPS; step++) {
            long[] last = rows.get(step - 1);
            long gap = StepColumn.START_NANOS.of(rows.get(step))
                    - StepColumn.START_NANOS.of(last)
                    - StepColumn.DURATION_NANOS.of(last);
            assertThat(gap).isEqualTo(pauses.between[step - 1] + pauses.within[step]);
        }
        assertThat(StepColumn.START_NANOS.of(rows.get(0))).isEqualTo(1_000 + pauses.first + pauses.within[0]);
    }

    @ParameterizedTest
    @CsvSource({"0, 500", "19999, 20499", "20000, 500", "2000000000, 500"})
    void work_betweenSteps_isInTheNextOneOnlyIfItIsShort(long pause, long duration) {
        Pauses once = new Pauses(0, new long[] {pause, 0}, new long[2]);

        assertThat(durations(rows(new long[] {500, 500}, once))).containsExactly(500L, duration);
    }

    @Test
    void step_thatEndedBeforeAnotherThreadRestarted_hasNoDuration() {
        StepMeter meter = new StepMeter();
        meter.restart(2_000);
        meter.ended(0, 0, 1_000);

        long[] row = meter.rings.steps().newRow();
        assertThat(meter.rings.steps().read(0, row)).isTrue();
        assertThat(StepColumn.DURATION_NANOS.of(row)).isZero();
    }
}
