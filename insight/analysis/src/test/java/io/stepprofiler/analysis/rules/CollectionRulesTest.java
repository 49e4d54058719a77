package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.StepsOfATrace.MAIN;
import static io.stepprofiler.analysis.rules.StepsOfATrace.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.trace.MetadataValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Steps of 10 ms with pauses of the collector. */
class CollectionRulesTest {
    private final StepsOfATrace steps = new StepsOfATrace();

    CollectionRulesTest() {
        steps.builder.metadata("jvm_flight_recorder_groups", new MetadataValue("GARBAGE_COLLECTION", false));
        for (int i = 0; i < 10; i++) {
            steps.step(10);
        }
    }

    private void span(String lane, String name, long startMillis, long millis) {
        steps.builder
                .lane(lane)
                .add(steps.builder.nameId(name, EventKind.VIRTUAL_MACHINE, ""), startMillis * MILLI, millis * MILLI);
    }

    @Test
    void gcPauses_operationAroundThePause_countsOnce() {
        span("Safepoints", "VM operation (G1CollectForAllocation)", 10, 10);
        span("GC", "GC Pause", 12, 5);
        span("GC", "GC Pause", 31, 5);
        span("Safepoints", "VM operation (Cleanup)", 51, 5);
        assertThat(steps.finding("gc-pauses").sentence())
                .isEqualTo("collections pause the training for 15.0 % of the step");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "java.lang.Float.valueOf:458 Net.run:9 | , mostly boxed numbers"
                        + " | use arrays of primitive numbers instead of boxed ones in demo.Net.run",
                "java.util.Arrays.copyOf:1 java.util.ArrayList.grow:2 Net.run:9 | , mostly collections that grow"
                        + " | create the collections of demo.Net.run once, with their size",
                "java.util.Arrays.copyOfRange:1 java.lang.String.substring:2 Net.run:9 | , mostly texts"
                        + " | create fewer texts in demo.Net.run",
                "java.util.Arrays.copyOf:1 Net.run:9 | '' | allocate the buffers of demo.Net.run once and reuse them",
                "Net.run:9 | '' | allocate the buffers of demo.Net.run once and reuse them",
            })
    void gcPauses_allocatedObjects_haveTheirRemedy(String stack, String mostly, String nextStep) {
        span("GC", "GC Pause", 12, 50);
        steps.sampleOf(MAIN, SampleKind.ALLOCATION, 900, stack);
        steps.sampleOf(MAIN, SampleKind.ALLOCATION, 100, "Other.run:3");
        Finding found = steps.finding("gc-pauses");
        assertThat(found.sentence())
                .endsWith("90.0 % of the allocated bytes come from demo.Net.run(Net.java:9)" + mostly);
        assertThat(found.nextStep()).isEqualTo(nextStep);
    }

    @Test
    void gcPauses_siteOfSeveralLines_isNamedWithoutALine() {
        span("GC", "GC Pause", 12, 50);
        steps.sampleOf(MAIN, SampleKind.ALLOCATION, 50, "Net.run:9");
        steps.sampleOf(MAIN, SampleKind.ALLOCATION, 30, "Net.run:12");
        steps.sampleOf(MAIN, SampleKind.ALLOCATION, 20, "Other.run:3");
        assertThat(steps.finding("gc-pauses").sentence())
                .endsWith("80.0 % of the allocated bytes come from demo.Net.run(Net.java)");
    }

    @Test
    void fullCollection_one_isSingular() {
        span("GC", "SerialOld (Allocation Failure)", 12, 9);
        span("GC", "GC Pause", 13, 5);
        assertThat(steps.finding("full-collection").sentence())
                .isEqualTo("1 full collection, 1 in steps, takes 5.0 % of the step time");
    }
}
