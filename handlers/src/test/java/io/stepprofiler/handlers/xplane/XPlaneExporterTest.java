package io.stepprofiler.handlers.xplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.gpu.GpuTrace;
import io.stepprofiler.handlers.xplane.Opened.Event;
import io.stepprofiler.readers.xspace.proto.XPlane;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class XPlaneExporterTest {
    private final TraceBuilder builder = new TraceBuilder()
            .process(new ProcessInfo(4711, "worker-3"))
            .window(new ClockAnchor(1_000, 2_000_000), new ClockAnchor(9_000, 2_008_000));
    private final TrackBuilder main = builder.thread(1, "main");

    private int name(String text) {
        return builder.nameId(text);
    }

    private int name(String text, EventKind kind) {
        return builder.nameId(text, kind, "");
    }

    private void step(long number, long start, long duration) {
        builder.step(new StepMark(number, start, duration, 1, false));
    }

    private Opened opened() {
        return Opened.of(builder.build());
    }

    @Test
    void file_ofATraceWithoutEvents_hasThePlaneThatViewersDoNotDoWithout() {
        assertThat(Opened.of(new TraceBuilder().build()).space.getPlanesList())
                .extracting(XPlane::getName)
                .containsExactly("/host:CPU", "Task Environment");
    }

    @Test
    void step_isAnEventOfItsThreadThatGroups_withoutItsNumberInTheName() {
        step(17, 2_000, 500);
        main.add(name("forward"), 2_000, 500);

        List<Event> line = opened().line("main");

        assertThat(line).extracting(Event::name).containsExactly("ProfilerStep", "forward");
        assertThat(line.get(0).stats()).containsEntry("_r", 1L).containsEntry("step_num", 17L);
    }

    @Test
    void scope_thatReachesIntoTheNextStep_makesRoomForTheSteps() {
        step(1, 1_000, 100);
        main.add(name("a"), 1_010, 20);
        main.add(name("straddles"), 1_050, 100);
        main.add(name("b"), 1_060, 10);
        step(2, 1_100, 100);
        main.add(name("c"), 1_160, 10);

        Opened opened = opened();

        assertThat(opened.line("main"))
                .extracting(Event::shown)
                .containsExactly("ProfilerStep", "a", "ProfilerStep", "c");
        assertThat(opened.line("main (overlapping)")).extracting(Event::shown).containsExactly("straddles", "b");
    }

    @Test
    void annotatedStep_keepsItsNameAndItsNumber() {
        int train = main.add(name("train"), 1_000, 100);
        main.argument(train, name("_r"), 1L).argument(train, name("step_num"), 4L);

        Event event = opened().event("train");

        assertThat(event.name()).isEqualTo("train");
        assertThat(event.stats()).containsEntry("_r", 1L).containsEntry("step_num", 4L);
    }

    @Test
    void step_ofAScopeWithItsNumber_isOneEventOfTheScopesName() {
        step(40, 1_000, 100);
        int train = main.add(name("train"), 1_001, 98);
        main.argument(train, name("step_num"), 40L).argument(train, name("loss"), 0.5);
        main.add(name("forward"), 1_010, 20);

        List<Event> line = opened().line("main");

        assertThat(line).extracting(Event::name).containsExactly("train", "forward");
        assertThat(line.get(0).durationPicos()).isEqualTo(100_000);
        assertThat(line.get(0).stats())
                .containsEntry("_r", 1L)
                .containsEntry("step_num", 40L)
                .containsEntry("loss", 0.5);
    }

    @Test
    void scope_withTheNumberOfAnotherStep_isAnEventInsideTheStep() {
        step(40, 1_000, 100);
        int train = main.add(name("train"), 1_001, 98);
        main.argument(train, name("step_num"), 41L);

        assertThat(opened().line("main")).extracting(Event::name).containsExactly("ProfilerStep", "train");
    }

    @Test
    void arguments_areStats_butNoneByWhichToolsGroup() {
        int work = main.add(name("work"), 1_000, 100);
        main.argument(work, name("batch"), 64L)
                .argument(work, name("loss"), 0.5)
                .argument(work, name("last"), true)
                .argument(work, name("note"), "x")
                .argument(work, name("group_id"), 7L)
                .argument(work, name("_r"), "root");

        assertThat(opened().event("work").stats())
                .containsEntry("batch", 64L)
                .containsEntry("loss", 0.5)
                .containsEntry("last", 1L)
                .containsEntry("note", "x")
                .containsEntry("user_group_id", 7L)
                .containsEntry("user__r", "root")
                .containsEntry("tf_op", "work:work")
                .hasSize(7);
    }

    @Test
    void operation_inModules_isCountedByThemAndCarriesItsSignature() {
        main.add(builder.nameId("net", EventKind.MODULE, "LeNet"), 1_000, 100);
        main.add(builder.nameId("conv1", EventKind.MODULE, "Conv2d"), 1_010, 80);
        int conv = main.add(name("aten::conv2d"), 1_020, 50);
        OpSignature signature =
                new OpSignature("", List.of(Operand.tensor(ElementType.FLOAT, Dims.of(8, 3))), List.of(), 1234);
        main.signature(conv, builder.signatureId(signature));
        main.add(name("aten::relu"), 1_095, 2);

        Opened opened = opened();

        assertThat(opened.line("main"))
                .extracting(Event::name, event -> event.stat("tf_op"))
                .containsExactly(
                        tuple("net", "net:LeNet"),
                        tuple("conv1", "net/conv1:Conv2d"),
                        tuple("aten::conv2d", "net/conv1/aten.conv2d:conv2d"),
                        tuple("aten::relu", "net/aten.relu:relu"));
        assertThat(opened.event("aten::conv2d").stats())
                .containsEntry("Module Hierarchy", "net.conv1")
                .containsEntry("Input Dims", "[[8, 3]]")
                .containsEntry("Input type", "[float]")
                .containsEntry("FLOPs", 1234L);
        assertThat(opened.event("net").stats()).containsEntry("Module type", "LeNet");
    }

    @Test
    void operation_thatAnEventNamesItself_isTheOnlyOne() {
        int work = main.add(name("work"), 1_000, 100);
        main.argument(work, name("tf_op"), "net/Dense:MatMul");
        int odd = main.add(name("odd"), 1_200, 100);
        main.argument(odd, name("tf_op"), 7L);

        Opened opened = opened();

        assertThat(opened.event("work").stats()).containsOnly(entry("tf_op", "net/Dense:MatMul"));
        assertThat(opened.event("odd").stats()).containsOnly(entry("tf_op", "odd:odd"), entry("user_tf_op", 7L));
    }

    @Test
    void backwardOperation_onAnotherThread_consumesWhatTheForwardOneProduces() {
        TrackBuilder autograd = builder.thread(2, "autograd");
        main.sequence(main.add(name("aten::mm"), 1_000, 100), 5, -1);
        autograd.sequence(autograd.add(name("MmBackward0"), 1_200, 100), 5, 1);

        Event forward = opened().event("aten::mm");
        Event backward = opened().event("MmBackward0");

        assertThat(forward.stat("_p")).isEqualTo(backward.stat("_c")).isNotNull();
        assertThat(forward.stat("_pt")).isEqualTo(backward.stat("_ct")).isNotNull();
        assertArrow(forward, backward);
    }

    private static void assertArrow(Event from, Event to) {
        long out = (long) from.stat("flow");
        long in = (long) to.stat("flow");
        assertThat(out & 3).isEqualTo(2);
        assertThat(in & 3).isEqualTo(1);
        assertThat(out >> 2).isEqualTo(in >> 2).isPositive();
        assertThat(out >>> 58).isZero();
    }

    @Test
    void kernel_isOnThePlaneOfItsDeviceAndBelongsToTheOperationThatLaunchedIt() {
        main.add(name("aten::mm"), 1_000, 100);
        main.correlation(main.add(name("cudaLaunchKernel", EventKind.RUNTIME), 1_010, 5), 55);
        TrackBuilder stream = builder.stream(Device.cuda(2), 7);
        int kernel = stream.add(name("sgemm", EventKind.KERNEL), 1_030, 50);
        stream.correlation(kernel, 55)
                .argument(kernel, name("registers per thread"), 64L)
                .argument(kernel, name("grid"), "[16, 2, 1]")
                .argument(kernel, name("block"), "nonsense");
        stream.add(name("Memcpy DtoH", EventKind.MEMORY_COPY), 1_090, 5);

        Opened opened = opened();
        Event work = opened.event("sgemm");

        assertThat(work.plane()).isEqualTo("/device:GPU:2");
        assertThat(work.lineId()).isEqualTo(7);
        assertThat(work.stats())
                .containsEntry("correlation_id", 55L)
                .containsEntry("tf_op", "aten.mm:mm")
                .containsEntry("kernel_details", "stream:7 regs:64 grid:16,2,1");
        assertThat(opened.event("cudaLaunchKernel").stats()).containsEntry("correlation_id", 55L);
        assertArrow(opened.event("cudaLaunchKernel"), work);
        assertThat(opened.event("Memcpy DtoH").name()).isEqualTo("MemcpyDtoH");
    }

    @Test
    void export_deviceThatIsKnown_saysWhatItIsAbleToDo() {
        Opened opened = Opened.of(GpuTrace.of(1).trace());

        assertThat(opened.stats(opened.plane("/device:GPU:1")))
                .containsExactly(
                        entry("device_vendor", "Nvidia"),
                        entry("core_count", 108L),
                        entry("memory_size", 85_100_396_544L),
                        entry("compute_cap_major", 8L),
                        entry("compute_cap_minor", 0L));
    }

    @Test
    void memory_ofAnOperation_isInsideItWithTheTotalsOfItsDevice() {
        step(3, 1_000, 1_000);
        main.add(name("aten::empty"), 1_100, 100);
        builder.memory(MemoryEvent.allocated(1_150, 1, 0xAB, 400).withCategory(MemoryCategory.TEMPORARY));
        builder.memory(MemoryEvent.allocated(1_500, 1, 0xCD, 100));
        builder.memory(MemoryEvent.freed(1_600, 1, 0xAB, 400));

        List<Event> line = opened().line("main");

        assertThat(line)
                .extracting(Event::name)
                .containsExactly(
                        "ProfilerStep", "aten::empty", "MemoryAllocation", "MemoryAllocation", "MemoryDeallocation");
        assertThat(line.get(2).stats())
                .containsEntry("allocator_name", "cpu")
                .containsEntry("allocation_bytes", 400L)
                .containsEntry("requested_bytes", 400L)
                .containsEntry("bytes_allocated", 400L)
                .containsEntry("addr", 0xABL)
                .containsEntry("region_type", "temp")
                .containsEntry("tf_op", "aten.empty (memory)");
        assertThat(line.get(3).stats()).doesNotContainKeys("tf_op", "region_type");
        assertThat(line.get(4).stats())
                .containsEntry("bytes_allocated", 100L)
                .containsEntry("allocation_bytes", 400L)
                .containsEntry("peak_bytes_in_use", 500L);
    }

    @Test
    void counter_isALineThatViewersDrawAsACurve() {
        builder.counter("loss", 1_000, 0.5).counter("loss", 2_000, Double.NaN).counter("loss", 3_000, 2);

        Opened opened = opened();

        assertThat(opened.line("_counters_"))
                .extracting(Event::name, Event::startPicos, event -> event.stat("value"))
                .containsExactly(tuple("loss", 0L, 0.5), tuple("loss", 2_000_000L, 2.0));
        assertThat(opened.space.getWarningsList()).contains("1 values of counters are no finite numbers and left out");
    }

    @Test
    void collection_isAnEventOnARowOfItsOwn_andNoOperation() {
        builder.lane("GC").add(name("G1 Young: pause", EventKind.VIRTUAL_MACHINE), 1_000, 100);

        Event pause = opened().event("G1 Young: pause");

        assertThat(pause.plane()).isEqualTo("/host:CPU");
        assertThat(pause.name()).doesNotContain(":");
    }

    @Test
    void sample_isAnEventOnALineBesideItsThread() {
        StackTraceElement frame = new StackTraceElement("a.B", "c", "B.java", 7);
        builder.stackSample(new StackSample(1_500, 1, SampleKind.JAVA, builder.stackId(List.of(frame)), 20));

        Event sample = opened().line("main (samples)").get(0);

        assertThat(sample.shown()).isEqualTo("a.B.c");
        assertThat(sample.stats())
                .containsEntry("Call stack", "a.B.c(B.java:7)")
                .containsEntry("Kind", "java")
                .containsEntry("weight", 20L);
    }

    @Test
    void losses_areErrors_andOddities_areWarnings() {
        builder.dropped(DropCause.EVENT_LIMIT, 17).begun(17);
        builder.anomaly(Anomaly.CLOSED_TWICE, 3)
                .anomaly(Anomaly.SOURCE_FAILED, 1)
                .partial(true);
        builder.metadata("lost windows", new MetadataValue("2 windows were lost", false));

        Opened opened = opened();

        assertThat(opened.space.getErrorsList())
                .containsExactlyInAnyOrder(
                        "17 events are missing: event limit",
                        "activity source failed: 1 times",
                        "lost windows: 2 windows were lost");
        assertThat(opened.space.getWarningsList())
                .containsExactlyInAnyOrder(
                        "closed twice: 3 times", "profiling ended before the window had all its steps");
        assertThat(opened.space.getHostnamesList()).containsExactly("worker-3");
    }

    @Test
    void environment_hasTheTimeOfDayTheRankAndTheMetadata() {
        builder.traceId("CAFE").distributed(new DistributedInfo(3, 8, "gloo", ""));
        builder.metadata("lr", new MetadataValue("0.1", true)).metadata("group_id", new MetadataValue("x", false));
        main.add(name("early"), 900, 5);

        Opened opened = opened();

        assertThat(opened.stats(opened.plane("Task Environment")))
                .containsEntry("profile_start_time", "unsigned 1999900")
                .containsEntry("profile_stop_time", "unsigned 2008000")
                .containsEntry("trace_id", "CAFE")
                .containsEntry("rank", 3L)
                .containsEntry("lr", "0.1")
                .containsEntry("user_group_id", "x");
        assertThat(opened.event("early").startPicos()).isZero();
    }

    @Test
    void plainEvent_takesLessThanThirtyBytes() {
        for (int i = 0; i < 20_000; i++) {
            main.add(name("op" + i % 100), 1_000 + i * 1_000L, 900);
        }

        assertThat(Opened.bytes(builder.build()).length).isLessThan(20_000 * 30);
    }

    @Test
    void file_beyondTheLimit_isRefusedBeforeAnythingIsWritten() {
        main.add(name("work"), 1_000, 5);
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        assertThatThrownBy(() -> new XPlaneExporter(50).export(builder.build(), "t.xplane.pb", out, ExportMeter.none()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("readers of .xplane.pb take no more than 50");
        assertThat(out.size()).isZero();
    }

    @Test
    void times_moreThan106DaysApart_areRefused() {
        main.add(name("work"), 1_000, Long.MAX_VALUE / 500);
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        assertThatThrownBy(() -> new XPlaneExporter().export(builder.build(), "t.xplane.pb", out, ExportMeter.none()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("106 days");
        assertThat(out.size()).isZero();
    }
}
