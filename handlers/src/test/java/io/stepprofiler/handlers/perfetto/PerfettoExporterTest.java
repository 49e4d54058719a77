package io.stepprofiler.handlers.perfetto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.handlers.gpu.GpuTrace;
import io.stepprofiler.handlers.random.RandomTrace;
import io.stepprofiler.handlers.rows.TrackRows;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PerfettoExporterTest {
    private final TraceBuilder builder = new TraceBuilder()
            .process(new ProcessInfo(4711, "worker-3"))
            .window(new ClockAnchor(1_000, 2_000_000), new ClockAnchor(9_000, 2_008_001));

    private int name(String text) {
        return builder.nameId(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"trace.pftrace", "trace.pftrace.gz", "trace.perfetto-trace"})
    void trace_exportedByTheNameOfTheFile_isWritten(String fileName, @TempDir Path dir) throws IOException {
        builder.thread(1, "main").add(name("work"), 1_000, 5);
        Path file = dir.resolve(fileName);
        builder.build().export(file);

        byte[] bytes = Files.readAllBytes(file);
        assertThat(Imported.read(bytes).slices).extracting(Imported.Slice::name).containsExactly("work");
    }

    @Test
    void pftrace_ofATrace_isThePlainFileCompressed() throws IOException {
        Trace trace = RandomTrace.of(5);

        assertThat(Imported.gunzip(Imported.bytes(trace, "t.pftrace")))
                .isEqualTo(Imported.bytes(trace, "t.perfetto-trace"));
    }

    @Test
    void file_ofAnEmptyTrace_hasTheProcessAndTheAccount() {
        Imported imported = Imported.of(new TraceBuilder().build());

        assertThat(imported.errors).isEmpty();
        assertThat(imported.tracks.values()).extracting(Imported.Track::name).containsExactly("java");
        assertThat(imported.slices).isEmpty();
        assertThat(imported.instants).extracting(Imported.Slice::name).containsExactly("Step Profiler");
    }

    @Test
    void plainEvent_uncompressed_takesTwentyBytesAndItsTimes() {
        TrackBuilder track = builder.thread(1, "main");
        for (int i = 0; i < 20_000; i++) {
            track.add(name("op" + i % 100), 1_000 + i * 100L, 90);
        }
        int full = Imported.bytes(builder.build(), "t.perfetto-trace").length;

        // 100 ns after each other and 90 ns long: one byte for each of the two times.
        assertThat(full).isLessThan(20_000 * 22 + 5_000);
    }

    @Test
    void tracks_ofThreadsLanesAndStreams_haveTheirPlace() {
        builder.thread(7, "main").add(name("a"), 1_000, 1);
        builder.lane("garbage collector").add(name("b"), 1_000, 1);
        builder.stream(Device.cuda(1), 3).add(name("c"), 1_000, 1);
        Imported imported = Imported.of(builder.build());
        Imported.Track process = imported.track("java");

        assertThat(process.pid()).isEqualTo(4711);
        assertThat(process.descriptor().sub("process").texts("process_labels")).containsExactly("worker-3");
        assertThat(imported.slice("a").track())
                .extracting(Imported.Track::name, Imported.Track::pid, Imported.Track::tid)
                .containsExactly("main", 4711L, 7L);
        assertThat(imported.slice("b").track())
                .extracting(Imported.Track::name, Imported.Track::parent)
                .containsExactly("garbage collector", process.id());
        assertThat(imported.slice("c").track())
                .extracting(Imported.Track::name, Imported.Track::parent)
                .containsExactly("stream 3", imported.track("cuda:1").id());
        assertThat(imported.track("cuda:1").parent()).isEqualTo(process.id());
    }

    @Test
    void tracks_ofManyVirtualThreads_areOneInViewers() {
        for (int i = 0; i < 20; i++) {
            builder.thread(100 + i, "virtual-" + (100 + i)).add(name("load"), 1_000 + 10L * i, 19);
        }
        Imported imported = Imported.of(builder.build());

        assertThat(imported.errors).isEmpty();
        assertThat(imported.tracks.values())
                .extracting(Imported.Track::name, Imported.Track::parent)
                .filteredOn(each -> !each.equals(tuple("java", 0L)))
                .containsOnly(
                        tuple("virtual threads (20)", imported.track("java").id()))
                .hasSize(2);
        assertThat(imported.slices)
                .hasSize(20)
                .extracting(slice -> slice.arguments().get("Thread"))
                .containsExactlyInAnyOrderElementsOf(IntStream.range(100, 120)
                        .mapToObj(id -> "virtual-" + id)
                        .toList());
    }

    @Test
    void steps_ofAThread_haveATrackOfTheirOwn() {
        builder.thread(7, "main").add(name("forward"), 1_000, 50);
        builder.step(new StepMark(0, 1_000, 100, 7, false, 60)).step(new StepMark(1, 1_100, 50, 7, true));
        Imported imported = Imported.of(builder.build());
        Imported.Track steps = imported.track("main (steps)");

        assertThat(imported.tid(steps)).isEqualTo(7);
        assertThat(imported.slices.stream().filter(slice -> slice.track().equals(steps)))
                .extracting(Imported.Slice::name, Imported.Slice::category, Imported.Slice::arguments)
                .containsExactly(
                        tuple("ProfilerStep#0", "step", Map.of("cpu ns", 60L)),
                        tuple("ProfilerStep#1", "step", Map.of("unfinished", true)));
    }

    @Test
    void events_thatOverlap_areOnFurtherTracks() {
        TrackBuilder track = builder.thread(7, "main");
        track.add(name("first"), 1_000, 100);
        track.add(name("second"), 1_050, 100);
        track.async(track.add(name("elsewhere"), 1_060, 500));
        Imported imported = Imported.of(builder.build());

        assertThat(imported.errors).isEmpty();
        assertThat(imported.slices)
                .extracting(Imported.Slice::name, slice -> slice.track().name(), Imported.Slice::duration)
                .containsExactlyInAnyOrder(
                        tuple("first", "main", 100L),
                        tuple("second", "main (overlapping)", 100L),
                        tuple("elsewhere", "main (async)", 500L));
        assertThat(imported.slice("elsewhere").arguments()).containsEntry("async", true);
    }

    @Test
    void events_thatNeedMoreTracksThanViewersShow_areWrittenWithoutTheirDuration() {
        TrackBuilder track = builder.thread(7, "main");
        for (int i = 0; i < 1_100; i++) {
            track.add(name("work"), 1_000 + i, 10_000);
        }
        Imported imported = Imported.of(builder.build());
        List<Imported.Slice> without =
                imported.slices.stream().filter(slice -> slice.duration() == 0).toList();

        assertThat(imported.errors).isEmpty();
        assertThat(without)
                .hasSize(1_100 - 1_024)
                .allMatch(slice -> slice.arguments().get("shortened ns").equals(10_000L));
        assertThat(account(imported)).containsEntry("durationsLeftOut", 76L);
    }

    @Test
    void arguments_ofEveryType_areAnnotations() {
        TrackBuilder track = builder.thread(7, "main");
        int event = track.add(name("work"), 1_000, 1);
        track.argument(event, name("whole"), -5);
        track.argument(event, name("number"), 0.5);
        track.argument(event, name("text"), "tee\u0000xt \ud800");
        track.argument(event, name("last"), true);
        track.argument(event, name("first"), false);
        track.argument(event, name("unfinished"), "mine");

        assertThat(Imported.of(builder.build()).slice("work").arguments())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "whole",
                        -5L,
                        "number",
                        0.5,
                        "text",
                        "tee\u0000xt \ufffd",
                        "last",
                        true,
                        "first",
                        false,
                        "user_unfinished",
                        "mine"));
    }

    @Test
    void operation_withASignature_hasItsShapes() {
        TrackBuilder track = builder.thread(7, "main");
        OpSignature signature = new OpSignature(
                "out",
                List.of(
                        Operand.tensor(ElementType.FLOAT, Dims.of(2, 3)).withStrides(Dims.of(3, 1)),
                        Operand.scalar("0.5")),
                List.of(Operand.tensor(ElementType.FLOAT, Dims.of(2))),
                12);
        for (int i = 0; i < 2; i++) {
            int event = track.add(builder.nameId("aten::mm"), 1_000 + i, 1);
            track.signature(event, builder.signatureId(signature));
            track.stack(
                    event,
                    builder.stackId(List.of(
                            new StackTraceElement("a.B", "inner", "B.java", 1),
                            new StackTraceElement("a.B", "outer", "B.java", 2))));
        }

        assertThat(Imported.of(builder.build()).slices)
                .allSatisfy(slice -> assertThat(slice.arguments())
                        .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                                Map.entry("Overload Name", "out"),
                                Map.entry("Concrete Inputs", "[, 0.5]"),
                                Map.entry("Input type", "[float, Scalar]"),
                                Map.entry("Input Strides", "[[3, 1], []]"),
                                Map.entry("Input Dims", "[[2, 3], []]"),
                                Map.entry("Output type", "[float]"),
                                Map.entry("Output Dims", "[[2]]"),
                                Map.entry("FLOPs", 12L),
                                Map.entry("Call stack", "a.B.inner(B.java:1)\na.B.outer(B.java:2)"))));
    }

    @Test
    void module_ofAModel_hasItsType() {
        TrackBuilder track = builder.thread(7, "main");
        track.add(builder.nameId("model.fc", EventKind.MODULE, "Linear"), 1_000, 1);
        Imported.Slice slice = Imported.of(builder.build()).slice("model.fc");

        assertThat(slice.category()).isEqualTo("module");
        assertThat(slice.arguments()).containsEntry("Module type", "Linear");
    }

    @Test
    void forwardOperation_andItsBackwardOperations_areConnected() {
        TrackBuilder main = builder.thread(1, "main");
        main.sequence(main.add(name("forward"), 1_000, 10), 5, -1);
        TrackBuilder engine = builder.thread(2, "engine");
        engine.sequence(engine.add(name("backward"), 2_000, 10), 5, 1);
        Imported imported = Imported.of(builder.build());

        assertThat(imported.slice("forward").flows())
                .hasSize(1)
                .isEqualTo(imported.slice("backward").flows());
        assertThat(imported.slice("backward").arguments())
                .containsEntry("Sequence number", 5L)
                .containsEntry("Fwd thread id", 1L);
    }

    @Test
    void counter_ofAnyNumbers_hasThoseThatCanBeDrawn() {
        double[] values = {1, -1, 0.1, -0.0, 1e300, 9.1e18, Double.MIN_VALUE};
        for (int i = 0; i < values.length; i++) {
            builder.counter("loss", 1_000 + i, values[i]);
        }
        builder.counter("loss", 2_000, Double.NaN).counter("loss", 2_001, Double.NEGATIVE_INFINITY);
        Imported imported = Imported.of(builder.build());

        assertThat(imported.samples.stream().mapToDouble(Imported.Sample::value).toArray())
                .containsExactly(values);
        assertThat(imported.track("loss").parent())
                .isEqualTo(imported.track("java").id());
        assertThat(account(imported)).containsEntry("counterSamplesNotDrawable", 2L);
    }

    @Test
    void clocks_ofAllSequences_areDefinedAtOneTime() {
        builder.thread(1, "main").add(name("work"), 2_000, 5);
        builder.thread(2, "other").add(name("work"), 700, 5);
        builder.counter("loss", 3_000, 1);

        // Perfetto's viewer has a mark for each definition.
        assertThat(Imported.of(builder.build()).clockStarts).containsExactly(700L);
    }

    @Test
    void clocks_ofTheWindow_tieMonotonicTimeToTheWallClock() {
        assertThat(Imported.of(builder.build()).anchors)
                .containsExactly(List.of(1_000L, 2_000_000L), List.of(9_000L, 2_008_001L));
    }

    @Test
    void times_belowZero_areMovedAndTheFileSaysByHowMuch() {
        TraceBuilder early =
                new TraceBuilder().window(new ClockAnchor(-500, 2_000_000), new ClockAnchor(500, 2_001_000));
        early.thread(1, "main").add(early.nameId("before"), -700, 300);
        Imported imported = Imported.of(early.build());

        assertThat(imported.errors).isEmpty();
        assertThat(imported.slice("before").start()).isZero();
        assertThat(imported.slice("before").end()).isEqualTo(300);
        assertThat(imported.anchors.get(0)).containsExactly(200L, 2_000_000L);
        assertThat(account(imported)).containsEntry("timesMovedByNanos", 700L);
    }

    @Test
    void times_asLateAsTheyCanBe_areKept() {
        long late = Long.MAX_VALUE - 1_000;
        TraceBuilder last = new TraceBuilder().window(new ClockAnchor(late, 5), new ClockAnchor(late + 900, 905));
        last.thread(1, "main").add(last.nameId("late"), late + 100, 800);
        Imported imported = Imported.of(last.build());

        assertThat(imported.errors).isEmpty();
        assertThat(imported.slice("late").start()).isEqualTo(late + 100);
        assertThat(imported.slice("late").duration()).isEqualTo(800);
    }

    @Test
    void summary_ofTheTrace_isAnInstantOnTheProcess() {
        builder.traceId("ABC").partial(true).dropped(DropCause.EVENT_LIMIT, 3);
        builder.distributed(new DistributedInfo(2, 4, "nccl", "host"));
        builder.metadata("run", new MetadataValue("42", true));
        builder.stackSample(new StackSample(1_000, 1, SampleKind.JAVA, -1, 1));
        Imported imported = Imported.of(builder.build());
        Imported.Slice summary = imported.instants.get(0);

        assertThat(summary.track()).isEqualTo(imported.track("java"));
        assertThat(summary.start()).isEqualTo(1_000);
        assertThat(summary.arguments())
                .containsEntry("trace_id", "ABC")
                .containsEntry("distributed", Map.of("rank", 2L, "world_size", 4L, "backend", "nccl"))
                .containsEntry("metadata", Map.of("run", "42"));
        assertThat(account(imported))
                .containsEntry("begun", 4L)
                .containsEntry("dropped", Map.of(DropCause.EVENT_LIMIT.label(), 3L))
                .containsEntry("partial", true)
                .containsEntry("stackSamplesLeftOut", 1L);
    }

    /** Perfetto joins such tracks into one row with a line for each, as it does for asynchronous events of its own. */
    @Test
    void tracks_ofTasks_areMergedByName() {
        builder.thread(1, "main").add(builder.nameId("load", EventKind.TASK, ""), 0, 100);

        assertThat(Imported.of(builder.build()).track("load").descriptor().number("sibling_merge_behavior"))
                .isEqualTo(1);
    }

    @Test
    void tasks_moreThanThereMayBeRows_areThereWithoutDurationAndCounted() {
        int task = builder.nameId("task", EventKind.TASK, "");
        for (int i = 0; i <= TrackRows.MAX_ROWS; i++) {
            builder.thread(1, "main").add(task, i, 10_000);
        }

        Imported imported = Imported.of(builder.build());
        assertThat(imported.errors).isEmpty();

        assertThat(imported.slices).hasSize(TrackRows.MAX_ROWS + 1);
        assertThat(imported.slices.stream().filter(slice -> slice.duration() == 0))
                .singleElement()
                .satisfies(slice -> assertThat(slice.arguments()).containsEntry("shortened ns", 10_000L));
        assertThat(imported.instants.get(0).arguments().get("account").toString())
                .contains("durationsLeftOut=1");
    }

    @Test
    void countersAndScopes_ofEachGpu_areBelowIt() {
        Imported imported = Imported.of(GpuTrace.of(7).trace());
        assertThat(imported.tracks.values())
                .extracting(Imported.Track::name)
                .contains("stream 7 (annotations)", "stream 7 (sync)");
        Set<String> places = imported.samples.stream()
                .map(sample -> imported.tracks.get(sample.track().parent()).name() + " / "
                        + sample.track().name())
                .collect(Collectors.toSet());

        assertThat(places)
                .containsExactlyInAnyOrder(
                        "cuda:0 / GPU 0 power (W)",
                        "cuda:0 / Memory allocated cuda:0",
                        "cuda:0 / Memory reserved cuda:0",
                        "cuda:1 / GPU 1 power (W)",
                        "cuda:1 / Memory allocated cuda:1",
                        "cuda:1 / Memory reserved cuda:1");
        assertThat(imported.tracks.values())
                .filteredOn(track -> track.name().equals("cuda:0"))
                .as("one group for streams and counters")
                .hasSize(1);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> account(Imported imported) {
        return (Map<String, Object>) imported.instants.get(0).arguments().get("account");
    }
}
