package io.stepprofiler.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.TraceBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Memory of processes and containers, whose limits no test can set. */
class LimitRulesTest {
    private static final long MEBIBYTE = 1 << 20;

    private static TraceBuilder trace(long heapMebibytes, long machineMebibytes, OptionalLong containerBytes) {
        Environment environment = new Environment(
                "vm",
                "17",
                "Linux",
                "G1",
                0,
                heapMebibytes * MEBIBYTE,
                2,
                new Environment.Limits(
                        2, OptionalLong.of(machineMebibytes * MEBIBYTE), OptionalDouble.empty(), containerBytes),
                List.of(),
                Map.of(),
                Map.of());
        return new TraceBuilder().metadata(Environment.KEY, environment.toMetadata());
    }

    private static Diagnosis check(TraceBuilder builder) {
        return new RuleSet(LimitRules.ALL).check(WindowFacts.of(builder.build()));
    }

    private static Optional<Finding> found(TraceBuilder builder) {
        return check(builder).findings().stream().findFirst();
    }

    @Test
    void process_nearTheLimitOfItsContainer_isWarnedOf() {
        Finding found = found(trace(500, 8000, OptionalLong.of(1000 * MEBIBYTE))
                        .step(new StepMark(7, 15, 10, 1, false))
                        .counter("process memory MiB", 10, 500)
                        .counter("process memory MiB", 20, 960)
                        .counter("process memory MiB", 30, 700))
                .orElseThrow();
        assertThat(found.severity()).isEqualTo(Severity.WARNING);
        assertThat(found.measure()).isEqualTo(0.96);
        assertThat(found.sentence()).contains("the process takes 96.0 %", "the container's limit");
        assertThat(found.proofs().get(0).step()).isEqualTo(7);
        assertThat(found.proofs().get(0).startNanos()).isEqualTo(20);
    }

    @Test
    void process_withoutContainer_isHeldAgainstTheMachine() {
        TraceBuilder builder = trace(500, 1000, OptionalLong.empty()).counter("process memory MiB", 10, 870);
        assertThat(found(builder).orElseThrow().severity()).isEqualTo(Severity.INFORMATION);
        assertThat(check(trace(500, 1100, OptionalLong.empty()).counter("process memory MiB", 10, 870))
                        .fine())
                .hasSize(1);
    }

    @Test
    void heap_beforeACollection_saysNothing() {
        TraceBuilder full = trace(100, 8000, OptionalLong.empty())
                .counter("process memory MiB", 10, 100)
                .counter("jvm heap MiB", 10, 99)
                .counter("jvm gc count", 10, 0)
                .counter("jvm heap MiB", 20, 20)
                .counter("jvm gc count", 20, 1)
                .counter("jvm heap MiB", 30, 98)
                .counter("jvm gc count", 30, 1);
        assertThat(check(full).fine()).hasSize(1);
    }

    @Test
    void heap_ofWhichMostIsInUseAfterACollection_isFoundWithALargerOne() {
        Finding found = found(trace(100, 8000, OptionalLong.empty())
                        .counter("process memory MiB", 10, 100)
                        .counter("jvm heap MiB", 10, 99)
                        .counter("jvm gc count", 10, 0)
                        .counter("jvm heap MiB", 20, 90)
                        .counter("jvm gc count", 20, 1))
                .orElseThrow();
        assertThat(found.sentence()).startsWith("the heap after collections takes");
        assertThat(found.advice()).anyMatch(advice -> advice.text().startsWith("-Xmx"));
    }

    @Test
    void trace_withoutCounters_cannotBeChecked() {
        assertThat(check(trace(100, 100, OptionalLong.empty())).unchecked())
                .singleElement()
                .satisfies(each -> assertThat(each.turnOn()).contains("JvmCounters"));
    }
}
