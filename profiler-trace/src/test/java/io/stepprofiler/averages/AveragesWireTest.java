package io.stepprofiler.averages;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.UnknownFieldSet;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.Operand;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Remarks;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Averages as bytes: read back, read by protobuf's own parser by the schema as protoc compiled it, and damaged. */
@Tag("long")
class AveragesWireTest {
    private static final Grouping FINE =
            Grouping.BY_NAME.byInputShapes().byStack(2).byThread().byOverload().byStream();

    private static FileDescriptor shared;
    private static FileDescriptor schema;

    @BeforeAll
    static void readSchema() throws Exception {
        FileDescriptorSet compiled = FileDescriptorSet.parseFrom(Files.readAllBytes(Path.of("target/averages.desc")));
        Map<String, FileDescriptorProto> files =
                compiled.getFileList().stream().collect(toMap(FileDescriptorProto::getName, identity()));
        shared = FileDescriptor.buildFrom(files.get("shared.proto"), new FileDescriptor[0]);
        schema = FileDescriptor.buildFrom(files.get("averages.proto"), new FileDescriptor[] {shared});
    }

    private static AveragesAccumulator random(int seed) {
        Random random = new Random(seed);
        AveragesAccumulator accumulator = new AveragesAccumulator(FINE, 1 + random.nextInt(30));
        for (int i = random.nextInt(4); i > 0; i--) {
            accumulator.add(RandomTrace.of(random));
        }
        return accumulator;
    }

    private static AveragesAccumulator readBack(AveragesAccumulator accumulator) throws IOException {
        return AveragesAccumulator.parseFrom(accumulator.toByteArray());
    }

    private static AveragesAccumulator ofDurations(long... durations) {
        TraceBuilder trace = new TraceBuilder();
        TrackBuilder thread = trace.thread(1, "main");
        long now = 0;
        for (long duration : durations) {
            thread.add(trace.nameId("work"), now, duration);
            now += duration;
        }
        trace.metadata(Remarks.LOST_WINDOWS, new MetadataValue("1 window was lost", false));
        AveragesAccumulator accumulator = new AveragesAccumulator();
        accumulator.add(trace.build());
        return accumulator;
    }

    @Test
    void parseFrom_itsOwnBytes_hasTheSameAverages() throws IOException {
        for (int seed = 0; seed < 15; seed++) {
            AveragesAccumulator accumulator = random(seed);
            AveragesAccumulator read = readBack(accumulator);
            assertThat(AveragesMergeTest.figures(read))
                    .as("seed %d", seed)
                    .isEqualTo(AveragesMergeTest.figures(accumulator));
            assertThat(read.averages().rows()).isEqualTo(accumulator.averages().rows());
            assertThat(read.averages().grouping()).isEqualTo(FINE);
            assertThat(read.toByteArray()).isEqualTo(accumulator.toByteArray());
        }
    }

    @Test
    void merge_ofReadAverages_isThatOfTheOriginals() throws IOException {
        for (int seed = 0; seed < 8; seed++) {
            AveragesAccumulator original = new AveragesAccumulator(FINE, 100);
            AveragesAccumulator read = new AveragesAccumulator(FINE, 100);
            for (int rank = 0; rank < 4; rank++) {
                AveragesAccumulator ofRank = random(seed * 4 + rank);
                original.merge(ofRank);
                read.merge(readBack(ofRank));
            }
            assertThat(AveragesMergeTest.figures(read))
                    .as("seed %d", seed)
                    .isEqualTo(AveragesMergeTest.figures(original));
            assertThat(read.averages().rows()).isEqualTo(original.averages().rows());
        }
    }

    @Test
    void add_toReadAverages_goesOn() throws IOException {
        Trace trace = RandomTrace.of(new Random(5));
        AveragesAccumulator accumulator = new AveragesAccumulator(FINE, 3);
        accumulator.add(trace);
        AveragesAccumulator read = readBack(accumulator);
        accumulator.add(trace);
        read.add(trace);
        assertThat(read.averages().rows()).isEqualTo(accumulator.averages().rows());
    }

    @Test
    void toByteArray_millionDurations_takesSomeKilobytes() {
        Random random = new Random(1);
        byte[] bytes =
                ofDurations(random.longs(1_000_000, 1, 100_000_000).toArray()).toByteArray();
        assertThat(bytes).hasSizeLessThan(4000);
    }

    @Test
    void toByteArray_readByTheSchema_hasTheFigures() throws IOException {
        DynamicMessage message = parse(ofDurations(3, 100, 101, 5).toByteArray());
        assertThat(field(message, "version")).isEqualTo(1);
        assertThat(field(message, "traces")).isEqualTo(1L);
        assertThat(field(message, "max_groups")).isEqualTo(10_000);
        assertThat((List<?>) field(message, "remarks")).hasToString("[1 window was lost]");
        DynamicMessage group = (DynamicMessage) ((List<?>) field(message, "groups")).get(0);
        assertThat(field((DynamicMessage) field(group, "key"), "name")).isEqualTo("work");
        assertThat(field(group, "count")).isEqualTo(4L);
        assertThat(field(group, "sum_nanos")).isEqualTo(209L);
        assertThat(field(group, "flops")).isEqualTo(0L);
        DynamicMessage durations = (DynamicMessage) field(group, "durations");
        assertThat(field(durations, "min_nanos")).isEqualTo(3L);
        assertThat(field(durations, "max_nanos")).isEqualTo(101L);
        // Buckets 3, 5 and 82, which has 100 and 101.
        assertThat((List<?>) field(durations, "bucket_gaps")).hasToString("[3, 1, 76]");
        assertThat((List<?>) field(durations, "bucket_counts")).hasToString("[1, 1, 2]");
    }

    @Test
    void toByteArray_randomAverages_hasNoFieldThatTheSchemaDoesNotHave() throws IOException {
        for (int seed = 0; seed < 15; seed++) {
            assertThat(hasUnknown(parse(random(seed).toByteArray())))
                    .as("seed %d", seed)
                    .isFalse();
        }
    }

    private static DynamicMessage parse(byte[] bytes) throws IOException {
        return DynamicMessage.parseFrom(schema.findMessageTypeByName("Averages"), bytes);
    }

    private static Object field(DynamicMessage message, String name) {
        Descriptor type = message.getDescriptorForType();
        return message.getField(type.findFieldByName(name));
    }

    private static boolean hasUnknown(DynamicMessage message) {
        return !message.getUnknownFields().equals(UnknownFieldSet.getDefaultInstance())
                || message.getAllFields().values().stream()
                        .flatMap(each -> each instanceof List<?> list ? list.stream() : Stream.of(each))
                        .anyMatch(each -> each instanceof DynamicMessage inner && hasUnknown(inner));
    }

    static Stream<Arguments> enums() {
        return Stream.of(
                Arguments.of(schema, "Row", "ROW_", GroupKey.Row.values()),
                Arguments.of(shared, "EventKind", "EVENT_KIND_", EventKind.values()),
                Arguments.of(shared, "DeviceType", "DEVICE_TYPE_", Device.Type.values()),
                Arguments.of(shared, "OperandKind", "OPERAND_KIND_", Operand.Kind.values()),
                Arguments.of(shared, "ElementType", "ELEMENT_TYPE_", ElementType.values()));
    }

    @ParameterizedTest
    @MethodSource
    @SuppressWarnings("EnumOrdinal") // That they are the numbers is what is tested.
    void enums(FileDescriptor file, String name, String prefix, Enum<?>[] values) {
        assertThat(file.findEnumTypeByName(name).getValues())
                .extracting(value -> value.getNumber() + " " + value.getName())
                .containsExactlyElementsOf(Arrays.stream(values)
                        .map(value -> value.ordinal() + " " + prefix + value.name())
                        .toList());
    }

    @Test
    void parseFrom_laterVersion_isRefusedByItsNumber() {
        WireWriter out = new WireWriter();
        out.text(1, "step-profiler averages");
        out.number(2, 7);
        out.text(99, "what nobody knows yet");
        assertThatThrownBy(() -> AveragesAccumulator.parseFrom(out.toByteArray()))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("Averages of version 7 are not known to this release, which reads version 1");
    }

    @Test
    void parseFrom_unknownFields_leavesThemOut() throws IOException {
        WireWriter out = new WireWriter();
        out.text(1, "step-profiler averages");
        out.number(2, 1);
        out.number(5, 3);
        out.text(99, "of a later release");
        assertThat(AveragesAccumulator.parseFrom(out.toByteArray()).traces()).isEqualTo(3);
    }

    @Test
    void parseFrom_somethingElse_isRefused() {
        for (byte[] other :
                new byte[][] {{}, "{\"a\": 1}".getBytes(StandardCharsets.UTF_8), {0x0A, 2, 'P', 'K'}, {0x08, 1}}) {
            assertThatThrownBy(() -> AveragesAccumulator.parseFrom(other)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void parseFrom_groupTwice_isRefused() {
        WireWriter out = new WireWriter();
        out.text(1, "step-profiler averages");
        out.number(2, 1);
        for (int i = 0; i < 2; i++) {
            int mark = out.begin(10);
            int key = out.begin(1);
            out.text(2, "work");
            out.end(key);
            out.end(mark);
        }
        assertThatThrownBy(() -> AveragesAccumulator.parseFrom(out.toByteArray()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a group for the second time");
    }

    @Test
    void parseFrom_cutAnywhere_isRefusedOrHasWholeGroupsOnly() {
        AveragesAccumulator accumulator = random(7);
        accumulator.add(RandomTrace.of(new Random(8)));
        byte[] bytes = accumulator.toByteArray();
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            try {
                List<KeyAverage> rows =
                        AveragesAccumulator.parseFrom(cut).averages().rows();
                assertThat(accumulator.averages().rows()).containsAll(rows);
            } catch (IOException e) {
                assertThat(e).hasMessageStartingWith("Not ");
            }
        }
    }

    @Test
    void parseFrom_damagedBytes_failsWithAnIoExceptionOrReadsSomething() {
        byte[] bytes = random(9).toByteArray();
        Random random = new Random(1);
        int refused = 0;
        for (int i = 0; i < 1_000; i++) {
            byte[] damaged = bytes.clone();
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            try {
                AveragesAccumulator read = AveragesAccumulator.parseFrom(damaged);
                assertThat(read.averages().table()).isNotNull();
                read.merge(read);
            } catch (IOException e) {
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }
}
