package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.StepsOfATrace.MAIN;
import static io.stepprofiler.analysis.rules.StepsOfATrace.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.MetadataValue;
import java.util.List;
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
                "java.util.Arrays.copyOf:1 java.util.ArrayList.grow:2 java.util.ArrayList.add:3 Net.run:9"
                        + " | , mostly collections that grow"
                        + " | create the collections of demo.Net.run once, with their size",
                "java.util.HashMap.newNode:1 java.util.HashMap.put:2 Net.run:9 | ''"
                        + " | allocate less in demo.Net.run: keep its arrays and objects from step to step",
                "java.util.Arrays.copyOfRange:1 java.lang.String.substring:2 Net.run:9 | , mostly texts"
                        + " | create fewer texts in demo.Net.run",
                "java.util.ArrayList.grow:1 java.util.ArrayList.add:1 java.lang.String.split:2 Net.run:9"
                        + " | , mostly texts | create fewer texts in demo.Net.run",
                "java.lang.StringBuilder.toString:1 java.lang.Float.toString:2 Net.run:9 | , mostly texts"
                        + " | create fewer texts in demo.Net.run",
                "java.util.regex.Pattern.compile:1 java.lang.String.replaceAll:2 Net.run:9"
                        + " | , mostly objects of regular expressions"
                        + " | compile the patterns of demo.Net.run once, and keep their matchers",
                "java.util.Formatter.parse:1 java.lang.String.format:2 Net.run:9 | , mostly formatted texts"
                        + " | format fewer texts in demo.Net.run",
                "sun.nio.fs.UnixPath.resolve:1 java.nio.file.Path.resolve:2 Net.run:9 | , mostly paths of files"
                        + " | keep the paths of demo.Net.run from step to step",
                "java.util.ArrayList.grow:1 java.util.stream.ReferencePipeline.collect:2 Net.run:9"
                        + " | , mostly objects of streams | use loops instead of streams in demo.Net.run",
                "java.util.ArrayList.grow:1 com.fasterxml.jackson.core.JsonParser.next:2 Net.run:9 | ''"
                        + " | allocate less in demo.Net.run: keep its arrays and objects from step to step",
                "java.util.Arrays.copyOf:1 Net.run:9 | ''"
                        + " | allocate less in demo.Net.run: keep its arrays and objects from step to step",
                "Net.run:9 | '' | allocate less in demo.Net.run: keep its arrays and objects from step to step",
            })
    void gcPauses_allocatedObjects_haveTheirRemedy(String stack, String mostly, String nextStep) {
        span("GC", "GC Pause", 12, 50);
        allocated(stack, 300, 300, 300);
        allocated("Other.run:3", 100);
        Finding found = steps.finding("gc-pauses");
        assertThat(found.sentence())
                .endsWith("90.0 % of the allocated bytes come from demo.Net.run(Net.java:9)" + mostly);
        assertThat(found.nextStep()).isEqualTo(nextStep);
    }

    private void allocated(String stack, long... bytes) {
        for (long each : bytes) {
            steps.sampleOf(MAIN, SampleKind.ALLOCATION, each, stack);
        }
    }

    @Test
    void gcPauses_halfOfTheBytesOfAKind_isNotMostly() {
        span("GC", "GC Pause", 12, 50);
        allocated("java.lang.Float.valueOf:458 Net.run:9", 50, 50);
        allocated("Net.run:9", 100);
        assertThat(steps.finding("gc-pauses").sentence()).endsWith("come from demo.Net.run(Net.java:9)");
    }

    @Test
    void gcPauses_fewSamplesOrOnlyTheProfilers_nameNoMethod() {
        span("GC", "GC Pause", 12, 50);
        allocated("Net.run:9", 100, 100);
        allocated("io.stepprofiler.window.StepMarks.endedAt:1 Net.step:10", 0, 100, 200, 300);
        assertThat(steps.finding("gc-pauses").sentence())
                .isEqualTo("collections pause the training for 50.0 % of the step");
    }

    @Test
    void gcPauses_siteOfSeveralLines_isNamedWithoutALine() {
        span("GC", "GC Pause", 12, 50);
        allocated("Net.run:9", 30, 20);
        allocated("Net.run:12", 30);
        allocated("Other.run:3", 20);
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

    private List<String> optionsOf(String environment) {
        steps.builder.metadata(Environment.KEY, new MetadataValue(environment, false));
        span("GC", "GC Pause", 12, 35);
        return steps.finding("gc-pauses").advice().stream()
                .filter(each -> each.framework().equals("JVM"))
                .map(Advice::text)
                .toList();
    }

    @Test
    void gcPauses_smallHeap_adviseALargerOneThatTheMemoryAllows() {
        assertThat(optionsOf("java=17; collector=G1; heap.max=134217728; memory=17179869184"))
                .containsExactly(
                        "-Xms512m -Xmx512m: the heap may have 128 MiB of 16.0 GiB memory",
                        "-XX:+UseParallelGC: more throughput, longer pauses");
    }

    @Test
    void gcPauses_heapOfMostOfTheMemory_adviseNoLargerOne() {
        assertThat(optionsOf("java=17; collector=G1; heap.max=134217728; memory=17179869184;"
                        + " container.memory=167772160; arguments=-XX:+UseG1GC"))
                .containsExactly("-XX:+UseParallelGC instead of -XX:+UseG1GC: more throughput, longer pauses");
    }

    @Test
    void gcPauses_ofTheParallelCollector_doNotAdviseIt() {
        assertThat(optionsOf("java=17; collector=Parallel")).containsExactly("a larger heap: fewer collections");
    }
}
