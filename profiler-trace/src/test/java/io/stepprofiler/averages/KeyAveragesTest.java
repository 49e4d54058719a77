package io.stepprofiler.averages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.averages.KeyAverage.Time;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Remarks;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("long")
class KeyAveragesTest {
    private final TraceBuilder trace = new TraceBuilder();
    private final TrackBuilder thread = trace.thread(1, "main");

    private int add(TrackBuilder track, String name, long start, long end) {
        return track.add(trace.nameId(name), start, end - start);
    }

    private int add(String name, long start, long end) {
        return add(thread, name, start, end);
    }

    private KeyAverages averages() {
        return KeyAverages.of(trace.build());
    }

    private static KeyAverage row(KeyAverages averages, String name) {
        return averages.get(name).orElseThrow();
    }

    @Test
    void null_isRefusedNamingTheParameter() {
        KeyAverages averages = KeyAverages.empty();
        assertNullRefused(() -> KeyAverages.of(null), "trace");
        assertNullRefused(() -> KeyAverages.of(trace.build(), null), "grouping");
        assertNullRefused(() -> averages.get(null), "name");
        assertNullRefused(() -> averages.table(null), "options");
        assertNullRefused(() -> averages.csv(null), "options");
        assertNullRefused(() -> averages.json(null), "options");
        assertNullRefused(() -> averages.markdown(null), "options");
    }

    private static void assertNullRefused(Runnable call, String parameter) {
        assertThatThrownBy(call::run).isInstanceOf(NullPointerException.class).hasMessage(parameter);
    }

    @Test
    void table_ofATraceWithRemarksOfOthers_hasALineForEachThatControlsNoTerminal() {
        add("work", 10, 20);
        trace.metadata(Remarks.PROFILE_ERRORS, new MetadataValue("lost\nlost \u001b[2J more", false));

        assertThat(averages().table().lines()).contains("lost", "lost \\u001b[2J more");
    }

    @Test
    void of_eventsThatBeginTogetherOnSeveralThreads_hasTheLongerFirst() {
        TrackBuilder pool = trace.thread(2, "pool");
        add("short", 10, 20);
        add("grows", 30, 35);
        add("middle", 30, 34);
        add(pool, "long", 10, 90);
        add(pool, "grows", 100, 101);
        TrackBuilder other = trace.thread(3, "other");
        add(other, "equal", 10, 20);
        add(other, "longer", 30, 60);
        add(other, "grows", 30, 50);

        assertThat(averages().rows())
                .extracting(KeyAverage::name)
                .containsExactly("long", "short", "equal", "longer", "grows", "middle");
    }

    @Test
    void of_randomTraces_hasRowsInTheOrderOfFirstOccurrence() {
        Grouping fine = Grouping.BY_NAME.byInputShapes().byThread().byStack(2);
        for (int seed = 0; seed < 40; seed++) {
            Trace random = RandomTrace.of(new Random(seed));
            NaiveAverages expected = NaiveAverages.of(random, fine);
            assertThat(KeyAverages.of(random, fine).rows())
                    .as("seed %d", seed)
                    .isSortedAccordingTo(Comparator.comparingLong(row -> expected.firstNanos(row.key())));
        }
    }

    @Test
    void of_stepMarks_areOneRowAheadOfTheNames() {
        add("forward", 0, 4);
        add("forward", 10, 16);
        trace.step(new StepMark(7, 0, 10, 1, false));
        trace.step(new StepMark(8, 10, 12, 1, false));
        assertThat(Times.of(averages()))
                .containsExactly(
                        new Times("[steps]", 2, 12, 22, 22, 10, 12, 10, 12),
                        new Times("forward", 2, 10, 10, 10, 4, 6, 4, 6));
    }

    @Test
    void of_noEvents_isEmpty() {
        assertThat(averages().rows()).isEmpty();
        assertThat(averages().selfNanosTotal()).isZero();
        assertThat(KeyAverages.empty().rows()).isEmpty();
        assertThat(KeyAverages.empty().get("name")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "2, 1, 2", "3, 2, 3", "99, 50, 99", "100, 50, 99", "101, 51, 100", "200, 100, 198"})
    void percentiles_durationsFromOneUp_areTheNearestRanks(int count, long p50, long p99) {
        IntStream.rangeClosed(1, count).forEach(i -> add("event", 1000L * i, 1000L * i + i));
        KeyAverage row = row(averages(), "event");
        assertThat(row.p50Nanos()).isEqualTo(p50);
        assertThat(row.p99Nanos()).isEqualTo(p99);
    }

    @Test
    void averageNanos_sumNotAMultiple_isNotRounded() {
        add("event", 0, 1);
        add("event", 1, 3);
        assertThat(row(averages(), "event").averageCpuNanos()).isEqualTo(1.5, within(0.0));
    }

    @Test
    void of_workOnADevice_isARowOfItsOwnWithoutTimeOfTheHost() {
        add("copy", 0, 5);
        trace.stream(Device.cuda(0), 1).add(trace.nameId("copy", EventKind.MEMORY_COPY, ""), 1, 3);
        trace.stream(Device.cuda(1), 1).add(trace.nameId("copy", EventKind.MEMORY_COPY, ""), 1, 7);
        KeyAverages averages = averages();
        assertThat(averages.rows())
                .extracting(KeyAverage::isOnDevice, KeyAverage::count, KeyAverage::totalNanos, KeyAverage::device)
                .containsExactly(tuple(false, 1L, 5L, new Time(0, 0)), tuple(true, 2L, 0L, new Time(10, 10)));
        assertThat(averages.selfNanosTotal()).isEqualTo(5);
        assertThat(averages.deviceNanosTotal()).isEqualTo(10);
        assertThat(averages.rows().get(1).averageDeviceNanos()).isEqualTo(5);
        assertThat(averages.rows().get(1).averageCpuNanos()).isZero();
    }

    @Test
    void of_deviceWorkInRecursion_countsOnceAGroup() {
        add("a", 0, 20);
        add("b", 1, 19);
        thread.correlation(add("a", 2, 18), 7);
        thread.correlation(add("launch", 3, 4), 8);
        TrackBuilder stream = trace.stream(Device.cuda(0), 1);
        kernel(stream, "kernel", 30, 60, 7);
        kernel(stream, "kernel", 60, 65, 8);
        KeyAverages averages = averages();
        assertThat(row(averages, "a").device()).isEqualTo(new Time(30, 35));
        assertThat(row(averages, "b").device()).isEqualTo(new Time(0, 35));
        assertThat(row(averages, "launch").device()).isEqualTo(new Time(5, 5));
    }

    @Test
    void of_aCudaGraph_chargesAllItsKernelsToTheLaunch() {
        add("step", 0, 20);
        thread.correlation(add("cudaGraphLaunch", 2, 4), 7);
        TrackBuilder stream = trace.stream(Device.cuda(0), 1);
        TrackBuilder other = trace.stream(Device.cuda(0), 2);
        kernel(stream, "a", 30, 60, 7);
        kernel(stream, "b", 60, 65, 7);
        kernel(other, "b", 40, 44, 7);
        KeyAverages averages = averages();
        assertThat(row(averages, "cudaGraphLaunch").device()).isEqualTo(new Time(39, 39));
        assertThat(row(averages, "step").device()).isEqualTo(new Time(0, 39));
        assertThat(row(averages, "b").device()).isEqualTo(new Time(9, 9));
        assertThat(averages.deviceNanosTotal()).isEqualTo(39);
    }

    @Test
    void of_synchronisationAndScopesOnAStream_areNoWorkOfWhoCausedThem() {
        thread.correlation(add("cudaStreamSynchronize", 2, 4), 7);
        thread.correlation(add("cudaLaunchKernel", 5, 6), 8);
        TrackBuilder stream = trace.stream(Device.cuda(0), 1);
        stream.correlation(stream.add(trace.nameId("Stream Sync", EventKind.RUNTIME, ""), 3, 20), 7);
        stream.correlation(add(stream, "forward", 30, 60), 8);
        KeyAverages averages = averages();
        assertThat(row(averages, "cudaStreamSynchronize").device()).isEqualTo(new Time(0, 0));
        assertThat(row(averages, "cudaLaunchKernel").device()).isEqualTo(new Time(0, 0));
    }

    @Test
    void of_byStream_tellsWorkApartAndNotTheThreads() {
        TrackBuilder second = trace.thread(8, "second");
        add("launch", 0, 10);
        add(second, "launch", 0, 10);
        kernel(trace.stream(Device.cuda(0), 1), "k", 30, 60, 7);
        kernel(trace.stream(Device.cuda(0), 2), "k", 30, 40, 7);
        kernel(trace.stream(Device.cuda(1), 1), "k", 30, 35, 7);
        KeyAverages averages = KeyAverages.of(trace.build(), Grouping.BY_NAME.byStream());
        assertThat(averages.rows())
                .extracting(row -> row.name() + " " + row.key().thread() + " "
                        + row.device().selfNanos())
                .containsExactly("launch  0", "k cuda:0 stream 1 30", "k cuda:0 stream 2 10", "k cuda:1 stream 1 5");
        assertThat(averages.table()).contains("Stream").contains("cuda:0 stream 2");
        assertThat(averages.csv(TableOptions.DEFAULT)).contains(",stream");
    }

    @Test
    void of_kernelsWithTensorCores_saysHowMuchOfTheWorkTheyWere() {
        add("step", 0, 20);
        thread.correlation(add("mm", 2, 4), 7);
        TrackBuilder stream = trace.stream(Device.cuda(0), 1);
        kernel(stream, "volta_h884gemm_128x128", 30, 60, 7);
        kernel(stream, "add", 60, 70, 7);
        KeyAverages averages = averages();
        assertThat(row(averages, "mm").tensorCores()).isEqualTo(new Time(30, 30));
        assertThat(row(averages, "step").tensorCores()).isEqualTo(new Time(0, 30));
        assertThat(row(averages, "volta_h884gemm_128x128").tensorCores()).isEqualTo(new Time(30, 30));
        assertThat(row(averages, "add").tensorCores()).isEqualTo(new Time(0, 0));
        assertThat(averages.table()).contains("Tensor Cores %").contains("75.00%");
        assertThat(averages.csv(TableOptions.DEFAULT)).contains("tensor_core_time_total_ns,tensor_core_percent");
        assertThat(averages.json(TableOptions.DEFAULT)).contains("\"tensor_core_percent\":75.0");
        assertThat(averages.markdown(TableOptions.DEFAULT)).contains("Tensor Cores");
    }

    private void kernel(TrackBuilder stream, String name, long start, long end, long correlation) {
        int kernel = stream.add(trace.nameId(name, EventKind.KERNEL, ""), start, end - start);
        stream.correlation(kernel, correlation);
    }

    /** What torch charges to every event around the moment, whatever its thread. */
    @Test
    void of_memoryInEventsThatOverlapInAChain_isChargedInLinearTime() {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder track = builder.thread(7, "chain");
        int events = 300_000;
        for (int i = 0; i < events; i++) {
            track.add(builder.nameId("link"), 1000L * i, 1500);
            builder.memory(MemoryEvent.allocated(1000L * i + 500, 7, i, 1));
        }
        KeyAverage link = KeyAverages.of(builder.build()).get("link").orElseThrow();
        assertThat(link.cpuMemory().selfBytes()).isEqualTo(events);
        assertThat(link.selfNanos()).isEqualTo(1000L * events + 500);
    }

    @Test
    void deviceNanosTotal_namesForWorkOnAStream_areNoWork() {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder stream = builder.stream(Device.cuda(0), 7);
        stream.add(builder.nameId("forward"), 0, 100);
        stream.add(builder.nameId("kernel", EventKind.KERNEL, ""), 10, 40);
        assertThat(KeyAverages.of(builder.build()).deviceNanosTotal()).isEqualTo(40);
    }

    @Test
    void of_groupedByShapesAndOverload_tellsWhatIsKnownApart() {
        OpSignature small = OpSignature.of(Operand.tensor(ElementType.FLOAT, Dims.of(2, 3)));
        OpSignature out = new OpSignature("out", small.inputs(), List.of(), -1);
        thread.signature(add("mm", 0, 1), trace.signatureId(small));
        thread.signature(add("mm", 1, 2), trace.signatureId(out));
        add("mm", 2, 3);
        add("mm", 3, 4);
        Trace built = trace.build();
        assertThat(KeyAverages.of(built).rows()).hasSize(1);
        assertThat(KeyAverages.of(built, Grouping.BY_NAME.byInputShapes()).rows())
                .extracting(row -> row.key().inputShapes(), KeyAverage::count)
                .containsExactly(tuple("[[2, 3]]", 2L), tuple("", 2L));
        assertThat(KeyAverages.of(built, Grouping.BY_NAME.byOverload()).rows())
                .extracting(row -> row.key().overload(), KeyAverage::count)
                .containsExactly(tuple("", 3L), tuple("out", 1L));
    }

    @Test
    void of_groupedByStack_looksAtTheFirstFramesAndAtThoseOfTheForwardOperation() {
        StackTraceElement layer = new StackTraceElement("Net", "layer", "Net.java", 1);
        StackTraceElement main = new StackTraceElement("Main", "main", "Main.java", 2);
        thread.stack(add("op", 0, 1), trace.stackId(List.of(layer, main)));
        int forward = add("op", 1, 2);
        thread.sequence(forward, 4, -1).stack(forward, trace.stackId(List.of(layer)));
        TrackBuilder backward = trace.thread(2, "backward");
        backward.sequence(add(backward, "op", 5, 6), 4, 1);
        backward.sequence(add(backward, "op", 6, 7), 99, 1);
        Trace built = trace.build();
        assertThat(KeyAverages.of(built, Grouping.BY_NAME.byStack(1)).rows())
                .extracting(row -> row.key().stack(), KeyAverage::count)
                .containsExactly(tuple(List.of(layer), 3L), tuple(List.of(), 1L));
        assertThat(KeyAverages.of(built, Grouping.BY_NAME.byStack(2)).rows())
                .extracting(row -> row.key().stack(), KeyAverage::count)
                .containsExactly(tuple(List.of(layer, main), 1L), tuple(List.of(layer), 2L), tuple(List.of(), 1L));
    }

    /** As torch 2.13 does: the engine's event keeps its own stack, the function and all inside have the forward one. */
    @Test
    void of_groupedByStack_givesEventsInsideABackwardFunctionTheStackOfTheForwardOperation() {
        List<StackTraceElement> layer = List.of(new StackTraceElement("Net", "layer", "Net.java", 1));
        List<StackTraceElement> engine = List.of(new StackTraceElement("Net", "backward", "Net.java", 2));
        int forward = add("aten::exp", 0, 1);
        thread.sequence(forward, 4, -1).stack(forward, trace.stackId(layer));
        TrackBuilder backward = trace.thread(2, "backward");
        int evaluation = add(backward, "autograd::engine::evaluate_function: ExpBackward0", 5, 20);
        backward.sequence(evaluation, 4, 1).stack(evaluation, trace.stackId(engine));
        backward.sequence(add(backward, "ExpBackward0", 6, 18), 4, 1);
        backward.stack(add(backward, "aten::mul", 7, 17), trace.stackId(engine));
        add(backward, "aten::empty", 8, 9);
        add(backward, "aten::add", 18, 19);

        assertThat(KeyAverages.of(trace.build(), Grouping.BY_NAME.byStack(1)).rows())
                .extracting(row -> row.key().name(), row -> row.key().stack())
                .containsExactly(
                        tuple("aten::exp", layer),
                        tuple("autograd::engine::evaluate_function: ExpBackward0", engine),
                        tuple("ExpBackward0", layer),
                        tuple("aten::mul", layer),
                        tuple("aten::empty", layer),
                        tuple("aten::add", List.of()));
    }

    @Test
    void of_groupedByThread_goesByTheNameOfTheThread() {
        add("work", 0, 1);
        add(trace.thread(2, "pool"), "work", 0, 2);
        add(trace.thread(3, "pool"), "work", 0, 3);
        assertThat(KeyAverages.of(trace.build(), Grouping.BY_NAME.byThread()).rows())
                .extracting(row -> row.key().thread(), KeyAverage::selfNanos)
                .containsExactly(tuple("pool", 5L), tuple("main", 1L));
    }

    @Test
    void byStack_negative_namesParameterValueAndRange() {
        assertThatThrownBy(() -> Grouping.BY_NAME.byStack(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("frames = -1 is not allowed: must be 0 or more");
    }

    static Stream<Grouping> groupings() {
        return Stream.of(
                Grouping.BY_NAME,
                Grouping.BY_NAME.byInputShapes(),
                Grouping.BY_NAME.byStack(1),
                Grouping.BY_NAME.byStack(2),
                Grouping.BY_NAME.byThread(),
                Grouping.BY_NAME.byStream(),
                Grouping.BY_NAME.byOverload(),
                Grouping.BY_NAME.byInputShapes().byStack(100).byThread().byOverload());
    }

    @ParameterizedTest
    @MethodSource("groupings")
    void of_randomTraces_agreesWithTheDefinition(Grouping grouping) {
        for (int seed = 0; seed < 60; seed++) {
            Trace random = RandomTrace.of(new Random(seed));
            KeyAverages averages = KeyAverages.of(random, grouping);
            NaiveAverages expected = NaiveAverages.of(random, grouping);
            assertThat(averages.rows()).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(expected.rows());
            assertThat(averages.selfNanosTotal()).as("seed %d", seed).isEqualTo(expected.coveredNanos());
        }
    }
}
