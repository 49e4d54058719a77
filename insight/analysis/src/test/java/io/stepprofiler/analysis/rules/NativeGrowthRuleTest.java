package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.StepsOfATrace.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.MetadataValue;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Twenty steps of 100 ms with a reading of the memory in each; the process begins with 500 MiB. */
class NativeGrowthRuleTest {
    private static final String CREATE = "ai.djl.pytorch.engine.PtNDManager.randomNormal:9 Leak.batch:27 Leak.step:30";

    private static StepsOfATrace growing(IntToDoubleFunction process, IntToDoubleFunction heap) {
        StepsOfATrace steps = new StepsOfATrace();
        steps.builder.metadata(
                Environment.KEY, new MetadataValue("java=17; memory=8000000000; framework.DJL=0.35", false));
        for (int i = 0; i < 20; i++) {
            steps.step(100, CREATE);
            steps.builder.counter("process memory MiB", 100L * i * MILLI, process.applyAsDouble(i));
            steps.builder.counter("jvm heap MiB", 100L * i * MILLI, heap.applyAsDouble(i));
        }
        return steps;
    }

    @Test
    void nativeMemoryGrows_withEachStep_isTheVerdictAndNamesTheSite() {
        Diagnosis diagnosis = growing(i -> 500 + 10 * i, i -> 50 + i % 3).diagnosis();
        assertThat(diagnosis.verdict().rule()).isEqualTo("native-memory-grows");
        assertThat(diagnosis.verdict().sentence())
                .isEqualTo(
                        "memory outside the heap grows by 8.85 MiB a step, by 35.4 % of the memory of the process in this window;"
                                + " tensors are created in demo.Leak.batch(Leak.java:27)");
    }

    @Test
    void nativeMemoryGrows_onlyTheHeapGrows_isSilent() {
        assertThat(growing(i -> 500 + 10 * i, i -> 50 + 10 * i).diagnosis().findings())
                .extracting(Finding::rule)
                .doesNotContain("native-memory-grows");
    }

    @Test
    void nativeMemoryGrows_objectsLieWhereNoneHasBeen_isSilent() {
        // The collector frees 40 MiB every fifth step, and continues in memory that it has not used yet.
        assertThat(growing(i -> 500 + 10 * i, i -> 50 + 10 * (i % 5))
                        .diagnosis()
                        .findings())
                .extracting(Finding::rule)
                .doesNotContain("native-memory-grows");
    }

    @Test
    void nativeMemoryGrows_beyondTheCommittedHeap_isFound() {
        StepsOfATrace steps = growing(i -> 500 + 20 * i, i -> 50 + 10 * (i % 5));
        steps.builder.counter("jvm gc heap committed MiB", 0, 60);
        assertThat(steps.finding("native-memory-grows").sentence())
                .startsWith("memory outside the heap grows by 18.5 MiB a step");
    }

    @Test
    void nativeMemoryGrows_untilACacheIsFull_isSilent() {
        assertThat(growing(i -> 500 + 20 * Math.min(i, 9), i -> 50).diagnosis().findings())
                .extracting(Finding::rule)
                .doesNotContain("native-memory-grows");
    }

    @Test
    void nativeMemoryGrows_byLittle_isSilent() {
        assertThat(growing(i -> 500 + i, i -> 50).diagnosis().findings())
                .extracting(Finding::rule)
                .doesNotContain("native-memory-grows");
    }
}
