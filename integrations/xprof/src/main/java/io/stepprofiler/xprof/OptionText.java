package io.stepprofiler.xprof;

import io.stepprofiler.text.OneLine;

/** Texts of messages about options. */
final class OptionText {
    private static final int SHOWN = 80;
    private static final int MOST_OF_A_NAME = 128;

    private OptionText() {}

    /** A value from outside, truncated and on one line. */
    static String shortened(Object value) {
        String text = String.valueOf(value);
        String cut = text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
        return OneLine.of(cut);
    }

    static IllegalArgumentException refused(String parameter, Object value, String why) {
        return new IllegalArgumentException(parameter + " = " + shortened(value) + " is not allowed: " + why);
    }

    /** Checks the name of a directory or file, so that it cannot lead to another place. */
    static String fileName(String parameter, String value) {
        boolean allowed = !value.isEmpty()
                && value.length() <= MOST_OF_A_NAME
                && value.chars().allMatch(OptionText::isPlain)
                && value.charAt(0) != '.';
        if (!allowed) {
            throw refused(
                    parameter,
                    value,
                    "must be 1 to " + MOST_OF_A_NAME
                            + " of A-Z a-z 0-9 . _ - and not begin with a dot, because it names a file");
        }
        return value;
    }

    /** The name of a host, which may have a port. */
    static String hostName(String parameter, String value) {
        return fileName(parameter, value.replace(':', '_'));
    }

    private static boolean isPlain(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '.'
                || c == '_'
                || c == '-';
    }
}
