package io.stepprofiler.averages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.stepprofiler.averages.KeyAverage.Memory;
import io.stepprofiler.averages.KeyAverage.Time;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Samples, waits and the virtual machine in key averages. */
class SampledAveragesTest {
    private final TraceBuilder trace = new TraceBuilder();
    private final TrackBuilder main = trace.thread(1, "main");

    private void add(String name, long start, long end) {
        main.add(trace.nameId(name), start, end - start);
    }

    private void wait(TrackBuilder track, String name, long start, long end) {
        track.add(trace.nameId(name, EventKind.WAIT, ""), start, end - start);
    }

    private void sample(long nanos, long thread, SampleKind kind, long weight) {
        trace.stackSample(new StackSample(nanos, thread, kind, -1, weight));
    }

    private KeyAverages averages() {
        return KeyAverages.of(trace.build());
    }

    private KeyAverage row(String name) {
        return averages().get(name).orElseThrow();
    }

    @Test
    void sample_insideAScopeOfAStep_belongsToTheScopeAndInTotalToTheStep() {
        trace.step(new StepMark(0, 0, 100, 1, false));
        add("forward", 10, 50);
        sample(20, 1, SampleKind.JAVA, 7);
        sample(30, 1, SampleKind.NATIVE, 4);
        sample(60, 1, SampleKind.ALLOCATION, 512);
        assertThat(row("forward").sampled()).isEqualTo(new Time(11, 11));
        assertThat(row("[steps]").sampled()).isEqualTo(new Time(0, 11));
        assertThat(row("[steps]").javaAllocation()).isEqualTo(new Memory(512, 512));
        assertThat(row("forward").cpuMemory()).isEqualTo(new Memory(0, 0));
    }

    @Test
    void samples_outsideAllEventsOrOnAnUnknownThread_areARowOfTheirOwn() {
        add("forward", 10, 50);
        sample(5, 1, SampleKind.JAVA, 7);
        sample(20, 99, SampleKind.NATIVE, 4);
        KeyAverage loose = row("[samples]");
        assertThat(loose.key().row()).isEqualTo(GroupKey.Row.SAMPLES);
        assertThat(loose.count()).isEqualTo(2);
        assertThat(loose.sampled()).isEqualTo(new Time(11, 11));
        assertThat(averages().sampledNanosTotal()).isEqualTo(11);
    }

    @Test
    void sample_inRecursion_countsOnceInTotal() {
        add("a", 0, 100);
        add("a", 10, 90);
        sample(50, 1, SampleKind.JAVA, 3);
        assertThat(row("a").sampled()).isEqualTo(new Time(3, 3));
    }

    @Test
    void samples_ofProcessorTime_takeThePlaceOfThoseOfRunningCode() {
        add("a", 0, 100);
        sample(10, 1, SampleKind.JAVA, 1_000);
        sample(20, 1, SampleKind.CPU_TIME, 5);
        assertThat(row("a").sampled()).isEqualTo(new Time(5, 5));
    }

    @Test
    void looseSamples_groupedByStack_areToldApartByTheirs() {
        StackTraceElement frame = new StackTraceElement("demo.Net", "run", "Net.java", 1);
        int stack = trace.stackId(List.of(frame));
        trace.stackSample(new StackSample(1, 1, SampleKind.JAVA, stack, 2));
        sample(2, 1, SampleKind.JAVA, 3);
        assertThat(KeyAverages.of(trace.build(), Grouping.BY_NAME.byStack(1)).rows())
                .extracting(row -> row.key().stack(), row -> row.sampled().selfNanos())
                .containsExactlyInAnyOrder(tuple(List.of(frame), 2L), tuple(List.of(), 3L));
    }

    @Test
    void table_withSamples_hasColumnsForThemAndTheirSum() {
        add("forward", 0, 1_000_000);
        sample(10, 1, SampleKind.JAVA, 20_000);
        PrintedTable time = PrintedTable.of(averages().table());
        assertThat(time.titles()).contains("Self sampled", "Sampled total").doesNotContain("Java Alloc");
        assertThat(time.column("Self sampled")).containsExactly("20.000us");
        assertThat(time.footer())
                .containsExactly(
                        "Total self time 1.000ms (wall clock, waits included)", "Total self sampled time 20.000us");
        sample(20, 1, SampleKind.ALLOCATION, 2048);
        PrintedTable both = PrintedTable.of(averages().table());
        assertThat(both.column("Java Alloc")).containsExactly("2.00 KB");
        assertThat(both.column("Self Java Alloc")).containsExactly("2.00 KB");
    }

    @Test
    void accumulator_ofTwoTracesWithSamples_addsThemUp() {
        add("a", 0, 100);
        sample(10, 1, SampleKind.NATIVE, 5);
        sample(300, 1, SampleKind.ALLOCATION, 64);
        AveragesAccumulator accumulator = new AveragesAccumulator();
        var built = trace.build();
        accumulator.add(built);
        accumulator.add(built);
        KeyAverages sum = accumulator.averages();
        assertThat(sum.get("a").orElseThrow().sampled()).isEqualTo(new Time(10, 10));
        KeyAverage loose = sum.get("[samples]").orElseThrow();
        assertThat(loose.javaAllocation()).isEqualTo(new Memory(128, 128));
        assertThat(loose.minNanos()).isZero();
        assertThat(sum.table()).contains("Self sampled", "Java Alloc");
    }

    @Test
    void wait_insideAScope_takesItsTimeFromTheScope() {
        add("load", 0, 100);
        wait(main, "park", 20, 80);
        assertThat(row("load").selfNanos()).isEqualTo(40);
        assertThat(row("park").key().row()).isEqualTo(GroupKey.Row.EVENTS);
        assertThat(averages().selfNanosTotal()).isEqualTo(100);
    }

    @Test
    void wait_betweenTheScopesOfAStep_isNotIdle() {
        trace.step(new StepMark(0, 0, 100, 1, false));
        wait(main, "park", 20, 80);
        assertThat(row("park").key().row()).isEqualTo(GroupKey.Row.EVENTS);
        assertThat(averages().selfNanosTotal()).isEqualTo(100);
    }

    @Test
    void waits_ofThreadsWithNothingToDo_areIdleRowsOutsideTheTotal() {
        add("work", 0, 1_000);
        wait(trace.thread(2, "pool"), "park", 0, 50_000);
        wait(main, "park", 2_000, 3_000);
        wait(main, "park", 2_500, 2_600);
        KeyAverages averages = averages();
        assertThat(averages.selfNanosTotal()).isEqualTo(1_000);
        PrintedTable table = PrintedTable.of(averages.table(TableOptions.DEFAULT.withSortBy(SortKey.NAME)));
        assertThat(table.names()).containsExactly("park", "work");
        assertThat(table.column("Self %")).containsExactly("--", "100.00%");
        assertThat(table.column("Self time")).containsExactly("51.000us", "1.000us");
        assertThat(table.footer())
                .containsExactly(
                        "Total self time 1.000us (wall clock, waits included)",
                        "Idle threads, not in the total: 51.000us");
    }

    @Test
    void lanesOfTheVirtualMachine_doNotDistortPercentages() {
        add("work", 0, 1_000);
        trace.lane("GC").add(trace.nameId("G1 Young", EventKind.VIRTUAL_MACHINE, ""), 0, 9_000);
        KeyAverages averages = averages();
        PrintedTable table = PrintedTable.of(averages.table());
        assertThat(table.names()).containsExactly("G1 Young", "work");
        assertThat(table.column("Self %")).containsExactly("--", "100.00%");
        assertThat(table.column("Total %")).containsExactly("--", "100.00%");
        assertThat(table.footer())
                .containsExactly(
                        "Total self time 1.000us (wall clock, waits included)",
                        "Virtual machine, not in the total: 9.000us");
        assertThat(averages.json(TableOptions.DEFAULT))
                .contains("\"self_cpu_percent\":null", "\"virtual_machine_time_ns\":9000", "\"idle_time_ns\":0");
        assertThat(averages.csv(TableOptions.DEFAULT)).contains("G1 Young,,9000,,9000,");
    }

    @Test
    void kinds_whereNamesMeanSeveralThings_areWaitIdleAndVirtualMachine() {
        add("x", 0, 10);
        wait(main, "x", 5, 6);
        wait(main, "x", 20, 21);
        trace.lane("JIT").add(trace.nameId("x", EventKind.VIRTUAL_MACHINE, ""), 0, 2);
        PrintedTable table =
                PrintedTable.of(averages().table(TableOptions.DEFAULT.withSortBy(SortKey.FIRST_OCCURRENCE)));
        assertThat(table.column("Kind")).containsExactly("scope", "virtual machine", "wait", "idle");
    }

    @Test
    void furtherGroups_outsideTheTotal_areRowsOfTheirOwn() {
        add("a", 0, 10);
        add("b", 10, 30);
        wait(main, "park", 40, 47);
        trace.lane("GC").add(trace.nameId("pause", EventKind.VIRTUAL_MACHINE, ""), 0, 5);
        AveragesAccumulator accumulator = new AveragesAccumulator(Grouping.BY_NAME, 1);
        accumulator.add(trace.build());
        KeyAverages averages = accumulator.averages();
        assertThat(averages.rows())
                .extracting(KeyAverage::name, KeyAverage::selfNanos)
                .containsExactly(tuple("a", 10L), tuple("(other)", 5L), tuple("(other)", 20L), tuple("(other)", 7L));
        assertThat(averages.selfNanosTotal()).isEqualTo(30);
        assertThat(averages.data().nanosOutsideTotal(EventKind.WAIT)).isEqualTo(7);
        assertThat(averages.data().nanosOutsideTotal(EventKind.VIRTUAL_MACHINE)).isEqualTo(5);
    }
}
