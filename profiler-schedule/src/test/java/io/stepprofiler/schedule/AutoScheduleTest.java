package io.stepprofiler.schedule;

import static io.stepprofiler.schedule.SimulatedRun.MILLI;
import static io.stepprofiler.schedule.SimulatedRun.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.schedule.SimulatedRun.Chosen;
import io.stepprofiler.schedule.transition.TransitionTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link AutoSchedule} on made-up steps. */
class AutoScheduleTest {
    @Test
    void auto_outsideOfARun_recordsNothing() {
        assertThat(Schedule.auto().action(3)).isEqualTo(ProfilerAction.NONE);
    }

    @Test
    void auto_inEachRun_hasItsOwnPlan() {
        assertThat(steady(10 * MILLI).schedule()).isNotSameAs(steady(10 * MILLI).schedule());
    }

    @Test
    void auto_describesItself() {
        assertThat(steady(MILLI).schedule()).hasToString("auto: windows when the step time is steady");
    }

    @Test
    void steadySteps_haveAColdWindowAndTwoWarmOnes() {
        List<Chosen> windows = steady(30 * MILLI).run(1000);
        assertThat(windows).extracting(Chosen::warmth).containsExactly(Warmth.COLD, Warmth.WARM, Warmth.WARM);
        assertThat(windows).extracting(Chosen::steps).containsExactly(35L, 34L, 34L);
        assertThat(windows).extracting(Chosen::warmup).containsExactly(1L, 5L, 5L);
    }

    /** Milliseconds of a step, then the steps of the cold window and of the two others. */
    @ParameterizedTest
    @CsvSource({
        "0.01, 500, 500",
        "1, 500, 500",
        "5, 201, 200",
        "30, 35, 34",
        "49, 23, 21",
        "100, 21, 20",
        "800, 7, 20",
        "1000, 5, 20",
        "2000, 3, 10",
        "9000, 3, 3",
        "60000, 3, 3"
    })
    void windows_lastUntilWarmOrASecondAndTwentyStepsWithinTheirLimits(double millis, long cold, long warm) {
        List<Chosen> windows = steady((long) (millis * MILLI)).run(millis < 1 ? 1_000_000 : 20_000);
        assertThat(windows).extracting(Chosen::steps).containsExactly(cold, warm, warm);
    }

    @Test
    void firstWindow_beginsSoonWhenStepsAreSteady() {
        SimulatedRun run = steady(30 * MILLI);
        assertThat(run.nanosUntil(run.run(1000).get(1).first())).isBetween(SECOND, 3 * SECOND);
    }

    @Test
    void secondWindow_beginsAfterFourTimesTheFirst() {
        List<Chosen> windows = steady(100 * MILLI).run(1000);
        assertThat(windows.get(2).first() - windows.get(1).last()).isBetween(4 * 20L, 4 * 20L + 10);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 30, 200})
    void fallingSteps_haveNoWindowBeforeTheyAreNearTheirEnd(int millis) {
        Random random = new Random(millis);
        for (int trial = 0; trial < 20; trial++) {
            double extra = 0.5 + 2.5 * random.nextDouble();
            double seconds = 0.3 + random.nextDouble();
            double noise = 0.05 * random.nextDouble();
            LongUnaryOperator time = step -> {
                double level = 1 + extra * Math.exp(-step * millis / 1000.0 / seconds);
                double chance = noise * new Random(step * 31 + 7).nextGaussian();
                return (long) (millis * MILLI * level * (1 + Math.abs(chance)));
            };
            Chosen first = new SimulatedRun(time).run(40_000).get(1);
            double level = 1 + extra * Math.exp(-first.first() * millis / 1000.0 / seconds);
            assertThat(first.warmth()).isEqualTo(Warmth.WARM);
            assertThat(level)
                    .as("extra %s, %s s, noise %s", extra, seconds, noise)
                    .isLessThan(1.15);
        }
    }

    @Test
    void suddenFall_duringTheWait_isWaitedOut() {
        List<Chosen> windows = new SimulatedRun(step -> (step < 12 ? 60 : 30) * MILLI).run(1000);
        assertThat(windows.get(1).first()).isBetween(40L, 70L);
    }

    @Test
    void compilation_thatGoesOn_isWaitedOut() {
        List<Chosen> windows =
                steady(10 * MILLI).compiling(step -> step < 400 ? 5 * MILLI : 0).run(2000);
        assertThat(windows.get(1)).satisfies(window -> {
            assertThat(window.first()).isBetween(450L, 560L);
            assertThat(window.warmth()).isEqualTo(Warmth.WARM);
        });
    }

    @Test
    void compilation_behindASteadyProgram_doesNotDelayTheWindow() {
        List<Chosen> windows = steady(30 * MILLI).compiling(step -> 2 * MILLI).run(1000);
        assertThat(windows.get(1).warmth()).isEqualTo(Warmth.WARM);
    }

    /** Milliseconds of a step, and the number of steps between the cold and the first window. */
    @ParameterizedTest
    @CsvSource({"1, 9500", "20, 250", "300, 83", "5000, 3", "60000, 1"})
    void programThatNeverGetsWarm_hasAWindowAtTheLimitThatSaysSo(long millis, long waited) {
        List<Chosen> windows =
                steady(millis * MILLI).compiling(step -> millis * MILLI).run(20_000);
        assertThat(windows.get(1).warmth()).isEqualTo(Warmth.NOT_STEADY);
        long before = windows.get(0).last();
        assertThat(windows.get(1).first() - windows.get(1).warmup() - before - 1)
                .isEqualTo(waited);
    }

    @Test
    void windows_waitUntilNothingElseIsRecorded() {
        List<Chosen> windows = steady(30 * MILLI).freeAt(step -> step >= 500).run(2000);
        assertThat(windows.get(1).first()).isEqualTo(501 + 5);
    }

    @Test
    void stepsThatGetFasterInTheWindow_prolongItToASecond() {
        List<Chosen> windows = new SimulatedRun(step -> (step < 60 ? 30 : 10) * MILLI).run(1000);
        assertThat(windows.get(1).first()).isLessThan(60);
        assertThat(windows.get(1).steps()).isBetween(60L, 100L);
    }

    @Test
    void manyBytes_endTheWindow() {
        List<Chosen> windows = steady(10 * MILLI).recording(step -> 1_000_000).run(5000);
        assertThat(windows).extracting(Chosen::steps).containsExactly(21L, 21L, 21L);
    }

    /** Part of a source's memory that a step fills, then the steps of the cold window and of the others. */
    @ParameterizedTest
    @CsvSource({"0.001, 101, 100", "0.04, 11, 22", "0.11, 4, 8", "0.31, 2, 2"})
    void windows_thatFillASource_endBeforeItIsFull(double part, long cold, long warm) {
        SimulatedRun run = steady(10 * MILLI).filling(step -> part);
        assertThat(run.run(5000)).extracting(Chosen::steps).containsExactly(cold, warm, warm);
        assertThat(run.fills()).allMatch(fill -> fill < 1);
        assertThat(run.fills().get(0)).as("room beside the cold window").isLessThan(0.65);
    }

    @Test
    void windows_ofStepsThatFillASourceMoreAndLess_endBeforeItIsFull() {
        Random random = new Random(5);
        for (int trial = 0; trial < 50; trial++) {
            double least = 0.002 + 0.1 * random.nextDouble();
            SimulatedRun run = steady(10 * MILLI).filling(step -> least * (1 + new Random(step).nextDouble()));
            run.run(5000);
            assertThat(run.fills()).hasSize(3).allMatch(fill -> fill < 1);
        }
    }

    @Test
    void slowStepsBetweenTheWindows_areInTheSecond() {
        List<Chosen> windows = new SimulatedRun(step -> (step % 150 == 149 ? 100 : 20) * MILLI).run(5000);
        Chosen second = windows.get(2);
        assertThat(windows.get(1).steps()).isBetween(50L, 60L);
        assertThat(second.last() / 150).as("slow steps until its end").isGreaterThan((second.first() - 1) / 150);
    }

    @Test
    void slowStepsThatDoNotComeBack_endTheWaitForThem() {
        List<Chosen> windows = new SimulatedRun(step -> (step == 200 ? 100 : 20) * MILLI).run(5000);
        assertThat(windows.get(2).steps()).isEqualTo(500);
    }

    @Test
    void capture_whileASlowStepIsAwaited_endsTheWindow() {
        List<Chosen> windows = new SimulatedRun(step -> (step == 200 ? 100 : 20) * MILLI)
                .freeAt(step -> step < 600)
                .run(5000);
        assertThat(windows.get(2).last()).isEqualTo(601);
    }

    @Test
    void plan_isKeptForStepsThatHaveBegun() {
        SimulatedRun run = new SimulatedRun(step -> (step % 70 == 0 ? 200 : 20) * MILLI);
        List<ProfilerAction> begun = new ArrayList<>();
        for (int step = 0; step < 2000; step++) {
            begun.add(run.schedule().action(step));
            run.run(1);
            ProfilerAction last = begun.get(step);
            assertThat(TransitionTable.between(last, run.schedule().action(step + 1))
                            .warning())
                    .as("after step %s", step)
                    .isEmpty();
        }
        assertThat(begun).contains(ProfilerAction.RECORD_AND_SAVE);
    }

    private static SimulatedRun steady(long nanos) {
        return new SimulatedRun(step -> nanos);
    }
}
