package io.stepprofiler.journal.blocks;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.segment.JournalWriter;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.ThreadSegment;
import io.stepprofiler.trace.Track;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Journals read with protobuf's own parser, by the schema as protoc compiled it. */
class SchemaTest {
    private static FileDescriptor schema;

    @TempDir
    Path directory;

    @BeforeAll
    static void readSchema() throws Exception {
        FileDescriptorSet compiled = FileDescriptorSet.parseFrom(Files.readAllBytes(Path.of("target/journal.desc")));
        Map<String, FileDescriptorProto> files =
                compiled.getFileList().stream().collect(toMap(FileDescriptorProto::getName, identity()));
        FileDescriptor shared = FileDescriptor.buildFrom(files.get("shared.proto"), new FileDescriptor[0]);
        schema = FileDescriptor.buildFrom(files.get("journal.proto"), new FileDescriptor[] {shared});
    }

    private static Object field(DynamicMessage message, String name) {
        return message.getField(message.getDescriptorForType().findFieldByName(name));
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(DynamicMessage message, String name) {
        return (List<Object>) field(message, name);
    }

    private static long number(DynamicMessage message, String name) {
        return ((Number) field(message, name)).longValue();
    }

    private static DynamicMessage message(String name, ByteString bytes) throws IOException {
        Descriptor type = schema.findMessageTypeByName(name);
        DynamicMessage message = DynamicMessage.parseFrom(type, bytes);
        assertThat(message.getUnknownFields().asMap()).isEmpty();
        return message;
    }

    static Stream<Arguments> enums() {
        return Stream.of(
                Arguments.of("Anomaly", Anomaly.values()),
                Arguments.of("DropCause", DropCause.values()),
                Arguments.of("MarkerScope", MarkerScope.values()),
                Arguments.of("MemoryAction", MemoryAction.values()),
                Arguments.of("MemoryCategory", MemoryCategory.values()),
                Arguments.of("SampleKind", SampleKind.values()),
                Arguments.of("TrackKind", TrackKind.values()),
                Arguments.of("Compression", Compression.values()));
    }

    @ParameterizedTest
    @MethodSource
    @SuppressWarnings("EnumOrdinal") // That they are the numbers is what is tested.
    void enums(String name, Enum<?>[] values) {
        EnumDescriptor type = schema.findEnumTypeByName(name);
        String prefix = name.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT) + "_";
        assertThat(type.getValues())
                .extracting(value -> value.getNumber() + " " + value.getName())
                .containsExactlyElementsOf(Arrays.stream(values)
                        .map(value -> value.ordinal() + " " + prefix + value.name())
                        .toList());
    }

    /** The blocks of a journal that is not compressed, by the comment of the schema. */
    private List<DynamicMessage> blocks(List<ByteString> payloads) throws IOException {
        byte[] bytes = Files.readAllBytes(Journals.in(directory).get(0).resolve("00000001.blocks"));
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        List<DynamicMessage> blocks = new ArrayList<>();
        for (int at = 0; at < bytes.length; ) {
            assertThat(Arrays.copyOfRange(bytes, at, at + 8))
                    .containsExactly(0x89, 'S', 'P', 'J', '\r', '\n', 0x1A, '\n');
            assertThat(bytes[at + 8]).isEqualTo((byte) 1);
            assertThat(in.getLong(at + 16)).isEqualTo(blocks.size() + 1L);
            int header = in.getInt(at + 24);
            int payload = in.getInt(at + 32);
            String kind = List.of("Head", "Segment", "End").get(bytes[at + 9] - 1);
            blocks.add(message(kind, ByteString.copyFrom(bytes, at + 48, header)));
            payloads.add(ByteString.copyFrom(bytes, at + 48 + header, payload));
            at += 48 + header + payload;
        }
        return blocks;
    }

    private void write(RandomWindow window, List<Segment> segments) throws IOException {
        String before = System.setProperty(Compressor.PROPERTY, "none");
        try (JournalWriter writer = new BlockJournalFormat().create(directory, window.head())) {
            for (Segment segment : segments) {
                writer.append(segment);
            }
            writer.finish(window.end(), window.counted());
        } finally {
            if (before == null) {
                System.clearProperty(Compressor.PROPERTY);
            } else {
                System.setProperty(Compressor.PROPERTY, before);
            }
        }
    }

    @Test
    void blocks_byProtobuf_areHeadSegmentsAndEnd() throws IOException {
        RandomWindow window = new RandomWindow(2);
        write(window, window.segments(3));
        List<DynamicMessage> blocks = blocks(new ArrayList<>());
        assertThat(blocks)
                .extracting(block -> block.getDescriptorForType().getName())
                .containsExactly("Head", "Segment", "Head", "Segment", "Segment", "Head", "End");
        for (int head : new int[] {0, 2, 5}) {
            assertThat(field(blocks.get(head), "trace_id")).isEqualTo("0123456789ABCDEF");
        }
        assertThat(number((DynamicMessage) field(blocks.get(0), "process"), "pid"))
                .isEqualTo(4711);
        assertThat(number((DynamicMessage) field(blocks.get(6), "end"), "monotonic_nanos"))
                .isEqualTo(window.endNanos());
    }

    @Test
    void segments_byProtobuf_haveTheEvents() throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            RandomWindow window = new RandomWindow(seed);
            List<Segment> segments = window.segments(2);
            write(window, segments);
            List<ByteString> payloads = new ArrayList<>();
            List<DynamicMessage> blocks = blocks(payloads);
            for (int i = 0; i < segments.size(); i++) {
                // Each behind a head.
                checkEvents(segments.get(i), blocks.get(2 * i + 1), payloads.get(2 * i + 1));
            }
            Path journal = Journals.in(directory).get(0);
            Files.delete(journal.resolve("00000001.blocks"));
            Files.delete(journal);
        }
    }

    private static void checkEvents(Segment segment, DynamicMessage block, ByteString payload) throws IOException {
        List<Object> names = list(block, "names");
        List<Object> threads = list(block, "threads");
        assertThat(threads).hasSameSizeAs(segment.threads());
        assertThat(list(block, "steps")).hasSameSizeAs(segment.steps());
        int at = 0;
        for (int i = 0; i < threads.size(); i++) {
            ThreadSegment thread = segment.threads().get(i);
            DynamicMessage header = (DynamicMessage) threads.get(i);
            int length = (int) number(header, "stored_length");
            DynamicMessage events = message("Events", payload.substring(at, at + length));
            at += length;
            assertThat(number(header, "size")).isEqualTo(thread.size());
            checkTimes(number(header, "first_nanos"), events, thread.events());
            List<Object> ids = list(events, "names");
            for (int event = 0; event < thread.size(); event++) {
                DynamicMessage name = (DynamicMessage) names.get(((Number) ids.get(event)).intValue());
                String text = segment.names().name(thread.events().nameId(event));
                assertThat(field(name, "text")).isEqualTo(Described.mended(text));
            }
        }
        assertThat(at).isEqualTo(payload.size());
    }

    /** By the comments of the schema. */
    private static void checkTimes(long firstNanos, DynamicMessage events, Track track) {
        List<Object> starts = list(events, "starts");
        List<Object> durations = list(events, "durations");
        long start = firstNanos;
        long end = firstNanos;
        for (int event = 0; event < track.size(); event++) {
            long coded = (long) starts.get(event);
            start = (coded & 1) == 0 ? end + (coded >>> 1) : start + CodedInputStream.decodeZigZag64(coded >>> 1);
            end = start + (long) durations.get(event);
            assertThat(start).isEqualTo(track.startNanos(event));
            assertThat(end - start).isEqualTo(track.durationNanos(event));
        }
    }
}
