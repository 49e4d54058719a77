package io.stepprofiler.handlers.executiontrace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import io.stepprofiler.event.Operand;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;

/** The inputs or the outputs of a signature: everything but the values is made ready once for all events. */
final class Operands {
    private static final JsonFactory FACTORY = new JsonFactory();

    private final List<Value> values;
    private final SerializableString rest;

    Operands(List<Operand> operands) throws IOException {
        values = operands.stream().map(Value::of).toList();
        rest = new SerializedString(",\"shapes\":" + array(Value::writeShape)
                + ",\"types\":" + array((value, json) -> json.writeString(value.type()))
                + ",\"strides\":" + array(Value::writeStrides));
    }

    List<Value> values() {
        return values;
    }

    /** Writes the object. */
    void write(JsonGenerator json, EventTensors tensors) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart("values");
        for (Value value : values) {
            value.write(json, tensors);
        }
        json.writeEndArray();
        json.writeRaw(rest);
        json.writeEndObject();
    }

    private interface Part {
        void write(Value value, JsonGenerator json) throws IOException;
    }

    private String array(Part part) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartArray();
            for (Value value : values) {
                part.write(value, json);
            }
            json.writeEndArray();
        }
        return text.toString();
    }
}
