package io.stepprofiler.djl.woven;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import io.stepprofiler.OpDetails;
import io.stepprofiler.event.ElementType;
import java.util.Arrays;
import java.util.List;

/** Converts arguments of DJL's operations to details of the recorder. Managers and similar arguments are left out. */
final class DjlOperands {
    private DjlOperands() {}

    static void addTo(OpDetails details, Object[] arguments) {
        for (Object each : arguments) {
            add(details, each);
        }
    }

    private static void add(OpDetails details, Object argument) {
        if (argument == null) {
            details.absent();
        } else if (argument instanceof NDArray array) {
            addArray(details, array);
        } else if (argument instanceof NDList list) {
            addArrays(details, list);
        } else if (argument instanceof NDArray[] arrays) {
            addArrays(details, Arrays.asList(arrays));
        } else if (argument instanceof Shape shape) {
            details.scalars(shape.getShape());
        } else if (argument instanceof long[] values) {
            details.scalars(values);
        } else if (argument instanceof int[] values) {
            details.scalars(Arrays.stream(values).asLongStream().toArray());
        } else if (argument instanceof Integer || argument instanceof Long) {
            details.scalar(((Number) argument).longValue());
        } else if (argument instanceof Number number) {
            details.scalar(number.doubleValue());
        } else if (argument instanceof Boolean value) {
            details.scalar((boolean) value);
        } else if (argument instanceof Enum<?> || argument instanceof String) {
            details.text(argument.toString());
        }
    }

    private static void addArray(OpDetails details, NDArray array) {
        if (array.isReleased()) {
            details.absent();
        } else {
            details.tensor(type(array.getDataType()), array.getShape().getShape());
        }
    }

    private static void addArrays(OpDetails details, List<? extends NDArray> arrays) {
        ElementType type =
                arrays.isEmpty() ? ElementType.UNKNOWN : type(arrays.get(0).getDataType());
        details.tensors(
                type, arrays.stream().map(array -> array.getShape().getShape()).toArray(long[][]::new));
    }

    private static ElementType type(DataType type) {
        return switch (type) {
            case FLOAT32 -> ElementType.FLOAT;
            case FLOAT64 -> ElementType.DOUBLE;
            case FLOAT16 -> ElementType.HALF;
            case BFLOAT16 -> ElementType.BFLOAT16;
            case INT8 -> ElementType.INT8;
            case UINT8 -> ElementType.UINT8;
            case INT16 -> ElementType.INT16;
            case INT32 -> ElementType.INT32;
            case INT64 -> ElementType.INT64;
            case BOOLEAN -> ElementType.BOOL;
            case COMPLEX64 -> ElementType.COMPLEX64;
            case STRING -> ElementType.STRING;
            default -> ElementType.UNKNOWN;
        };
    }
}
