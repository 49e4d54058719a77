package io.stepprofiler.handlers.executiontrace;

import com.fasterxml.jackson.core.JsonGenerator;
import io.stepprofiler.handlers.output.SafeText;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Value that is no tensor; its type is recognized from its text.
 *
 * @param kind its type
 * @param text its text
 */
record Literal(Kind kind, String text) implements Value {
    /** Type of a literal, with torch's name for it. */
    enum Kind {
        INT("Int", "int"),
        DOUBLE("Double", "float"),
        BOOL("Bool", "bool"),
        STRING("String", "str"),
        NONE("None", "Tensor?"),
        OBJECT("Object", "Any");

        private final String torchName;
        private final String schemaType;

        Kind(String torchName, String schemaType) {
            this.torchName = torchName;
            this.schemaType = schemaType;
        }
    }

    static final Literal ABSENT = new Literal(Kind.NONE, "<None>");

    private static final Literal UNKNOWN = new Literal(Kind.OBJECT, "<Object>");

    private static final Pattern INTEGER = Pattern.compile("-?(0|[1-9]\\d{0,17})");
    /** Numbers as Java or libtorch prints them, which has {@code 0.}, {@code inf} and {@code nan}. */
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d*)?([eE][+-]?\\d+)?|-?Infinity|NaN|-?inf|nan");

    static Literal text(String text) {
        return text.isEmpty() ? UNKNOWN : new Literal(Kind.STRING, text);
    }

    static Literal scalar(String text) {
        if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
            return new Literal(Kind.BOOL, text);
        }
        if (INTEGER.matcher(text).matches()) {
            return new Literal(Kind.INT, text);
        }
        return NUMBER.matcher(text).matches() ? new Literal(Kind.DOUBLE, text) : text(text);
    }

    /** The numbers of a text such as {@code [1, 1]}; the text itself if it is no list. */
    static Value list(String text) {
        if (!text.startsWith("[") || !text.endsWith("]")) {
            return text(text);
        }
        List<Literal> numbers = Stream.of(text.substring(1, text.length() - 1).split(",", -1))
                .map(String::strip)
                .filter(number -> !number.isEmpty())
                .map(Literal::scalar)
                .toList();
        String type = numbers.isEmpty() ? Kind.INT.schemaType : numbers.get(0).schemaType();
        return new ListValue(List.copyOf(numbers), type + "[]");
    }

    @Override
    public String type() {
        return kind.torchName;
    }

    @Override
    public String schemaType() {
        return kind.schemaType;
    }

    @Override
    public void writeShape(JsonGenerator json) throws IOException {
        json.writeStartArray();
        json.writeEndArray();
    }

    @Override
    public void writeStrides(JsonGenerator json) throws IOException {
        writeShape(json);
    }

    @Override
    public void write(JsonGenerator json, EventTensors tensors) throws IOException {
        switch (kind) {
            case BOOL -> json.writeBoolean(Boolean.parseBoolean(text));
            case INT -> json.writeNumber(Long.parseLong(text));
            case DOUBLE ->
                write(Double.parseDouble(text.replace("inf", "Infinity").replace("nan", "NaN")), json);
            default -> json.writeString(SafeText.of(text));
        }
    }

    /** Writes numbers that JSON lacks as text, spelled as in torch. */
    private static void write(double value, JsonGenerator json) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumber(value);
        } else {
            json.writeString(Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf");
        }
    }
}
