package io.stepprofiler.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CyclicScheduleTest {
    /** The steps of a schedule written down one after the other, as a person would on paper. */
    private static List<ProfilerAction> onPaper(
            int wait, int warmup, int active, int repeat, int skipFirst, boolean skipFirstWait, int steps) {
        List<ProfilerAction> paper = new ArrayList<>();
        for (int i = 0; i < skipFirst; i++) {
            paper.add(ProfilerAction.NONE);
        }
        for (int cycle = 0; paper.size() < steps && (repeat == 0 || cycle < repeat); cycle++) {
            for (int i = 0; i < wait && !(skipFirstWait && cycle == 0); i++) {
                paper.add(ProfilerAction.NONE);
            }
            for (int i = 0; i < warmup; i++) {
                paper.add(ProfilerAction.WARMUP);
            }
            for (int i = 0; i < active; i++) {
                paper.add(i == active - 1 ? ProfilerAction.RECORD_AND_SAVE : ProfilerAction.RECORD);
            }
        }
        while (paper.size() < steps) {
            paper.add(ProfilerAction.NONE);
        }
        return paper.subList(0, steps);
    }

    @Test
    void action_everySmallSchedule_agreesWithTheOneWrittenOnPaper() {
        int steps = 40;
        int checked = 0;
        for (int wait = 0; wait <= 3; wait++) {
            for (int warmup = 0; warmup <= 3; warmup++) {
                for (int active = 1; active <= 4; active++) {
                    for (int repeat = 0; repeat <= 3; repeat++) {
                        for (int skipFirst = 0; skipFirst <= 3; skipFirst++) {
                            for (boolean skipFirstWait : new boolean[] {false, true}) {
                                Schedule schedule = Schedule.builder()
                                        .wait(wait)
                                        .warmup(warmup)
                                        .active(active)
                                        .repeat(repeat)
                                        .skipFirst(skipFirst)
                                        .skipFirstWait(skipFirstWait)
                                        .build();
                                List<ProfilerAction> actions = new ArrayList<>();
                                for (int step = 0; step < steps; step++) {
                                    actions.add(schedule.action(step));
                                }
                                assertThat(actions)
                                        .as("%s", schedule)
                                        .isEqualTo(
                                                onPaper(wait, warmup, active, repeat, skipFirst, skipFirstWait, steps));
                                checked++;
                            }
                        }
                    }
                }
            }
        }
        assertThat(checked).isEqualTo(4 * 4 * 4 * 4 * 4 * 2);
    }

    /** The formula of torch.profiler.schedule, in integers of any size. */
    private static ProfilerAction inBigIntegers(
            long wait, long warmup, long active, long repeat, long skipFirst, boolean skipFirstWait, long step) {
        BigInteger position = BigInteger.valueOf(step).subtract(BigInteger.valueOf(skipFirst));
        if (position.signum() < 0) {
            return ProfilerAction.NONE;
        }
        if (skipFirstWait) {
            position = position.add(BigInteger.valueOf(wait));
        }
        BigInteger[] cycleAndRest = position.divideAndRemainder(
                BigInteger.valueOf(wait).add(BigInteger.valueOf(warmup)).add(BigInteger.valueOf(active)));
        if (repeat > 0 && cycleAndRest[0].compareTo(BigInteger.valueOf(repeat)) >= 0) {
            return ProfilerAction.NONE;
        }
        long rest = cycleAndRest[1].longValueExact();
        if (rest < wait) {
            return ProfilerAction.NONE;
        }
        if (rest < wait + warmup) {
            return ProfilerAction.WARMUP;
        }
        return rest == wait + warmup + active - 1 ? ProfilerAction.RECORD_AND_SAVE : ProfilerAction.RECORD;
    }

    @Test
    void action_randomLargeSchedules_agreesWithBigIntegers() {
        Random random = new Random(7);
        for (int i = 0; i < 200_000; i++) {
            int wait = anyMagnitude(random);
            int warmup = anyMagnitude(random);
            int active = Math.max(1, anyMagnitude(random));
            int repeat = anyMagnitude(random);
            int skipFirst = anyMagnitude(random);
            boolean skipFirstWait = random.nextBoolean();
            long step = random.nextLong() >>> (1 + random.nextInt(63));
            CyclicSchedule schedule = new CyclicSchedule(wait, warmup, active, repeat, skipFirst, skipFirstWait);
            assertThat(schedule.action(step))
                    .as("%s at %d", schedule, step)
                    .isEqualTo(inBigIntegers(wait, warmup, active, repeat, skipFirst, skipFirstWait, step));
        }
    }

    private static int anyMagnitude(Random random) {
        return random.nextInt() >>> (1 + random.nextInt(31));
    }

    @ParameterizedTest
    @CsvSource({"9223372036854775807", "4294967296", "2147483648", "2147483647"})
    void action_stepBeyondInt_isInTheRightCycle(long step) {
        CyclicSchedule schedule = new CyclicSchedule(1, 1, 3, 0, 2, true);
        assertThat(schedule.action(step)).isEqualTo(inBigIntegers(1, 1, 3, 0, 2, true, step));
    }

    @Test
    void action_negativeStep_namesStepAndRange() {
        CyclicSchedule schedule = new CyclicSchedule(0, 1, 1, 0, 0, false);
        assertThatThrownBy(() -> schedule.action(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("step = -1 is not allowed: must be 0 or more");
    }
}
