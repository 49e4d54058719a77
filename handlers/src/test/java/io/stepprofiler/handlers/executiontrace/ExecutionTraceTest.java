package io.stepprofiler.handlers.executiontrace;

import static io.stepprofiler.handlers.executiontrace.WrittenNodes.attribute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.handlers.random.RandomTrace;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.ProcessGroup;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExecutionTraceTest {
    private static final String PROCESS = "[pytorch|profiler|execution_trace|process]";
    private static final String THREAD = "[pytorch|profiler|execution_trace|thread]";

    private final TraceBuilder builder = new TraceBuilder();
    private final TrackBuilder main = builder.thread(1, "main");

    private int add(TrackBuilder track, String name, long start, long duration) {
        return track.add(builder.nameId(name), start, duration);
    }

    private int call(String name, long start, OpSignature signature) {
        int event = add(main, name, start, 1);
        main.signature(event, builder.signatureId(signature));
        return event;
    }

    private WrittenNodes written() throws IOException {
        return WrittenNodes.of(builder.build());
    }

    @Test
    void file_hasTheHeadThatReadersLookFor() throws IOException {
        builder.process(new ProcessInfo(4711, "h"))
                .window(new ClockAnchor(5_000_000, 1_795_253_118_397_382_707L), new ClockAnchor(9_000_000, 0));
        JsonNode file = written().file();
        assertThat(file.get("schema").asText()).isEqualTo("1.1.1-chakra.0.0.4");
        assertThat(file.get("pid").asLong()).isEqualTo(4711);
        assertThat(file.get("time").asText()).matches("2026-11-2\\d \\d\\d:\\d\\d:18");
        assertThat(file.get("start_ts").asLong()).isEqualTo(5);
        assertThat(file.get("finish_ts").asLong()).isEqualTo(9);
    }

    @Test
    void nodes_ofNestedEventsInAStep_haveEachOtherAround() throws IOException {
        builder.step(new StepMark(4, 10, 90, 1, false));
        add(main, "forward", 20, 30);
        add(main, "aten::mm", 25, 5);
        WrittenNodes nodes = written();
        assertThat(nodes.namesAround(nodes.named("aten::mm"))).containsExactly("forward", "ProfilerStep#4", THREAD);
        assertThat(nodes.named(PROCESS).get("ctrl_deps").asLong()).isEqualTo(1);
        assertThat(nodes.all().stream().map(node -> node.get("name").asText()))
                .containsExactly(PROCESS, THREAD, "ProfilerStep#4", "forward", "aten::mm");
    }

    @Test
    void step_insideAScope_takesWhatIsInsideBothAndLeavesTheRest() throws IOException {
        add(main, "epoch", 0, 100);
        builder.step(new StepMark(0, 10, 40, 1, false));
        add(main, "inside", 10, 40);
        add(main, "across", 45, 10);
        WrittenNodes nodes = written();
        assertThat(nodes.namesAround(nodes.named("inside"))).containsExactly("ProfilerStep#0", "epoch", THREAD);
        assertThat(nodes.namesAround(nodes.named("across"))).containsExactly("epoch", THREAD);
    }

    @Test
    void event_thatEndedOnAnotherThread_isInsideItsThread() throws IOException {
        add(main, "around", 0, 100);
        main.async(add(main, "async", 10, 5));
        WrittenNodes nodes = written();
        assertThat(nodes.namesAround(nodes.named("async"))).containsExactly(THREAD);
    }

    @Test
    void backwardOperation_namesTheNodeOpenOnTheForwardThread() throws IOException {
        add(main, "backward", 0, 100);
        main.sequence(add(main, "aten::mm", 5, 5), 3, -1);
        TrackBuilder engine = builder.thread(2, "engine");
        engine.sequence(add(engine, "MmBackward0", 20, 5), 3, 1);
        WrittenNodes nodes = written();
        JsonNode backward = nodes.named("MmBackward0");
        assertThat(attribute(backward, "fw_parent").asLong())
                .isEqualTo(nodes.named("backward").get("id").asLong());
        assertThat(attribute(backward, "fw_tid").asLong()).isEqualTo(1);
        assertThat(attribute(backward, "seq_id").asLong()).isEqualTo(3);
        assertThat(attribute(backward, "scope").asInt()).isEqualTo(1);
        assertThat(attribute(nodes.named("aten::mm"), "scope").asInt()).isEqualTo(0);
        assertThat(attribute(nodes.named("backward"), "scope").asInt()).isEqualTo(7);
    }

    @Test
    void tensors_onOneStorageAndAlike_areTheSame() throws IOException {
        Operand matrix = Operand.tensor(ElementType.FLOAT, Dims.of(2, 3)).withStrides(Dims.of(3, 1));
        Operand turned = Operand.tensor(ElementType.FLOAT, Dims.of(3, 2)).withStrides(Dims.of(1, 3));
        OpSignature signature = OpSignature.of(matrix, turned).withOutputs(matrix.mutated());
        for (int i = 0; i < 2; i++) {
            main.tensors(call("aten::f" + i, i, signature), new long[] {0xA, 0xA, 0xA}, 0, 3);
        }
        WrittenNodes nodes = written();
        JsonNode in = nodes.named("aten::f0").get("inputs").get("values");
        JsonNode out = nodes.named("aten::f0").get("outputs").get("values");
        assertThat(in.get(0)).isEqualTo(out.get(0));
        assertThat(in.get(1).get(0)).isNotEqualTo(in.get(0).get(0));
        assertThat(in.get(1).get(1)).isEqualTo(in.get(0).get(1));
        assertThat(in).isEqualTo(nodes.named("aten::f1").get("inputs").get("values"));
        assertThat(in.get(0).toString()).matches("\\[\\d+,\\d+,0,6,4,\"cpu\"]");
        assertThat(nodes.named("aten::f0").get("inputs").get("strides").toString())
                .isEqualTo("[[3,1],[1,3]]");
    }

    @Test
    void tensors_onUnknownStorages_areAllDifferent() throws IOException {
        call(
                "aten::f",
                0,
                OpSignature.of(
                        Operand.tensor(ElementType.INT64, Dims.of(5)), Operand.tensor(ElementType.INT64, Dims.of(5))));
        JsonNode values = written().named("aten::f").get("inputs").get("values");
        assertThat(values.get(0).get(0)).isNotEqualTo(values.get(1).get(0));
        assertThat(values.get(0).get(1).asLong()).isZero();
    }

    @Test
    void device_isWhereTheStorageWasAllocated() throws IOException {
        builder.memory(MemoryEvent.allocated(0, 1, 0xC, 24).on(Device.cuda(1)));
        Operand tensor = Operand.tensor(ElementType.FLOAT, Dims.of(6));
        main.tensors(call("aten::f", 0, OpSignature.of(tensor, tensor)), new long[] {0xC, 0xD}, 0, 2);
        JsonNode values = written().named("aten::f").get("inputs").get("values");
        assertThat(values.get(0).get(5).asText()).isEqualTo("cuda:1");
        assertThat(values.get(1).get(5).asText()).isEmpty();
    }

    /** As torch 2.13 writes them. */
    @Test
    void inputs_ofEachKind_areWrittenAsTorchDoes() throws IOException {
        call(
                "aten::f",
                0,
                OpSignature.of(
                        Operand.tensor(ElementType.FLOAT, Dims.SCALAR),
                        Operand.tensors(ElementType.INT64, List.of(Dims.of(3), Dims.of(4, 5))),
                        Operand.scalar("1"),
                        Operand.scalar("0.5"),
                        Operand.scalar("true"),
                        Operand.scalars(1, 2),
                        Operand.ABSENT,
                        Operand.other("mean"),
                        Operand.scalar("Infinity"),
                        Operand.scalar("")));
        JsonNode inputs = written().named("aten::f").get("inputs");
        assertThat(inputs.get("types").toString())
                .isEqualTo("[\"Tensor(float)\",\"GenericList[Tensor(long int),Tensor(long int)]\",\"Int\",\"Double\","
                        + "\"Bool\",\"GenericList[Int,Int]\",\"None\",\"String\",\"Double\",\"Object\"]");
        assertThat(inputs.get("shapes").toString()).isEqualTo("[[],[[3],[4,5]],[],[],[],[[],[]],[],[],[],[]]");
        assertThat(inputs.get("strides").toString()).isEqualTo("[[],[[],[]],[],[],[],[[],[]],[],[],[],[]]");
        JsonNode values = inputs.get("values");
        assertThat(values.get(1).get(1).get(3).asLong()).isEqualTo(20);
        List<String> rest = new ArrayList<>();
        StreamSupport.stream(values.spliterator(), false).skip(2).forEach(value -> rest.add(value.toString()));
        assertThat(rest)
                .containsExactly("1", "0.5", "true", "[1,2]", "\"<None>\"", "\"mean\"", "\"inf\"", "\"<Object>\"");
    }

    /** Texts of libtorch, as in "Concrete Inputs" of torch 2.13, with the values of its execution trace. */
    @ParameterizedTest
    @CsvSource({
        "True, Bool, true",
        "False, Bool, false",
        "0., Double, 0.0",
        "1234567., Double, 1234567.0",
        "1.0000000000000001e-05, Double, 1.0E-5",
        "-inf, Double, '\"-inf\"'",
        "inf, Double, '\"inf\"'",
        "nan, Double, '\"nan\"'",
        "-1, Int, -1",
    })
    void scalar_inTheTextOfLibtorch_hasItsTypeAndValue(String text, String type, String value) throws IOException {
        call("aten::f", 0, OpSignature.of(Operand.scalar(text)));
        JsonNode inputs = written().named("aten::f").get("inputs");
        assertThat(inputs.get("types").get(0).asText()).isEqualTo(type);
        assertThat(inputs.get("values").get(0).toString()).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            aten::add   | Tensor | aten::add.Tensor(Tensor(a!) arg0, float arg1, int[] arg2) -> Tensor
            djl::linear | ''     | djl::linear(Tensor(a!) arg0, float arg1, int[] arg2) -> Tensor
            forward     | ''     | ''
            a::b c      | ''     | ''
            1a::b       | ''     | ''
            aten::add   | 9x     | aten::add(Tensor(a!) arg0, float arg1, int[] arg2) -> Tensor
            aten::add   | a b    | aten::add(Tensor(a!) arg0, float arg1, int[] arg2) -> Tensor
            """)
    void schema_isWhatTheSignatureTells(String name, String overload, String expected) throws IOException {
        Operand tensor = Operand.tensor(ElementType.FLOAT, Dims.of(2));
        List<Operand> inputs = List.of(tensor.mutated(), Operand.scalar("0.5"), Operand.scalars(1, 2));
        call(name, 0, new OpSignature(overload, inputs, List.of(tensor), -1));
        assertThat(attribute(written().named(name), "op_schema").asText()).isEqualTo(expected);
    }

    @Test
    void groups_areAValueOfTheirNode() throws IOException {
        builder.distributed(new DistributedInfo(1, 2, "gloo", "h")
                .withGroups(List.of(
                        new ProcessGroup("0", "default_pg", "gloo", List.of(0, 1)),
                        new ProcessGroup("1", "pair \"x\"", "gloo", List.of(1)))));
        add(main, "a", 0, 1);
        WrittenNodes nodes = written();
        JsonNode node = nodes.named("## process_group:init ##");
        assertThat(nodes.namesAround(node)).containsExactly(THREAD);
        assertThat(node.get("inputs").get("types").toString()).isEqualTo("[\"String\"]");
        JsonNode groups = new ObjectMapper()
                .readTree(node.get("inputs").get("values").get(0).asText());
        assertThat(groups.toString())
                .isEqualTo("[{\"pg_name\":\"0\",\"pg_desc\":\"default_pg\",\"backend_config\":\"gloo\",\"ranks\":[],"
                        + "\"group_size\":2,\"group_count\":2},{\"pg_name\":\"1\",\"pg_desc\":\"pair \\\"x\\\"\","
                        + "\"backend_config\":\"gloo\",\"ranks\":[1],\"group_size\":1,\"group_count\":2}]");
    }

    @Test
    void waits_haveNoNodeAndWhatIsInsideThemStandsInsideWhatIsAround() throws IOException {
        add(main, "forward", 0, 100);
        main.add(builder.nameId("park", EventKind.WAIT, ""), 10, 50);
        add(main, "inside", 20, 10);
        main.add(builder.nameId("class load", EventKind.VIRTUAL_MACHINE, ""), 70, 5);
        builder.thread(2, "pool").add(builder.nameId("park", EventKind.WAIT, ""), 0, 90);
        builder.stackSample(new StackSample(25, 1, SampleKind.JAVA, -1, 10));
        WrittenNodes nodes = written();
        assertThat(nodes.namesAround(nodes.named("inside"))).containsExactly("forward", THREAD);
        assertThat(nodes.all().stream().map(node -> node.get("name").asText()))
                .containsExactly(PROCESS, THREAD, "forward", "inside");
        JsonNode account = nodes.file().get("stepProfiler");
        assertThat(account.get("waitsLeftOut").asInt()).isEqualTo(3);
        assertThat(account.get("begun").asInt()).isEqualTo(6);
        assertThat(account.get("written").asInt()).isEqualTo(6);
    }

    @Test
    void account_isInTheFile() throws IOException {
        add(main, "a", 0, 1);
        builder.dropped(DropCause.BYTE_LIMIT, 2);
        JsonNode account = written().file().get("stepProfiler");
        assertThat(account.get("begun").asInt()).isEqualTo(3);
        assertThat(account.get("dropped").get("byte limit").asInt()).isEqualTo(2);
    }

    @Test
    void nodes_ofRandomTraces_areConsistent() throws IOException {
        for (long seed = 0; seed < 62; seed++) {
            Trace trace = RandomTrace.operations(seed);
            WrittenNodes nodes = WrittenNodes.of(trace);
            Set<Long> expected = new HashSet<>();
            for (int t = 0; t < trace.tracks().size(); t++) {
                for (int i = 0;
                        trace.tracks().get(t).isThread()
                                && i < trace.tracks().get(t).size();
                        i++) {
                    if (isOperator(trace, trace.tracks().get(t), i)) {
                        expected.add(trace.eventId(t, i));
                    }
                }
            }
            for (int i = 0; i < trace.steps().size(); i++) {
                expected.add(trace.eventId(trace.tracks().size(), i));
            }
            Set<Long> found = new HashSet<>();
            for (JsonNode node : nodes.all()) {
                assertConsistent(node, nodes);
                long recordId = isOfGroups(node) ? 0 : attribute(node, "rf_id").asLong();
                if (recordId != 0) {
                    assertThat(found.add(recordId))
                            .as("the only node of event %d", recordId)
                            .isTrue();
                    assertThat(node.get("name").asText()).isEqualTo(readable(name(trace, recordId)));
                }
            }
            assertThat(found).as("seed %d", seed).isEqualTo(expected);
        }
    }

    private static boolean isOperator(Trace trace, Track track, int event) {
        EventKind kind = trace.kind(track.nameId(event));
        return kind != EventKind.WAIT
                && kind != EventKind.VIRTUAL_MACHINE
                && kind != EventKind.PROFILER
                && !kind.isAsync();
    }

    private static boolean isOfGroups(JsonNode node) {
        return node.get("name").asText().equals(ProcessGroups.NODE);
    }

    private static void assertConsistent(JsonNode node, WrittenNodes nodes) {
        long id = node.get("id").asLong();
        long parent = node.get("ctrl_deps").asLong();
        assertThat(nodes.byId()).containsKey(parent);
        assertThat(parent).isLessThan(id == 1 ? 2 : id);
        long forwardParent = attribute(node, "fw_parent").asLong();
        assertThat(forwardParent == 0 || nodes.byId().containsKey(forwardParent))
                .isTrue();
        // HTA takes a lower number than those of the Chrome trace for another window.
        assertThat(node.get("attrs").get(0).get("name").asText().equals("rf_id"))
                .isEqualTo(!isOfGroups(node));
        assertThat(node.get("attrs").findValuesAsText("name"))
                .endsWith(
                        "fw_parent",
                        "seq_id",
                        "scope",
                        "tid",
                        "fw_tid",
                        "op_schema",
                        "kernel_backend",
                        "kernel_file",
                        "tensor_range");
        for (String side : List.of("inputs", "outputs")) {
            JsonNode operands = node.get(side);
            int count = operands.get("values").size();
            for (String part : List.of("shapes", "types", "strides")) {
                assertThat(operands.get(part).size()).as(part).isEqualTo(count);
            }
            for (int i = 0; i < count; i++) {
                assertConsistent(
                        operands.get("values").get(i),
                        operands.get("types").get(i).asText());
            }
        }
    }

    private static void assertConsistent(JsonNode value, String type) {
        if (type.startsWith("Tensor")) {
            assertThat(value.size()).isEqualTo(6);
        } else if (type.startsWith("GenericList[")) {
            String inside = type.substring("GenericList[".length(), type.length() - 1);
            assertThat(value.size()).isEqualTo(inside.isEmpty() ? 0 : inside.split(",").length);
        } else {
            assertThat(value.isValueNode()).isTrue();
        }
    }

    private static String name(Trace trace, long recordId) {
        long index = recordId - 1;
        for (Track track : trace.tracks()) {
            if (index < track.size()) {
                return track.eventName((int) index);
            }
            index -= track.size();
        }
        return trace.steps().get((int) index).name();
    }

    private static String readable(String text) {
        return text.replaceAll("[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]", "\ufffd");
    }

    @Test
    void export_compressed_isTheSameDocument(@TempDir Path dir) throws IOException {
        Trace trace = RandomTrace.operations(11);
        ExecutionTrace.export(trace, dir.resolve("et.json"));
        ExecutionTrace.export(trace, dir.resolve("et.json.gz"));
        try (InputStream in = new GZIPInputStream(Files.newInputStream(dir.resolve("et.json.gz")))) {
            assertThat(in.readAllBytes()).isEqualTo(Files.readAllBytes(dir.resolve("et.json")));
        }
    }

    @Test
    void export_toAnotherEnding_isRefused(@TempDir Path dir) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ExecutionTrace.export(builder.build(), dir.resolve("et.txt")))
                .withMessageContainingAll("file = ", "et.txt", ".json.gz");
    }
}
