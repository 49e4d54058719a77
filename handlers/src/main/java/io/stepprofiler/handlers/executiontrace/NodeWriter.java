package io.stepprofiler.handlers.executiontrace;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;

/**
 * Writes nodes, each on a line.
 *
 * <p>Attributes make up most of a file, and most of their text is the same in all nodes, so it is prepared once.
 */
final class NodeWriter {
    private static final SerializableString NAME = new SerializedString("name");
    private static final SerializableString RECORD_ID = beginning("rf_id", "uint64");
    private static final SerializableString FORWARD_PARENT = beginning("fw_parent", "uint64");
    private static final SerializableString SEQUENCE = beginning("seq_id", "int64");
    private static final SerializableString SCOPE = beginning("scope", "uint64");
    private static final SerializableString THREAD = beginning("tid", "uint64");
    private static final SerializableString FORWARD_THREAD = beginning("fw_tid", "uint64");

    private final JsonGenerator json;

    NodeWriter(JsonGenerator json) {
        this.json = json;
    }

    void write(TraceNode node, CallFacts.Call call, EventTensors tensors) throws IOException {
        json.writeRaw('\n');
        json.writeStartObject();
        json.writeNumberField("id", node.id());
        json.writeFieldName(NAME);
        json.writeString(call.name());
        json.writeNumberField("ctrl_deps", node.parent());
        json.writeFieldName("inputs");
        call.inputs().write(json, tensors);
        json.writeFieldName("outputs");
        call.outputs().write(json, tensors);
        json.writeArrayFieldStart("attrs");
        if (node.recordId() >= 0) {
            write(RECORD_ID, node.recordId());
        }
        write(FORWARD_PARENT, node.forwardParent());
        write(SEQUENCE, node.sequence());
        write(SCOPE, node.scope().code());
        write(THREAD, node.thread());
        write(FORWARD_THREAD, node.forwardThread());
        json.writeRawValue(call.lastAttributes());
        json.writeEndArray();
        json.writeEndObject();
    }

    private void write(SerializableString attribute, long value) throws IOException {
        json.writeRawValue(attribute);
        json.writeRaw(Long.toString(value));
        json.writeRaw('}');
    }

    /** An attribute up to its value. */
    private static SerializableString beginning(String name, String type) {
        return new SerializedString("{\"name\":\"" + name + "\",\"type\":\"" + type + "\",\"value\":");
    }
}
