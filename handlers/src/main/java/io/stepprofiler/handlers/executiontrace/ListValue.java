package io.stepprofiler.handlers.executiontrace;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * List of tensors or of numbers.
 *
 * @param elements the elements
 * @param schemaType the type in an operator's schema
 */
record ListValue(List<Value> elements, String schemaType) implements Value {
    @Override
    public String type() {
        return elements.stream().map(Value::type).collect(Collectors.joining(",", "GenericList[", "]"));
    }

    @Override
    public void writeShape(JsonGenerator json) throws IOException {
        json.writeStartArray();
        for (Value element : elements) {
            element.writeShape(json);
        }
        json.writeEndArray();
    }

    @Override
    public void writeStrides(JsonGenerator json) throws IOException {
        json.writeStartArray();
        for (Value element : elements) {
            element.writeStrides(json);
        }
        json.writeEndArray();
    }

    @Override
    public void write(JsonGenerator json, EventTensors tensors) throws IOException {
        json.writeStartArray();
        for (Value element : elements) {
            element.write(json, tensors);
        }
        json.writeEndArray();
    }
}
