package io.stepprofiler.readers.perfetto;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.readers.intake.ArgumentList;
import io.stepprofiler.wire.WireReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One event as its packet has it, with the texts that its sequence knows by number; used again for the next one. */
final class TrackEvent {
    private static final int CALLSTACK = 55;
    private static final int CORRELATION = 52;
    private static final int CORRELATION_TEXT = 53;
    private static final int FRAME_FUNCTION = 1;
    private static final int FRAME_FILE = 2;
    private static final int FRAME_LINE = 3;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    int type;
    long track;
    String name = "";
    /** The first one; empty if there is none. */
    String category = "";

    boolean isWhole;
    long whole;
    double real;
    int flows;
    int extraValues;
    boolean isLegacy;
    /** Arguments that are more than there may be. */
    int argumentsLeftOut;

    final ArgumentList arguments = new ArgumentList();
    /** Innermost first. */
    final List<StackTraceElement> stack = new ArrayList<>();

    private void clear(SequenceState state) {
        type = 0;
        track = state.defaultTrack();
        name = "";
        category = "";
        isWhole = false;
        whole = 0;
        real = Double.NaN;
        flows = 0;
        extraValues = 0;
        isLegacy = false;
        argumentsLeftOut = 0;
        arguments.clear();
        stack.clear();
    }

    void read(WireReader event, SequenceState state) throws IOException {
        clear(state);
        for (int field = event.field(); field != 0; field = event.field()) {
            switch (field) {
                case Fields.EVENT_TYPE -> type = (int) event.number();
                case Fields.EVENT_TRACK -> track = event.number();
                case Fields.EVENT_NAME_ID -> name = state.name(event.number());
                case Fields.EVENT_NAME -> name = event.text();
                case Fields.EVENT_CATEGORY_ID -> category(state.category(event.number()));
                case Fields.EVENT_CATEGORY -> category(event.text());
                case Fields.EVENT_ANNOTATION -> annotation(event.message(), state);
                case Fields.EVENT_COUNTER_VALUE -> {
                    isWhole = true;
                    whole = event.number();
                }
                case Fields.EVENT_COUNTER_DOUBLE -> real = event.real();
                case Fields.EVENT_FLOW, Fields.EVENT_LAST_FLOW -> {
                    flows++;
                    event.skip();
                }
                case Fields.EVENT_EXTRA_VALUES, Fields.EVENT_EXTRA_DOUBLES -> {
                    extraValues++;
                    event.skip();
                }
                case Fields.EVENT_LEGACY -> {
                    isLegacy = true;
                    event.skip();
                }
                case CORRELATION -> arguments.add("correlation_id", event.number());
                case CORRELATION_TEXT -> arguments.add("correlation_id", event.text());
                case CALLSTACK -> frames(event.message());
                default -> event.skip();
            }
        }
    }

    private void category(String text) {
        category = category.isEmpty() ? text : category;
    }

    private void annotation(WireReader message, SequenceState state) throws IOException {
        if (arguments.isFull()) {
            argumentsLeftOut++;
            return;
        }
        Annotation annotation = Annotation.read(message, state);
        JsonNode value = annotation.value();
        if (value.isIntegralNumber()) {
            arguments.add(annotation.name(), value.longValue());
        } else if (value.isNumber()) {
            arguments.add(annotation.name(), value.doubleValue());
        } else if (value.isBoolean()) {
            arguments.add(annotation.name(), value.booleanValue());
        } else {
            arguments.add(annotation.name(), value.isTextual() ? value.textValue() : json(value));
        }
    }

    private static String json(JsonNode value) throws JsonProcessingException {
        return value.isMissingNode() ? "" : MAPPER.writeValueAsString(value);
    }

    private void frames(WireReader callstack) throws IOException {
        for (int field = callstack.field(); field != 0; field = callstack.field()) {
            if (field == 1) {
                stack.add(frame(callstack.message()));
            } else {
                callstack.skip();
            }
        }
        Collections.reverse(stack);
    }

    private static StackTraceElement frame(WireReader frame) throws IOException {
        String function = "";
        String file = null;
        int line = -1;
        for (int field = frame.field(); field != 0; field = frame.field()) {
            switch (field) {
                case FRAME_FUNCTION -> function = frame.text();
                case FRAME_FILE -> file = frame.text();
                case FRAME_LINE -> line = (int) frame.number();
                default -> frame.skip();
            }
        }
        return new StackTraceElement("", function, file, line);
    }
}
