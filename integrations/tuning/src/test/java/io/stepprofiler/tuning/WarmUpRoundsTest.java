package io.stepprofiler.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WarmUpRoundsTest {
    private final FakeTime time = new FakeTime();

    @AfterEach
    void giveTheClockBack() {
        time.close();
    }

    /** A function that takes 10,000 ns in its first calls and 1,000 after. */
    private TuningBuilder slowFor(int calls) {
        int[] called = {0};
        return time.tuning().calls(1).variant("a", time.taking("a", () -> called[0]++ < calls ? 10_000 : 1_000));
    }

    @Test
    void timesThatDoNotChange_areSteadyAfterTenRounds() {
        TuningResult result = slowFor(0).warmupUntilSteady(100).run();
        assertThat(result.warmupRounds()).isEqualTo(10);
        assertThat(result.steady()).isTrue();
        assertThat(time.called).hasSize(11);
    }

    @Test
    void timesThatFall_areSteadyFiveRoundsAfterMostOfThem() {
        // The middle of five is fast where three of them are.
        TuningResult result = slowFor(20).warmupUntilSteady(100).run();
        assertThat(result.warmupRounds()).isEqualTo(10);
        assertThat(slowFor(7).warmupUntilSteady(100).run().warmupRounds()).isEqualTo(15);
    }

    @Test
    void timesThatGoOnFalling_endTheWarmUpAtItsLimit() {
        long[] next = {1 << 30};
        TuningResult result = time.tuning()
                .calls(1)
                .variant("a", time.taking("a", () -> next[0] -= next[0] / 10))
                .warmupUntilSteady(25)
                .run();
        assertThat(result.warmupRounds()).isEqualTo(25);
        assertThat(result.steady()).isFalse();
        assertThat(result.table()).contains("after 25 rounds of warm-up, not steady by then");
    }

    @Test
    void oneVariant_thatIsNotSteady_keepsAllWarmingUp() {
        long[] next = {1 << 30};
        TuningResult result = time.tuning()
                .calls(1)
                .variant("a", time.taking("a", () -> 1_000))
                .variant("b", time.taking("b", () -> next[0] -= next[0] / 10))
                .warmupUntilSteady(15)
                .run();
        assertThat(result.warmupRounds()).isEqualTo(15);
        assertThat(time.called).hasSize(2 * 16);
    }

    @Test
    void asManyRoundsAsAreAllowed_endSoonBecauseOnlyTheLastAreCompared() {
        int[] called = {0};
        TuningResult result = time.tuning()
                .calls(1)
                .variant("a", () -> ++called[0])
                .warmup(1_000_000)
                .run();
        assertThat(result.warmupRounds()).isEqualTo(1_000_000);
        assertThat(called[0]).isEqualTo(1_000_001);
    }

    @Test
    void fixedNumber_isCalledAlsoIfTimesAreSteady() {
        assertThat(slowFor(0).warmup(12).run().warmupRounds()).isEqualTo(12);
        assertThat(slowFor(0).warmup(0).run().steady()).isFalse();
    }
}
