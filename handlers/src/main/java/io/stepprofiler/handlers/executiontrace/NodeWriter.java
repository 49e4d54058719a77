package io.stepprofiler.handlers.executiontrace;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;

/** Writes nodes, each on a line. */
final class NodeWriter {
    private static final SerializableString NAME = new SerializedString("name");
    private static final SerializableString TYPE = new SerializedString("type");
    private static final SerializableString VALUE = new SerializedString("value");
    private static final SerializableString UINT64 = new SerializedString("uint64");
    private static final SerializableString INT64 = new SerializedString("int64");
    private static final SerializableString STRING = new SerializedString("string");
    private static final SerializableString RECORD_ID = new SerializedString("rf_id");
    private static final SerializableString FORWARD_PARENT = new SerializedString("fw_parent");
    private static final SerializableString SEQUENCE = new SerializedString("seq_id");
    private static final SerializableString SCOPE = new SerializedString("scope");
    private static final SerializableString THREAD = new SerializedString("tid");
    private static final SerializableString FORWARD_THREAD = new SerializedString("fw_tid");
    private static final SerializableString SCHEMA = new SerializedString("op_schema");
    private static final SerializableString KERNEL_BACKEND = new SerializedString("kernel_backend");
    private static final SerializableString KERNEL_FILE = new SerializedString("kernel_file");
    private static final SerializableString TENSOR_RANGE = new SerializedString("tensor_range");
    private static final SerializableString EMPTY = new SerializedString("");

    private final JsonGenerator json;

    NodeWriter(JsonGenerator json) {
        this.json = json;
    }

    void write(Node node, Calls.Call call, EventTensors tensors) throws IOException {
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
        write(RECORD_ID, UINT64, node.recordId());
        write(FORWARD_PARENT, UINT64, node.forwardParent());
        write(SEQUENCE, INT64, node.sequence());
        write(SCOPE, UINT64, node.scope().code());
        write(THREAD, UINT64, node.thread());
        write(FORWARD_THREAD, UINT64, node.forwardThread());
        write(SCHEMA, call.schema());
        write(KERNEL_BACKEND, EMPTY);
        write(KERNEL_FILE, EMPTY);
        write(TENSOR_RANGE, EMPTY);
        json.writeEndArray();
        json.writeEndObject();
    }

    private void write(SerializableString name, SerializableString type, long value) throws IOException {
        start(name, type);
        json.writeNumber(value);
        json.writeEndObject();
    }

    private void write(SerializableString name, SerializableString value) throws IOException {
        start(name, STRING);
        json.writeString(value);
        json.writeEndObject();
    }

    private void start(SerializableString name, SerializableString type) throws IOException {
        json.writeStartObject();
        json.writeFieldName(NAME);
        json.writeString(name);
        json.writeFieldName(TYPE);
        json.writeString(type);
        json.writeFieldName(VALUE);
    }
}
