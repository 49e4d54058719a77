package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.StepsOfATrace.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.SampleKind;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.MetadataValue;
import org.junit.jupiter.api.Test;

/** Ten steps of 10 ms. */
class StartedThreadsRuleTest {
    private static StepsOfATrace starting(int threads) {
        StepsOfATrace steps = new StepsOfATrace();
        steps.builder.metadata(Environment.KEY, new MetadataValue("java=17; processors=2", false));
        for (int i = 0; i < 10; i++) {
            steps.step(10, 10);
            steps.sampleOf(
                    StepsOfATrace.MAIN,
                    SampleKind.ALLOCATION,
                    1000,
                    "java.lang.Thread.<init>:418 Train.augment:9 Train.step:5");
        }
        steps.builder.counter("jvm cpu cores", 100 * MILLI, 1);
        steps.builder.counter("jvm started threads", 0, 0);
        steps.builder.counter("jvm started threads", 100 * MILLI, threads);
        return steps;
    }

    @Test
    void manyThreads_inEachStep_areAWarningThatNamesTheirCreation() {
        Finding found = starting(80).finding("started-threads");
        assertThat(found.severity()).isEqualTo(Severity.WARNING);
        assertThat(found.sentence())
                .isEqualTo("8 threads start during a step on average in demo.Train.augment(Train.java:9)");
    }

    @Test
    void manyThreads_ofCompletableFutures_areAdvisedToHaveAnExecutor() {
        StepsOfATrace steps = starting(80);
        assertThat(steps.finding("started-threads").advice().get(0).text()).startsWith("private static final");
        steps.sampleOf(
                StepsOfATrace.MAIN,
                SampleKind.ALLOCATION,
                1000,
                "java.lang.Thread.<init>:418 java.util.concurrent.ThreadPerTaskExecutor.execute:9 Train.step:5");
        assertThat(steps.finding("started-threads").advice().get(0).text())
                .startsWith("CompletableFuture.supplyAsync(task, WORKERS)");
    }

    @Test
    void aThreadOrTwo_inEachStep_areAnInformation() {
        assertThat(starting(20).finding("started-threads").severity()).isEqualTo(Severity.INFORMATION);
    }

    @Test
    void fewThreads_ofTheWindow_areNoFinding() {
        assertThat(starting(15).diagnosis().findings())
                .extracting(Finding::rule)
                .doesNotContain("started-threads");
    }
}
