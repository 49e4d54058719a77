package io.stepprofiler.handlers.executiontrace;

import com.fasterxml.jackson.core.JsonGenerator;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import java.io.IOException;
import java.util.List;

/**
 * Type and layout of a tensor, without its data and identity.
 *
 * @param elementType the type of its elements
 * @param dims its dimensions; empty if not known
 * @param strides its strides; empty if not known
 * @param isMutated whether the operation writes into it
 */
record TensorValue(ElementType elementType, List<Dims> dims, List<Dims> strides, boolean isMutated) implements Value {
    @Override
    public String type() {
        // The name that torch has for an element type that is not set.
        String name = elementType == ElementType.UNKNOWN ? "nullptr (uninitialized)" : elementType.torchName();
        return "Tensor(" + name + ")";
    }

    @Override
    public String schemaType() {
        return isMutated ? "Tensor(a!)" : "Tensor";
    }

    @Override
    public void writeShape(JsonGenerator json) throws IOException {
        writeFirst(dims, json);
    }

    @Override
    public void writeStrides(JsonGenerator json) throws IOException {
        writeFirst(strides, json);
    }

    @Override
    public void write(JsonGenerator json, EventTensors tensors) throws IOException {
        tensors.write(this, json);
    }

    /** The number of elements; 0 if not known. */
    long count() {
        return dims.isEmpty() ? 0 : dims.get(0).count();
    }

    /** The same tensor, not marked as written. */
    TensorValue read() {
        return isMutated ? new TensorValue(elementType, dims, strides, false) : this;
    }

    private static void writeFirst(List<Dims> each, JsonGenerator json) throws IOException {
        Value.write(each.isEmpty() ? Dims.SCALAR : each.get(0), json);
    }
}
