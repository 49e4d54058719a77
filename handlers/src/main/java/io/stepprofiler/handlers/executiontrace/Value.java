package io.stepprofiler.handlers.executiontrace;

import com.fasterxml.jackson.core.JsonGenerator;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.Operand;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/** Input or output of an operation in the form of torch's execution traces. */
sealed interface Value permits TensorValue, ListValue, Literal {
    /** Type of the value: {@code Tensor(float)}, {@code GenericList[Int,Int]}, {@code Double}. */
    String type();

    /** The type in an operator's schema: {@code Tensor}, {@code int[]}, {@code float}. */
    String schemaType();

    /** Writes the dimensions of a tensor; for a list an array of its elements' shapes, for the rest an empty array. */
    void writeShape(JsonGenerator json) throws IOException;

    /** Writes the strides in the form of the shape; an empty array if they are not known. */
    void writeStrides(JsonGenerator json) throws IOException;

    /** Writes the value; {@code tensors} writes it if it is a tensor. */
    void write(JsonGenerator json, EventTensors tensors) throws IOException;

    static Value of(Operand operand) {
        return switch (operand.kind()) {
            case TENSOR -> tensor(operand, 0);
            case TENSOR_LIST ->
                new ListValue(
                        IntStream.range(0, operand.dims().size())
                                .mapToObj(i -> (Value) tensor(operand, i))
                                .toList(),
                        operand.isMutated() ? "Tensor(a!)[]" : "Tensor[]");
            case SCALAR_LIST -> Literal.list(operand.text());
            case SCALAR -> Literal.scalar(operand.text());
            case NONE -> Literal.ABSENT;
            case OTHER -> Literal.text(operand.text());
        };
    }

    private static TensorValue tensor(Operand operand, int index) {
        return new TensorValue(
                operand.elementType(),
                index < operand.dims().size() ? List.of(operand.dims().get(index)) : List.of(),
                index < operand.strides().size() ? List.of(operand.strides().get(index)) : List.of(),
                operand.isMutated());
    }

    /** Extents as an array. */
    static void write(Dims extents, JsonGenerator json) throws IOException {
        json.writeArray(extents.toArray(), 0, extents.rank());
    }
}
