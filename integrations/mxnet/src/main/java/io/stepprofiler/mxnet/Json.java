package io.stepprofiler.mxnet;

/** Texts and numbers as JSON has them. */
final class Json {
    private Json() {}

    /** A text in quotation marks; half surrogate pairs, which UTF-8 does not have, become U+FFFD. */
    static String quoted(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(point -> {
            switch (point) {
                case '"', '\\' -> out.append('\\').append((char) point);
                case '\n' -> out.append("\\n");
                case '\t' -> out.append("\\t");
                default -> {
                    if (point < ' ' || point == 0x7f || point == 0x2028 || point == 0x2029) {
                        out.append(String.format("\\u%04x", point));
                    } else {
                        boolean half = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
                        out.appendCodePoint(half ? 0xfffd : point);
                    }
                }
            }
        });
        return out.append('"').toString();
    }

    /** The value of an argument: a number, a truth value, or else a text. */
    static String value(Object value) {
        if (value instanceof Boolean || value instanceof Long || value instanceof Integer) {
            return value.toString();
        }
        boolean number = value instanceof Double d && Double.isFinite(d);
        return number ? value.toString() : quoted(value.toString());
    }

    /** Adds nanoseconds as microseconds with three decimals. */
    static void micros(long nanos, StringBuilder out) {
        long whole = Math.abs(nanos);
        if (nanos < 0) {
            out.append('-');
        }
        int rest = (int) (whole % 1000);
        out.append(whole / 1000)
                .append('.')
                .append((char) ('0' + rest / 100))
                .append((char) ('0' + rest / 10 % 10))
                .append((char) ('0' + rest % 10));
    }
}
