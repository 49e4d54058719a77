package io.stepprofiler.readers.perfetto;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stepprofiler.wire.WireReader;
import java.io.IOException;

/**
 * A debug annotation: an argument of an event, whose value may have parts.
 *
 * @param name its name
 * @param value its value; missing if it has none that is known here
 */
record Annotation(String name, JsonNode value) {
    private static final int MAX_DEPTH = 50;
    private static final JsonNodeFactory VALUES = JsonNodeFactory.instance;

    static Annotation read(WireReader message, SequenceState state) throws IOException {
        return read(message, state, 0);
    }

    private static Annotation read(WireReader message, SequenceState state, int depth) throws IOException {
        if (depth > MAX_DEPTH) {
            throw message.wrong("annotations are nested deeper than " + MAX_DEPTH);
        }
        String name = "";
        JsonNode value = MissingNode.getInstance();
        for (int field = message.field(); field != 0; field = message.field()) {
            switch (field) {
                case Fields.ANNOTATION_NAME_ID -> name = state.key(message.number());
                case Fields.ANNOTATION_NAME -> name = message.text();
                case Fields.ANNOTATION_BOOL -> value = VALUES.booleanNode(message.flag());
                case Fields.ANNOTATION_INT -> value = VALUES.numberNode(message.number());
                case Fields.ANNOTATION_UINT -> value = unsigned(message.number());
                case Fields.ANNOTATION_POINTER -> value = VALUES.textNode("0x" + Long.toHexString(message.number()));
                case Fields.ANNOTATION_DOUBLE -> value = VALUES.numberNode(message.real());
                case Fields.ANNOTATION_TEXT, Fields.ANNOTATION_JSON -> value = VALUES.textNode(message.text());
                case Fields.ANNOTATION_TEXT_ID -> value = VALUES.textNode(state.value(message.number()));
                case Fields.ANNOTATION_ENTRY -> {
                    Annotation entry = read(message.message(), state, depth + 1);
                    ObjectNode all = value instanceof ObjectNode object ? object : VALUES.objectNode();
                    value = all.set(entry.name(), entry.value());
                }
                case Fields.ANNOTATION_ELEMENT -> {
                    Annotation element = read(message.message(), state, depth + 1);
                    ArrayNode all = value instanceof ArrayNode array ? array : VALUES.arrayNode();
                    value = all.add(element.value());
                }
                default -> message.skip();
            }
        }
        return new Annotation(name, value);
    }

    private static JsonNode unsigned(long number) {
        return number >= 0 ? VALUES.numberNode(number) : VALUES.textNode(Long.toUnsignedString(number));
    }
}
