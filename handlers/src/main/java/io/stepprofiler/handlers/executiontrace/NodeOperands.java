package io.stepprofiler.handlers.executiontrace;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;

/**
 * The inputs or the outputs of a call.
 *
 * @param values in their order
 */
record NodeOperands(List<Value> values) {
    /** Writes the object. */
    void write(JsonGenerator json, EventTensors tensors) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart("values");
        for (Value value : values) {
            value.write(json, tensors);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("shapes");
        for (Value value : values) {
            value.writeShape(json);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("types");
        for (Value value : values) {
            json.writeString(value.type());
        }
        json.writeEndArray();
        json.writeArrayFieldStart("strides");
        for (Value value : values) {
            value.writeStrides(json);
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
