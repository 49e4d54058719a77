package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.StepsOfATrace.MAIN;
import static io.stepprofiler.analysis.rules.StepsOfATrace.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.trace.TrackBuilder;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Steps of one operation each, whose input has a length and which takes a time. */
class ShapeRulesTest {
    private static final int STEPS = 48;

    private static StepsOfATrace steps(IntToLongFunction length, IntToLongFunction millis) {
        StepsOfATrace steps = new StepsOfATrace();
        int name = steps.builder.nameId("aten::gru");
        long start = 0;
        for (int i = 0; i < STEPS; i++) {
            long nanos = millis.applyAsLong(i) * MILLI;
            steps.step(millis.applyAsLong(i) + 1, millis.applyAsLong(i) + 1);
            int signature = steps.builder.signatureId(OpSignature.of(
                    Operand.tensor(ElementType.FLOAT, Dims.of(16, length.applyAsLong(i))),
                    Operand.tensor(ElementType.FLOAT, Dims.of(8, 8))));
            TrackBuilder track = steps.builder.thread(MAIN, "main");
            track.signature(track.add(name, start, nanos), signature);
            start += nanos + MILLI;
        }
        return steps;
    }

    private static Stream<String> rules(StepsOfATrace steps) {
        return steps.diagnosis().findings().stream().map(Finding::rule);
    }

    @Test
    void changingShapes_firstCallOfEachIsLonger_isFoundByCallsOfTheSameShape() {
        Finding found = steps(i -> 16 + i % 12, i -> i < 12 ? 60 : 10).finding("changing-shapes");
        assertThat(found.sentence())
                .startsWith(
                        "aten::gru has inputs of 12 shapes that not every step uses; of 12 that repeat, the first call"
                                + " takes 60.0 ms, later calls with the same shape 10.0 ms");
    }

    /** Long inputs come first, and later short ones: calls of one shape take the same time. */
    @Test
    void changingShapes_firstOnesAreLong_isSilent() {
        StepsOfATrace steps = steps(i -> length(i), i -> length(i));
        assertThat(rules(steps)).doesNotContain("changing-shapes").contains("input-sizes");
    }

    private static long length(int step) {
        return step < 8 ? 100 + 10 * step : 10 + step % 8;
    }

    @Test
    void inputSizes_longInputsTakeLonger_areTheCause() {
        Finding found =
                steps(i -> 10 + 7 * i % 12 * 10, i -> 10 + 7 * i % 12 * 10).finding("input-sizes");
        assertThat(found.sentence())
                .isEqualTo(
                        "step time follows the size of the input of aten::gru, in 100.0 % of the pairs of steps whose"
                                + " inputs differ by a quarter: the median step takes 111 ms with the largest inputs and 11.0 ms"
                                + " with the smallest; what steps take beyond the median costs 26.5 % of the step");
        assertThat(found.proofs().get(0).text()).isEqualTo("largest input: [[16, 120], [8, 8]]");
        assertThat(found.advice().get(0).text()).startsWith("sort samples by length");
    }

    /** Most inputs are short, and their times differ by chance: ranks would hardly correlate. */
    @Test
    void inputSizes_fewLongInputs_areTheCause() {
        assertThat(steps(i -> i % 12 == 5 ? 200 + i : 19 + i % 3, i -> i % 12 == 5 ? 90 : 12 + 5 * i % 7)
                        .finding("input-sizes")
                        .severity())
                .isEqualTo(Severity.WARNING);
    }

    @Test
    void inputSizes_threeLongInputs_mayBeChance() {
        assertThat(rules(steps(i -> i % 16 == 5 ? 200 + i : 19 + i % 3, i -> i % 16 == 5 ? 90 : 12 + 5 * i % 7)))
                .doesNotContain("input-sizes");
    }

    @Test
    void inputSizes_timesOfOtherCauses_areSilent() {
        assertThat(rules(steps(i -> 10 + 7 * i % 12 * 10, i -> 10 + 5 * i % 13 * 10)))
                .doesNotContain("input-sizes");
    }

    @Test
    void inputSizes_thatChangeTheTimeLittle_areSilent() {
        assertThat(rules(steps(i -> 10 + 7 * i % 12, i -> 100 + 7 * i % 12))).doesNotContain("input-sizes");
    }

    @Test
    void inputSizes_operationThatSomeStepsCallMoreOften_areSilent() {
        StepsOfATrace steps = steps(i -> 10 + 7 * i % 12 * 10, i -> 10 + 7 * i % 12 * 10);
        steps.builder.thread(MAIN, "main").add(steps.builder.nameId("aten::gru"), 10 * MILLI, MILLI / 2);
        assertThat(rules(steps)).doesNotContain("input-sizes");
    }

    @Test
    void inputSizes_stepsWithoutOperations_areNotCompared() {
        StepsOfATrace steps = steps(i -> 10 + 7 * i % 12 * 10, i -> 10 + 7 * i % 12 * 10);
        steps.step(20);
        assertThat(steps.finding("input-sizes").sentence())
                .startsWith(
                        "step time follows the size of the input of aten::gru, in 100.0 % of the pairs of steps whose"
                                + " inputs differ by a quarter, of 48 steps that call it: ");
    }

    @Test
    void changingShapes_inputThatGrowsWithEachStep_isNoCaseForPadding() {
        StepsOfATrace steps = steps(i -> 10 + i, i -> 10 + i);
        Finding found = steps.finding("changing-shapes");
        assertThat(found.sentence())
                .isEqualTo(
                        "the input of aten::gru grows with each step, from [[16, 10], [8, 8]] to [[16, 57], [8, 8]]");
        assertThat(found.advice()).extracting(Advice::text).noneMatch(text -> text.contains("pad"));
        assertThat(rules(steps)).as("something else may make the steps longer").doesNotContain("input-sizes");
    }

    @Test
    void changingShapes_noneRepeats_saysNothingAboutTheirCost() {
        Finding found = steps(i -> 10 + 7 * i % STEPS, i -> 10).finding("changing-shapes");
        assertThat(found.severity()).isEqualTo(Severity.INFORMATION);
        assertThat(found.sentence()).endsWith("48 shapes that not every step uses; no shape repeats");
    }
}
