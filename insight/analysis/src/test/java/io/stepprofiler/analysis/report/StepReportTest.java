package io.stepprofiler.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.window.Program;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StepReportTest {
    private static final long START = 7_000_000_000_000L;
    private static final long STEP = 100_000_000;

    private static TraceBuilder fourSteps() {
        TraceBuilder builder = new TraceBuilder();
        builder.window(new ClockAnchor(START, 0), new ClockAnchor(START + 4 * STEP, 0));
        TrackBuilder main = builder.thread(1, "main");
        for (int i = 0; i < 4; i++) {
            long start = START + STEP * i;
            builder.step(new StepMark(10 + i, start, STEP, 1, false, 40 + i));
            main.add(builder.nameId("Monitor enter (Queue)", EventKind.WAIT, ""), start, STEP / 2);
        }
        return builder;
    }

    private static WindowReport report(TraceBuilder builder) {
        return StepReport.of(builder.build()).windows().get(0);
    }

    @Test
    void counters_ofSteps_areTheLastValuesAtTheirEnds() {
        TraceBuilder builder = fourSteps()
                .counter("loss", START + STEP + 1, 2.5)
                .counter("loss", START + STEP + 2, 1.23456789)
                .counter("loss", START + 3 * STEP + 1, Double.NaN);
        assertThat(report(builder).steps().counters().get("loss")).containsExactly(2.5, 1.23457, 1.23457, Double.NaN);
    }

    @Test
    void counters_ofBatchSizes_areAddedUpInEachStep() {
        TraceBuilder builder = fourSteps();
        for (int i = 0; i < 6; i++) {
            builder.counter("batch size", START + i * STEP / 2 + 1, 32.0);
        }
        assertThat(report(builder).steps().counters().get("batch size")).containsExactly(64.0, 64.0, 64.0, 0.0);
    }

    @Test
    void counters_thatWouldBeCalledTheSame_areAllThere() {
        TraceBuilder builder = fourSteps()
                .counter("", "a b c", START, 1)
                .counter("a", "b c", START, 2)
                .counter("a b", "c", START, 3);
        assertThat(report(builder).steps().counters())
                .containsOnlyKeys("a b c", "a b c (2)", "a b c (3)")
                .containsEntry("a b c (3)", List.of(3.0, 3.0, 3.0, 3.0));
    }

    @Test
    void itemRate_ofMoreStepsThanAreListed_isThatOfAllOfThem() {
        TraceBuilder builder = new TraceBuilder();
        long start = 0;
        for (int i = 0; i < 1000; i++) {
            long nanos = i % 10 == 9 ? 10_000_000 : 1_000_000;
            builder.step(new StepMark(i, start, nanos, 1, false)).counter("batch size", start + 1, 8);
            start += nanos;
        }
        builder.window(new ClockAnchor(0, 0), new ClockAnchor(start, 0)).thread(1, "main");
        WindowReport report = report(builder);
        assertThat(report.steps().leftOut()).isPositive();
        // 8 items in each of 1000 steps, which take 1.9 s.
        assertThat(report.metrics())
                .filteredOn(metric -> metric.id().equals("item.rate"))
                .singleElement()
                .satisfies(metric -> assertThat(metric.value()).isCloseTo(8000 / 1.9, withinPercentage(0.001)));
    }

    @Test
    void counters_ofTheProgram_goBeforeThoseOfTheVirtualMachine() {
        TraceBuilder builder = fourSteps().counter("jvm heap MiB", START, 1).counter("loss", START, 1);
        assertThat(report(builder).steps().counters()).containsOnlyKeys("loss", "jvm heap MiB");
        assertThat(report(builder).steps().counters().keySet()).startsWith("loss");
    }

    @Test
    void facts_ofARunThatAnotherProfilerRecorded_beginWithIt() {
        assertThat(report(fourSteps().metadata("a", new MetadataValue("b", false)))
                        .run()
                        .facts())
                .containsKey("a")
                .doesNotContainKey(Program.RECORDED_BY);
        ProcessInfo python = new ProcessInfo(1, "host", "python3");
        Map<String, String> facts = report(fourSteps()
                        .process(python)
                        .metadata("a", new MetadataValue("b", false))
                        .metadata(Program.RECORDED_BY, new MetadataValue("me", false)))
                .run()
                .facts();
        assertThat(facts)
                .containsEntry(Program.RECORDED_BY, "another profiler")
                .containsEntry("user_recorded by", "me");
        assertThat(facts.keySet()).startsWith(Program.RECORDED_BY);
        TraceBuilder torch = fourSteps().process(python);
        torch.nameId("aten::mm");
        assertThat(report(torch).run().facts()).containsEntry(Program.RECORDED_BY, "torch.profiler");
    }

    @Test
    void facts_ofAProgramThatSaysWhoRecordedIt_areStillOfOurs() {
        Map<String, String> facts = report(
                        fourSteps().metadata(Program.RECORDED_BY, new MetadataValue("torch.profiler", false)))
                .run()
                .facts();
        assertThat(facts).doesNotContainKey(Program.RECORDED_BY).containsEntry("user_recorded by", "torch.profiler");
    }

    @Test
    void facts_ofTheProfilerOfMxnet_areOfOurs() {
        TraceBuilder builder = fourSteps().process(new ProcessInfo(0, "", ""));
        builder.metadata("step-profiler mxnet", new MetadataValue("Java 17", false));
        assertThat(report(builder).run().facts()).doesNotContainKey(Program.RECORDED_BY);
    }

    @Test
    void processorTime_ofSteps_isThatOfTheirThreads() {
        assertThat(report(fourSteps()).steps().cpuNanos()).containsExactly(40L, 41L, 42L, 43L);
        TraceBuilder oneUnknown = fourSteps().step(new StepMark(14, START + 4 * STEP, STEP, 1, false));
        assertThat(report(oneUnknown).steps().cpuNanos()).isEmpty();
    }

    @Test
    void proofs_ofFindings_areTimedFromTheBeginningOfTheWindow() {
        List<Finding> findings = report(fourSteps()).diagnosis().findings();
        assertThat(findings)
                .filteredOn(finding -> finding.rule().equals("lock-contention"))
                .flatExtracting(Finding::proofs)
                .isNotEmpty()
                .allSatisfy(proof -> assertThat(proof.startNanos())
                        .isEqualTo(STEP * (proof.step() - 10))
                        .isLessThan(4 * STEP));
    }

    @Test
    void environment_ofTheRun_isAFactForEachOfItsValues() {
        String arguments = "-Xmx1g ".repeat(60);
        TraceBuilder builder = fourSteps()
                .metadata("environment", new MetadataValue("vm=J 17; collector=G1; arguments=" + arguments, false))
                .metadata("clock", new MetadataValue("nanoTime; calibrated", false));
        assertThat(report(builder).run().facts())
                .containsEntry("environment.vm", "J 17")
                .containsEntry("environment.collector", "G1")
                .containsEntry("clock", "nanoTime; calibrated")
                .hasEntrySatisfying(
                        "environment.arguments", text -> assertThat(text).hasSize(200));
    }

    @Test
    void steps_ofALongWindow_areTheFirstTheLastAndTheSlowOnes() {
        TraceBuilder builder = new TraceBuilder();
        builder.thread(1, "main");
        for (int i = 0; i < 5000; i++) {
            builder.step(new StepMark(i, STEP * i, i == 1234 ? STEP : STEP / 2, 1, false));
        }
        StepTimes steps = report(builder).steps();
        assertThat(steps.numbers()).contains(0L, 1234L, 4999L).isSorted().doesNotHaveDuplicates();
        assertThat(steps.numbers()).hasSizeBetween(300, 400);
        assertThat(steps.leftOut()).isEqualTo(5000 - steps.numbers().size());
    }

    /** One event of each sort, whose end is not known, on each track: what has no length says the same of the window. */
    private static WindowReport withEventsWithoutEnd(long length) {
        TraceBuilder builder = fourSteps();
        TrackBuilder main = builder.thread(1, "main");
        TrackBuilder stream = builder.stream(Device.cuda(0), 7);
        TrackBuilder collector = builder.lane("GC");
        for (int i = 0; i < 4; i++) {
            long start = START + STEP * i;
            main.add(builder.nameId("forward"), start + STEP / 2, STEP / 4);
            main.add(builder.nameId("cudaDeviceSynchronize", EventKind.RUNTIME, ""), start + STEP * 3 / 4, STEP / 8);
            stream.add(builder.nameId("gemm", EventKind.KERNEL, ""), start + STEP / 2, STEP / 3);
            collector.add(builder.nameId("G1New (System.gc())", EventKind.VIRTUAL_MACHINE, ""), start, STEP / 10);
            collector.add(builder.nameId("GC Pause", EventKind.VIRTUAL_MACHINE, ""), start, STEP / 10);
        }
        for (TrackBuilder track : List.of(main, builder.thread(2, "loader"), stream, collector)) {
            for (EventKind kind : EventKind.values()) {
                for (String name : List.of("graph building", "GC Pause", "Park (Queue)", "cudaStreamSynchronize")) {
                    track.unfinished(track.add(builder.nameId(kind + " " + name, kind, ""), START + STEP / 3, length));
                    track.unfinished(track.add(builder.nameId(name + kind, kind, ""), START + STEP / 3, length));
                }
            }
        }
        return report(builder);
    }

    @Test
    void report_ofEventsWithoutEnd_isTheSameHoweverLongTheyAreShown() {
        WindowReport report = withEventsWithoutEnd(3 * STEP);
        assertThat(report).isEqualTo(withEventsWithoutEnd(0));
        assertThat(report.parts()).extracting(Part::name).contains("forward", "waiting for a lock");
        assertThat(report.paths()).isNotEmpty();
    }

    /** Steps without scopes that wait for half of their time; two samples of 20 ms in each of them. */
    private static WindowReport sampled(int steps) {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "main");
        for (int i = 0; i < steps; i++) {
            long start = START + STEP * i;
            builder.step(new StepMark(i, start, STEP, 1, false));
            main.add(builder.nameId("Monitor enter (Queue)", EventKind.WAIT, ""), start, STEP / 2);
            for (String method : List.of("forward", "backward")) {
                int stack = builder.stackId(List.of(
                        new StackTraceElement("demo.Mlp", method, "Mlp.java", 3),
                        new StackTraceElement("demo.Train", "main", "Train.java", 5)));
                long nanos = start + STEP * (method.equals("forward") ? 6 : 8) / 10;
                builder.stackSample(new StackSample(nanos, 1, SampleKind.JAVA, stack, STEP / 5));
            }
        }
        return report(builder);
    }

    @Test
    void parts_ofALoopWithoutScopes_areMethodsWithTheirSamples() {
        WindowReport report = sampled(10);
        assertThat(report.parts())
                .extracting(Part::label, Part::share)
                .containsExactlyInAnyOrder(
                        tuple("waiting for a lock", 0.5),
                        tuple("Mlp.forward — by samples, 10", 0.2),
                        tuple("Mlp.backward — by samples, 10", 0.2),
                        tuple("unaccounted", 0.1));
        assertThat(report.steps().parts())
                .containsEntry("phase: Mlp.forward — by samples", Collections.nCopies(10, STEP / 5));
    }

    @Test
    void parts_withFewSamples_sayHowManyThereAre() {
        assertThat(sampled(9).parts())
                .extracting(Part::label)
                .containsExactly("waiting for a lock", "unaccounted (18 samples: too few to divide)");
    }

    @Test
    void paths_moreThanAreKeptApart_addUpToTheSteps() {
        TraceBuilder builder = new TraceBuilder();
        builder.step(new StepMark(1, START, STEP, 1, false));
        TrackBuilder main = builder.thread(1, "main");
        main.add(builder.nameId("backward"), START, STEP / 2);
        long each = STEP / 2 / 40_000;
        for (int i = 0; i < 40_000; i++) {
            main.add(builder.nameId("forward " + i), START + STEP / 2 + i * each, each);
        }
        List<PathTime> paths = report(builder).paths();
        assertThat(paths.stream().mapToLong(PathTime::selfNanos).sum()).isEqualTo(STEP);
        assertThat(paths).extracting(PathTime::name).contains("backward", "…");
    }
}
