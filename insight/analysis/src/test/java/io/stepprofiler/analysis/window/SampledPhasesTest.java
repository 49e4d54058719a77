package io.stepprofiler.analysis.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Steps of a loop without scopes that calls methods of {@code demo.Mlp}. */
class SampledPhasesTest {
    private static final String FORWARD = "Mlp.forward — by samples";
    private static final String BACKWARD = "Mlp.backward — by samples";
    private static final String UPDATE = "Mlp.update — by samples";
    private static final String OTHER = "other code — by samples";

    private final TraceBuilder builder = new TraceBuilder();
    private final TrackBuilder main = builder.thread(1, "main");

    private void sample(long nanos, String method, long weight) {
        int stack = builder.stackId(DirectCalleesTest.stack("demo.Train.main > demo.Mlp." + method));
        builder.stackSample(new StackSample(nanos, 1, SampleKind.JAVA, stack, weight));
    }

    private SampledPhases phases() {
        Trace trace = builder.build();
        return new WindowAnalysis(trace).sampledPhases();
    }

    /** Adds steps of 100 ns, each with three samples of 20 ns. */
    private void loop(int steps) {
        for (int i = 0; i < steps; i++) {
            builder.step(new StepMark(i, 100L * i, 100, 1, false));
            sample(100L * i + 10, "forward", 20);
            sample(100L * i + 40, "forward", 20);
            sample(100L * i + 70, "backward", 20);
        }
    }

    @Test
    void steps_ofALoopWithoutScopes_areDividedAsFarAsSamplesCoverThem() {
        loop(10);
        SampledPhases phases = phases();
        assertThat(phases.steps()).allSatisfy(step -> {
            assertThat(step.phases()).containsOnly(entry(FORWARD, 40L), entry(BACKWARD, 20L));
            assertThat(step.of(StepCategory.PHASE)).isEqualTo(60);
            assertThat(step.of(StepCategory.UNACCOUNTED)).isEqualTo(40);
        });
        assertThat(phases.counts()).containsOnly(entry(FORWARD, 20), entry(BACKWARD, 10));
        assertThat(phases.dividedNanos()).isEqualTo(600);
    }

    @Test
    void steps_withFewSamples_stayUnaccounted() {
        loop(6);
        SampledPhases phases = phases();
        assertThat(phases.steps()).allSatisfy(step -> {
            assertThat(step.phases()).isEmpty();
            assertThat(step.of(StepCategory.UNACCOUNTED)).isEqualTo(100);
        });
        assertThat(phases.undivided()).isEqualTo(18);
        assertThat(phases.nanos()).isEqualTo(18 * 20);
        assertThat(phases.dividedNanos()).isZero();
    }

    @Test
    void steps_withScopesAndWaits_areDividedOutsideOfThem() {
        loop(20);
        for (int i = 0; i < 20; i++) {
            main.add(builder.nameId("forward"), 100L * i, 50);
            main.add(builder.nameId("Park", EventKind.WAIT, ""), 100L * i + 50, 10);
        }
        assertThat(phases().steps()).allSatisfy(step -> {
            assertThat(step.phases()).containsOnly(entry("forward", 50L), entry(BACKWARD, 20L));
            assertThat(step.of(StepCategory.UNACCOUNTED)).isEqualTo(20);
        });
    }

    @Test
    void steps_withSeveralSamplesOfTheirOwn_areDividedByThem() {
        loop(20);
        builder.step(new StepMark(20, 2000, 1000, 1, false));
        for (int i = 0; i < 10; i++) {
            sample(2000 + 100L * i, "update", 50);
        }
        List<StepBreakdown> steps = phases().steps();
        assertThat(steps.get(20).phases()).containsOnly(entry(UPDATE, 500L));
        assertThat(steps.get(0).phases()).containsOnlyKeys(FORWARD, BACKWARD);
    }

    @Test
    void steps_muchLongerThanMost_areDividedByFewSamplesOfTheirOwn() {
        loop(20);
        builder.step(new StepMark(20, 2000, 300, 1, false));
        for (int i = 0; i < 3; i++) {
            sample(2000 + 100L * i, "update", 50);
        }
        List<StepBreakdown> steps = phases().steps();
        assertThat(steps.get(20).phases()).containsOnly(entry(UPDATE, 150L));
        assertThat(steps.get(0).phases()).containsOnlyKeys(FORWARD, BACKWARD);
    }

    @Test
    void steps_whoseSamplesWeighMoreThanTheyLast_haveNoUnaccountedTime() {
        loop(10);
        for (int i = 0; i < 30; i++) {
            sample(33L * i, "update", 100);
        }
        assertThat(phases().steps())
                .allSatisfy(
                        step -> assertThat(step.of(StepCategory.UNACCOUNTED)).isLessThanOrEqualTo(1));
    }

    @Test
    void steps_withRareMethods_haveOnePhaseOfAllOfThem() {
        loop(10);
        sample(5, "log", 20);
        sample(205, "save", 20);
        builder.stackSample(new StackSample(405, 1, SampleKind.JAVA, -1, 20));
        SampledPhases phases = phases();
        assertThat(phases.counts()).containsEntry(OTHER, 3);
        assertThat(phases.steps().get(9).phases()).containsOnlyKeys(FORWARD, BACKWARD, OTHER);
    }

    static Stream<Random> random() {
        return IntStream.range(0, 200).mapToObj(Random::new);
    }

    /** The oracle divides each step by all samples of its group, with fractions. */
    @ParameterizedTest
    @MethodSource("random")
    void steps_atRandom_haveTheSharesOfTheOracleAndAddUp(Random random) {
        List<String> methods = List.of("forward", "backward", "update", "loss");
        List<Map<String, Double>> own = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        List<Long> durations = new ArrayList<>();
        List<Boolean> isAlike = new ArrayList<>();
        Map<String, Double> shared = new HashMap<>();
        Map<String, Integer> counts = new HashMap<>();
        long now = 0;
        long sharedNanos = 0;
        for (int i = 0; i < 5 + random.nextInt(20); i++) {
            long duration = 1000L + random.nextInt(9000);
            Map<String, Double> weights = new HashMap<>();
            int size = random.nextInt(12);
            builder.step(new StepMark(i, now, duration, 1, false));
            for (int j = 0; j < size; j++) {
                String method = methods.get(random.nextInt(4));
                long weight = 1L + random.nextInt(1000);
                sample(now + random.nextInt((int) duration), method, weight);
                weights.merge("Mlp." + method + SampledPhases.MARK, (double) weight, Double::sum);
                counts.merge("Mlp." + method + SampledPhases.MARK, 1, Integer::sum);
            }
            own.add(weights);
            sizes.add(size);
            durations.add(duration);
            now += duration;
        }
        List<Long> sorted = durations.stream().sorted().toList();
        long median = sorted.get((sorted.size() - 1) / 2);
        for (int i = 0; i < durations.size(); i++) {
            isAlike.add(sizes.get(i) < (durations.get(i) > 2 * median ? 3 : 8));
            if (isAlike.get(i)) {
                own.get(i).forEach((name, weight) -> shared.merge(name, weight, Double::sum));
                sharedNanos += durations.get(i);
            }
        }
        SampledPhases phases = phases();
        long all = counts.values().stream().mapToLong(Integer::longValue).sum();
        boolean isDivided =
                all >= SampledPhases.FEWEST && counts.values().stream().allMatch(count -> count >= 3);
        long nanos = 0;
        for (int i = 0; i < durations.size(); i++) {
            StepBreakdown step = phases.steps().get(i);
            long duration = durations.get(i);
            assertThat(step.nanos().values().stream().mapToLong(Long::longValue).sum())
                    .isEqualTo(duration);
            assertThat(step.phases().values().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isEqualTo(step.of(StepCategory.PHASE));
            nanos += step.of(StepCategory.PHASE);
            Map<String, Double> weights = isAlike.get(i) ? shared : own.get(i);
            double of = isAlike.get(i) ? sharedNanos : duration;
            double sum =
                    weights.values().stream().mapToDouble(Double::doubleValue).sum();
            for (String name : isDivided ? counts.keySet() : new ArrayList<String>()) {
                double share = sum == 0 ? 0 : weights.getOrDefault(name, 0.0) / sum * Math.min(1, sum / of);
                assertThat((double) step.phases().getOrDefault(name, 0L)).isCloseTo(share * duration, within(2.0));
            }
        }
        assertThat(phases.dividedNanos()).isEqualTo(nanos);
        assertThat(all < SampledPhases.FEWEST ? phases.undivided() : all).isEqualTo(all);
    }
}
