package io.stepprofiler.readers.chrome;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Inputs of one operation as torch writes them: a list each of types, shapes, strides and values. */
final class OperandLists {
    /** Most dimensions and texts of all inputs of an operation that are read. */
    private static final int MOST = 1 << 14;

    private static final Map<String, ElementType> ELEMENT_TYPES = new HashMap<>();

    static {
        for (ElementType type : ElementType.values()) {
            if (!type.torchName().isEmpty()) {
                ELEMENT_TYPES.put(type.torchName(), type);
            }
        }
    }

    /** The extents of a tensor, or of each tensor of a list. */
    private record Shape(boolean isList, List<Dims> each) {
        static final Shape NONE = new Shape(false, List.of(Dims.SCALAR));

        /** True if only a tensor can have it: other values are written with a shape without dimensions. */
        boolean isTensor() {
            return isList || each.get(0).rank() > 0;
        }
    }

    private final List<Shape> dims = new ArrayList<>();
    private final List<Shape> strides = new ArrayList<>();
    private final List<String> types = new ArrayList<>();
    private final List<String> values = new ArrayList<>();
    private long[] extents = new long[8];
    private int read;
    private boolean cut;

    void clear() {
        dims.clear();
        strides.clear();
        types.clear();
        values.clear();
        read = 0;
        cut = false;
    }

    /** True if a part was not read, because it is too long or of another form than torch's. */
    boolean isCut() {
        return cut;
    }

    /** Reads an argument if it is one of these lists, and returns whether it is; the parser is at its value. */
    boolean take(String key, JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            return false;
        }
        switch (key) {
            case "Input Dims", "Input dims" -> shapes(json, dims);
            case "Input Strides" -> shapes(json, strides);
            case "Input type", "Input Types" -> texts(json, types);
            case "Concrete Inputs" -> texts(json, values);
            default -> {
                return false;
            }
        }
        return true;
    }

    boolean isEmpty() {
        return dims.isEmpty() && types.isEmpty() && values.isEmpty();
    }

    OpSignature signature(String overload, long flops) {
        List<Operand> inputs = new ArrayList<>();
        int count = Math.max(dims.size(), Math.max(types.size(), values.size()));
        for (int i = 0; i < count; i++) {
            inputs.add(operand(
                    i < types.size() ? types.get(i) : "",
                    i < values.size() ? values.get(i) : "",
                    i < dims.size() ? dims.get(i) : Shape.NONE,
                    i < strides.size() ? strides.get(i) : Shape.NONE));
        }
        return new OpSignature(overload, inputs, List.of(), flops);
    }

    private static Operand operand(String type, String value, Shape shape, Shape strides) {
        ElementType element = ELEMENT_TYPES.get(type);
        if (type.equals("TensorList") || shape.isList()) {
            List<Dims> each = shape.isTensor() ? shape.each() : List.of();
            Operand list = Operand.tensors(ElementType.UNKNOWN, each);
            boolean fit = strides.isList() && strides.each().size() == each.size();
            return fit ? list.withStrides(strides.each().toArray(new Dims[0])) : list;
        }
        if (element != null || shape.isTensor()) {
            Dims extents = shape.each().get(0);
            Operand tensor = Operand.tensor(element == null ? ElementType.UNKNOWN : element, extents);
            boolean fit = strides.isTensor()
                    && !strides.isList()
                    && strides.each().get(0).rank() == extents.rank();
            return fit ? tensor.withStrides(strides.each().get(0)) : tensor;
        }
        return switch (type) {
            case "Scalar" -> Operand.scalar(value);
            case "ScalarList" ->
                new Operand(Operand.Kind.SCALAR_LIST, ElementType.UNKNOWN, List.of(), List.of(), value, false);
            default -> value.isEmpty() ? Operand.ABSENT : Operand.other(value);
        };
    }

    private void texts(JsonParser json, List<String> into) throws IOException {
        into.clear();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (json.currentToken().isScalarValue() && ++read <= MOST) {
                into.add(json.currentToken() == JsonToken.VALUE_NULL ? "" : json.getText());
            } else {
                cut(json);
            }
        }
    }

    private void shapes(JsonParser json, List<Shape> into) throws IOException {
        into.clear();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (json.currentToken() == JsonToken.START_ARRAY && ++read <= MOST) {
                into.add(shape(json));
            } else {
                // A placeholder, so that the others keep their positions.
                into.add(Shape.NONE);
                cut(json);
                if (read > MOST) {
                    into.remove(into.size() - 1);
                }
            }
        }
    }

    private Shape shape(JsonParser json) throws IOException {
        List<Dims> each = new ArrayList<>();
        int rank = 0;
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (++read > MOST) {
                cut(json);
            } else if (json.currentToken() == JsonToken.START_ARRAY) {
                each.add(dims(json));
            } else if (isLong(json) && each.isEmpty()) {
                rank = extent(rank, json.getLongValue());
            } else {
                cut(json);
            }
        }
        return each.isEmpty() ? new Shape(false, List.of(dims(rank))) : new Shape(true, List.copyOf(each));
    }

    private Dims dims(JsonParser json) throws IOException {
        int rank = 0;
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (isLong(json) && ++read <= MOST) {
                rank = extent(rank, json.getLongValue());
            } else {
                cut(json);
            }
        }
        return dims(rank);
    }

    private Dims dims(int rank) {
        return Dims.of(Arrays.copyOf(extents, rank));
    }

    private int extent(int rank, long extent) {
        if (rank == extents.length) {
            extents = Arrays.copyOf(extents, 2 * rank);
        }
        extents[rank] = extent;
        return rank + 1;
    }

    private static boolean isLong(JsonParser json) throws IOException {
        return json.currentToken() == JsonToken.VALUE_NUMBER_INT
                && json.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
    }

    private void cut(JsonParser json) throws IOException {
        cut = true;
        json.skipChildren();
    }
}
