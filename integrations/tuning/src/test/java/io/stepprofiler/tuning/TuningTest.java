package io.stepprofiler.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.readers.accounting.TrimmedMean;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TuningTest {
    private final FakeTime time = new FakeTime();

    @AfterEach
    void giveTheClockBack() {
        time.close();
    }

    private static LongSupplier random(long seed, long mean, long spread) {
        Random random = new Random(seed);
        return () -> mean + Math.round(spread * random.nextGaussian());
    }

    private static Callable<?> failing(String message) {
        return () -> {
            throw new IllegalStateException(message);
        };
    }

    @Test
    @SuppressWarnings("NullAway") // What a caller without a null checker may pass.
    void null_isRefusedNamingTheParameter() {
        TuningBuilder tuning = time.tuning();
        assertNullRefused(() -> tuning.variants(null, value -> failing("never called")), "values");
        assertNullRefused(() -> tuning.variants(List.of(), null), "function");
        assertNullRefused(() -> tuning.inputs((String[]) null), "texts");
        assertNullRefused(() -> tuning.inputs("float32", null), "texts");
        assertNullRefused(() -> tuning.cache(null), "where");
    }

    private static void assertNullRefused(Runnable setter, String parameter) {
        assertThatThrownBy(setter::run).isInstanceOf(NullPointerException.class).hasMessage(parameter);
    }

    @Test
    void times_areThoseOfTheScopesWithoutOneMinimumAndOneMaximum() {
        long[] times = {5_000, 1_000, 3_000, 2_000, 90_000};
        int[] next = {0};
        TuningResult result = time.tuning()
                .warmup(0)
                .calls(5)
                .variant("a", time.taking("a", () -> times[next[0]++]))
                .run();
        TrimmedMean expected =
                TrimmedMean.of(LongStream.of(times).asDoubleStream().toArray());
        assertThat(result.timedBy()).isEqualTo(TimedBy.PROFILE);
        assertThat(result.times("a").calls()).isEqualTo(5);
        assertThat(result.times("a").meanNanos()).isEqualTo(expected.mean()).isEqualTo(10_000.0 / 3);
        assertThat(result.times("a").deviationNanos()).isEqualTo(expected.deviation());
        assertThat(result.warnings()).isEmpty();
    }

    @Test
    void variants_thatDiffer_areToldApart() {
        TuningResult result = time.tuning()
                .variant("slow", time.taking("slow", random(1, 1_200_000, 20_000)))
                .variant("fast", time.taking("fast", random(2, 1_000_000, 20_000)))
                .variant("slower", time.taking("slower", random(3, 1_500_000, 20_000)))
                .run();
        assertThat(result.fastest()).isEqualTo("fast");
        assertThat(result.isDecided()).isTrue();
        assertThat(result.tied()).isEmpty();
        assertThat(result.differences()).extracting(Difference::id).containsExactly("slow", "slower");
        Difference slow = result.differences().get(0);
        assertThat(slow.nanos()).isCloseTo(200_000, within(20_000.0));
        assertThat(slow.lowNanos()).isBetween(150_000.0, slow.nanos());
        assertThat(slow.highNanos()).isBetween(slow.nanos(), 250_000.0);
    }

    @Test
    void variants_ofOneTime_cannotBeTold() {
        TuningResult result = time.tuning()
                .variant("a", time.taking("a", random(1, 1_000_000, 50_000)))
                .variant("b", time.taking("b", random(2, 1_000_000, 50_000)))
                .run();
        assertThat(result.isDecided()).isFalse();
        assertThat(result.tied()).hasSize(1).doesNotContain(result.fastest());
        assertThat(result).asString().startsWith("work: no significant difference between ");
    }

    @Test
    void drift_ofTheMachine_isTakenOutByPairs() {
        // All gets slower, by far more than the difference.
        long[] drift = {0};
        LongSupplier slow = () -> 1_010_000 + (drift[0] += 10_000);
        LongSupplier fast = () -> 1_000_000 + (drift[0] += 10_000);
        TuningResult result = time.tuning()
                .calls(40)
                .variant("a", time.taking("a", slow))
                .variant("b", time.taking("b", fast))
                .run();
        assertThat(result.differences().get(0).highNanos()
                        - result.differences().get(0).lowNanos())
                .isLessThan(20_000);
        assertThat(result.times("a").deviationNanos()).isGreaterThan(200_000);
    }

    @Test
    void rounds_callEachVariantOnceInAnOrderDrawnAnew() {
        Set<List<String>> orders = new HashSet<>();
        List<String> ids = List.of("1", "2", "3", "4");
        time.tuning()
                .warmup(0)
                .calls(30)
                .variants(List.of(1, 2, 3, 4), i -> time.taking(i.toString(), () -> i))
                .run();
        assertThat(time.called).hasSize(120);
        for (int round = 0; round < 30; round++) {
            List<String> order = time.called.subList(4 * round, 4 * round + 4);
            assertThat(order).containsExactlyInAnyOrderElementsOf(ids);
            orders.add(List.copyOf(order));
        }
        assertThat(orders).hasSizeGreaterThan(10);
    }

    @Test
    void order_ofOneSeed_isTheSame() {
        List<List<String>> called = new ArrayList<>();
        for (long seed : new long[] {5, 5, 6}) {
            time.called.clear();
            time.tuning()
                    .seed(seed)
                    .variants(List.of(1, 2, 3), i -> time.taking(i.toString(), () -> i))
                    .run();
            called.add(List.copyOf(time.called));
        }
        assertThat(called.get(0)).isEqualTo(called.get(1)).isNotEqualTo(called.get(2));
    }

    @Test
    void tuningOfTheSameName_insideACall_leavesTheTimesOfTheCalls() {
        TuningResult result = time.tuning()
                .warmup(0)
                .calls(4)
                .variant("a", () -> {
                    time.taking("a", () -> 2_000).call();
                    time.tuning()
                            .warmup(0)
                            .calls(4)
                            .variant("a", time.taking("a", () -> 1_000))
                            .run();
                    return 1;
                })
                .run();
        assertThat(result.times("a").calls()).isEqualTo(4);
        assertThat(result.times("a").meanNanos()).isEqualTo(6_000);
        assertThat(result.warnings()).isEmpty();
    }

    @Test
    void otherProfile_thatRuns_leavesTheClock() {
        try (Profile other = Profile.builder().name("training").start()) {
            TuningResult result = time.tuning()
                    .variant("a", time.taking("a", () -> 2_000))
                    .variant("b", time.taking("b", () -> 1_000))
                    .run();
            assertThat(result.timedBy()).isEqualTo(TimedBy.CLOCK);
            assertThat(result.warnings()).singleElement().asString().contains("no profile can be opened", "training");
            assertThat(result.times("a").meanNanos()).isEqualTo(2_000);
            assertThat(result.fastest()).isEqualTo("b");
            assertThat(other.isRunning()).isTrue();
        }
    }

    @Test
    void profile_isClosedAfterwardsAlsoIfAVariantEndsWithAnError() {
        assertThatThrownBy(() -> time.tuning()
                        .warmup(0)
                        .variant("a", () -> {
                            throw new AssertionError("the program's own");
                        })
                        .run())
                .isInstanceOf(AssertionError.class);
        Profile.builder().start().close();
    }

    @Test
    void scopes_ofTheVariantItself_areNoCalls() {
        TuningResult result = time.tuning()
                .calls(5)
                .variant("a", () -> {
                    try (Scope scope = Scope.open("work [a]")) {
                        time.pass(1_000);
                        return scope.arg("size", 3);
                    }
                })
                .run();
        assertThat(result.times("a").calls()).isEqualTo(5);
        assertThat(result.times("a").meanNanos()).isEqualTo(1_000);
    }

    @Test
    void variant_thatThrows_isInfiniteAndCalledNoMore() {
        TuningResult result = time.tuning()
                .variant("a", time.taking("a", () -> 1_000))
                .variant("b", failing("no room for blocks of 4096"))
                .run();
        assertThat(result.fastest()).isEqualTo("a");
        assertThat(result.isDecided()).isTrue();
        assertThat(result.times("b").isMeasured()).isFalse();
        assertThat(result.times("b").meanNanos()).isInfinite();
        assertThat(result.times("b").failure()).contains("no room for blocks of 4096");
        assertThat(result.warnings()).singleElement().asString().contains("b was not measured");
    }

    @Test
    void variant_thatThrowsInTheEnd_isInfiniteToo() {
        int[] calls = {0};
        TuningResult result = time.tuning()
                .variant("a", time.taking("a", () -> 1_000))
                .variant("b", () -> {
                    if (++calls[0] == 10) {
                        throw new IllegalStateException("full");
                    }
                    time.pass(10);
                    return null;
                })
                .run();
        assertThat(calls[0]).isEqualTo(10);
        assertThat(result.fastest()).isEqualTo("a");
        assertThat(result.times("b").isMeasured()).isFalse();
        assertThat(result.warnings()).hasSize(1);
    }

    @Test
    void fewerThanHalf_ofTheVariants_areNoResult() {
        TuningBuilder builder = time.tuning()
                .variant("a", time.taking("a", () -> 1_000))
                .variant("b", failing("first"))
                .variant("c", failing("second"));
        assertThatThrownBy(builder::run)
                .isInstanceOf(TuningException.class)
                .hasMessageContainingAll("only 1 of 3", "first", "second")
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void interrupt_ofAVariant_isKept() {
        TuningBuilder builder = time.tuning().variant("a", () -> {
            throw new InterruptedException("enough");
        });
        assertThatThrownBy(builder::run).isInstanceOf(TuningException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void fewerThanEightCalls_tellNothing() {
        TuningResult result = time.tuning()
                .calls(7)
                .variant("a", time.taking("a", () -> 1_000))
                .variant("b", time.taking("b", () -> 2_000))
                .run();
        assertThat(result.fastest()).isEqualTo("a");
        assertThat(result.tied()).containsExactly("b");
        assertThat(result.table()).contains("too few calls to tell");
    }

    /** Means and pairs may disagree where both are moved by outliers. */
    @Test
    void difference_thatSpeaksAgainstTheMeans_isNotTold() {
        assertThat(new Difference("a", 2, 1, 3).isSignificant()).isTrue();
        assertThat(new Difference("a", 1, -1, 3).isSignificant()).isFalse();
        assertThat(new Difference("a", -2, -3, -1).isSignificant()).isFalse();
    }

    @Test
    void builder_refusesWhatCannotBe() {
        TuningBuilder builder = Tuning.of("work").variant("a", () -> null);
        assertThatThrownBy(() -> builder.variant("a", () -> null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("id = a");
        assertThatThrownBy(() -> builder.calls(0)).hasMessageContaining("calls = 0 is not allowed");
        assertThatThrownBy(() -> builder.warmup(-1)).hasMessageContaining("rounds = -1 is not allowed");
        assertThatThrownBy(() -> builder.warmupUntilSteady(1_000_001)).hasMessageContaining("most = 1000001");
        assertThatThrownBy(() -> builder.confidence(1)).hasMessageContaining("confidence = 1.0");
        assertThatThrownBy(() -> builder.confidence(Double.NaN)).hasMessageContaining("confidence = NaN");
        assertThatThrownBy(() -> Tuning.of("work").run()).hasMessageContaining("variants = []");
    }

    @Test
    void table_hasARowForEachVariant() {
        TuningResult result = time.tuning()
                .variant("block=16", time.taking("a", () -> 2_000_000))
                .variant("block=32", time.taking("b", () -> 1_000_000))
                .variant("block\n=64", failing("too\nlarge"))
                .run();
        List<String> lines = result.table().lines().toList();
        assertThat(lines.get(0)).isEqualTo("work: block=32 is the fastest");
        assertThat(lines.get(1)).startsWith("variant").contains("calls", "mean", "deviation", "longer by", "95.0 %");
        assertThat(lines.get(2)).startsWith("block=16").contains("2.00 ms", "0 ns", "1.00 ms to 1.00 ms");
        assertThat(lines.get(3)).startsWith("block=32").endsWith("fastest");
        assertThat(lines.get(4)).contains("--", "IllegalStateException");
        assertThat(lines.get(5)).isEqualTo("times: profile, after 3 rounds of warm-up, not steady by then");
        assertThat(lines.get(6)).startsWith("warning: ");
        assertThat(lines).hasSize(7);
    }
}
