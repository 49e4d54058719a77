package io.stepprofiler.handlers.chrome;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Call stacks in one line as torch writes them: innermost frame first, each {@code path/File.java(line): Class.method}.
 *
 * <p>TensorBoard's plugin splits stacks at semicolons, and takes the text before the last colon of a frame for the
 * place if a number in parentheses ends it.
 */
final class CallStacks {
    private CallStacks() {}

    static String text(List<StackTraceElement> frames) {
        return frames.stream().map(CallStacks::text).collect(Collectors.joining(";"));
    }

    /** The text of one frame. */
    static String text(StackTraceElement frame) {
        String className = frame.getClassName();
        int dot = className.lastIndexOf('.');
        String file = frame.getFileName();
        String method = clean(className.substring(dot + 1) + "." + frame.getMethodName())
                .replace(':', '_');
        if (file == null) {
            return clean(className.substring(0, dot + 1)).replace(':', '_') + method;
        }
        String line = frame.getLineNumber() >= 0 ? "(" + frame.getLineNumber() + ")" : "";
        String path = className.substring(0, dot + 1).replace('.', '/') + file;
        return clean(path) + line + ": " + method;
    }

    /** Replaces characters that would end the frame or the line. */
    private static String clean(String text) {
        return text.chars().noneMatch(CallStacks::breaks)
                ? text
                : text.chars()
                        .map(c -> breaks(c) ? '_' : c)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
    }

    private static boolean breaks(int c) {
        return c == ';' || Character.isISOControl(c);
    }
}
