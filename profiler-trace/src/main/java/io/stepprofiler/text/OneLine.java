package io.stepprofiler.text;

import org.jspecify.annotations.Nullable;

/** Text from outside made safe for a log or a terminal: on one line, and without control characters. */
public final class OneLine {
    private OneLine() {}

    /**
     * {@return the text on one line: a character that breaks lines, controls terminals, reorders text, or is undefined
     * is shown as {@code \}{@code u} and four hexadecimal digits}
     *
     * @param text any text
     */
    public static String of(String text) {
        if (text.codePoints().allMatch(OneLine::isShown)) {
            return text;
        }
        StringBuilder line = new StringBuilder(text.length() + 8);
        text.codePoints().forEach(point -> {
            if (isShown(point)) {
                line.appendCodePoint(point);
            } else {
                for (char unit : Character.toChars(point)) {
                    line.append(String.format("\\u%04x", (int) unit));
                }
            }
        });
        return line.toString();
    }

    /**
     * {@return a message on one line, with its cause unless it names that}
     *
     * @param message the message
     * @param cause the cause; null if there is none
     */
    public static String of(String message, @Nullable Throwable cause) {
        boolean isNamed =
                cause == null || message.contains(String.valueOf(cause)) || message.endsWith(": " + cause.getMessage());
        return of(isNamed ? message : message + ": " + cause);
    }

    private static boolean isShown(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
    }
}
