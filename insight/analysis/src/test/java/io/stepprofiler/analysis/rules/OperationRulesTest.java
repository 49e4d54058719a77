package io.stepprofiler.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is no fault although it looks like one; the faults themselves are found in real trainings, in the examples. */
class OperationRulesTest {
    private static final int STEPS = 4;
    private static final long STEP_NANOS = 1000;

    /** Findings about steps in which some operations follow each other within another event, a tenth of a step each. */
    private static List<String> findings(String around, String... operations) {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "main");
        for (int step = 0; step < STEPS; step++) {
            long start = STEP_NANOS * step;
            builder.step(new StepMark(step, start, STEP_NANOS, 1, false));
            main.add(builder.nameId(around), start, STEP_NANOS - 1);
            for (int i = 0; i < operations.length; i++) {
                main.add(builder.nameId(operations[i]), start + 1 + 100L * i, 100);
            }
        }
        return new RuleSet(OperationRules.ALL)
                .check(WindowFacts.of(builder.build())).findings().stream()
                        .map(Finding::rule)
                        .toList();
    }

    @Test
    void gradientsZeroed_inAScope_areFound() {
        assertThat(findings("zero_grad", "aten::zero_", "aten::zero_")).containsExactly("gradients-zeroed");
    }

    @Test
    void gradientsZeroed_buffersOfABackwardFunctionOrANewTensor_areNone() {
        assertThat(findings("MaxPool2DWithIndicesBackward0", "aten::zero_", "aten::zero_"))
                .isEmpty();
        assertThat(findings("aten::zeros", "aten::zero_", "aten::zero_")).isEmpty();
    }

    @Test
    void copies_insideACopy_countOnce() {
        assertThat(findings("aten::to", "aten::copy_", "aten::copy_")).containsExactly("copies");
        assertThat(findings("forward", "aten::mm", "aten::mm", "aten::mm")).isEmpty();
    }

    @Test
    void copies_insideTheOptimizer_areNone() {
        assertThat(findings("Optimizer.step#Adam.step", "aten::copy_", "aten::copy_", "aten::copy_"))
                .isEmpty();
    }

    @Test
    void valuesReadBack_fewAndShort_areFine() {
        assertThat(findings("aten::mm", "aten::view")).isEmpty();
        assertThat(findings("metrics", "aten::item")).containsExactly("values-read-back");
    }

    @Test
    void operationLoop_severalLoopsAStep_countsAllInItsEvidence() {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "main");
        for (int step = 0; step < STEPS; step++) {
            long start = STEP_NANOS * step;
            builder.step(new StepMark(step, start, STEP_NANOS, 1, false));
            for (int loop = 0; loop < 2; loop++) {
                long from = start + 500L * loop;
                main.add(builder.nameId("row"), from, 490);
                for (int i = 0; i < 12; i++) {
                    main.add(builder.nameId("aten::select"), from + 1 + 40L * i, 30);
                }
            }
        }
        Finding found = new RuleSet(LoopRules.ALL)
                .check(WindowFacts.of(builder.build()))
                .findings()
                .get(0);
        assertThat(found.sentence()).contains("24 a step");
        assertThat(found.proofs())
                .singleElement()
                .satisfies(proof ->
                        assertThat(proof.text()).isEqualTo("24 times a step aten::select in row; the longest loop"));
    }
}
