package io.stepprofiler.handlers.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import io.stepprofiler.handlers.proto.Message;
import io.stepprofiler.handlers.proto.ProtoFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/** A profile as protobuf's own parser reads it, with everything that refers to something looked up. */
final class ReadProfile {
    private static final Descriptor PROFILE = ProtoFile.message("/pprof/profile.proto", "Profile");

    /**
     * A sample.
     *
     * @param stack the outermost frame first
     * @param labels values by key
     * @param values values by type
     */
    record Sample(List<Frame> stack, Map<String, String> labels, Map<String, Long> values) {
        List<String> names() {
            return stack.stream().map(Frame::name).toList();
        }
    }

    record Frame(String name, String file, long line) {}

    final Message message;
    private final List<String> texts;
    private final Map<Long, Message> locations;
    private final Map<Long, Message> functions;

    private ReadProfile(Message message) {
        this.message = message;
        texts = message.texts("string_table");
        locations = byId(message.subs("location"));
        functions = byId(message.subs("function"));
    }

    static ReadProfile of(byte[] compressed) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            Message message = new Message(DynamicMessage.parseFrom(PROFILE, in));
            assertThat(message.hasUnknownFields()).isFalse();
            assertThat(message.texts("string_table").get(0)).isEmpty();
            return new ReadProfile(message);
        }
    }

    private static Map<Long, Message> byId(List<Message> messages) {
        // Fails where an id is there twice.
        Map<Long, Message> byId =
                messages.stream().collect(Collectors.toMap(each -> each.number("id"), Function.identity()));
        assertThat(byId.keySet()).allMatch(id -> id >= 1);
        return byId;
    }

    String text(long number) {
        return texts.get(Math.toIntExact(number));
    }

    /** The types with their units, as {@code time/nanoseconds}. */
    List<String> types() {
        return message.subs("sample_type").stream().map(this::valueType).toList();
    }

    String valueType(Message type) {
        return text(type.number("type")) + "/" + text(type.number("unit"));
    }

    List<String> comments() {
        return message.numbers("comment").stream().map(this::text).toList();
    }

    List<Sample> samples() {
        return message.subs("sample").stream().map(this::sample).toList();
    }

    private Sample sample(Message sample) {
        List<Frame> stack = new ArrayList<>();
        sample.numbers("location_id").forEach(id -> stack.add(frame(locations.get(id))));
        Collections.reverse(stack);
        Map<String, String> labels = new TreeMap<>();
        sample.subs("label").forEach(label -> labels.put(text(label.number("key")), text(label.number("str"))));
        List<Message> types = message.subs("sample_type");
        assertThat(sample.numbers("value")).hasSameSizeAs(types);
        Map<String, Long> values = new HashMap<>();
        for (int i = 0; i < types.size(); i++) {
            values.put(
                    text(types.get(i).number("type")), sample.numbers("value").get(i));
        }
        return new Sample(stack, labels, values);
    }

    private Frame frame(Message location) {
        assertThat(location.has("mapping_id")).isFalse();
        Message line = location.subs("line").get(0);
        Message function = functions.get(line.number("function_id"));
        return new Frame(text(function.number("name")), text(function.number("filename")), line.number("line"));
    }

    /** The values of one type that are not 0, by thread, device and stack. */
    Map<List<String>, Long> sums(String type) {
        Map<List<String>, Long> sums = new HashMap<>();
        for (Sample sample : samples()) {
            long value = sample.values().get(type);
            if (value != 0) {
                List<String> key = new ArrayList<>(sample.labels().values());
                key.addAll(sample.names());
                sums.merge(key, value, Long::sum);
            }
        }
        return sums;
    }
}
