package io.stepprofiler.readers.xspace.trace;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parser of call stacks, with a frame on each line as {@link StackTraceElement#toString()} writes it. */
final class StackText {
    private static final Pattern FRAME = Pattern.compile(
            "(?:.*/)?([^/(]+)\\.([^.(]+)\\((?:(Native Method)|Unknown Source|([^:]+)(?::(\\d{1,9}))?)\\)");
    private static final int NATIVE_LINE = -2;
    private static final int UNKNOWN_LINE = -1;

    private StackText() {}

    /** The frames of a call stack. */
    static List<StackTraceElement> parse(String text) {
        return text.lines().map(StackText::frame).toList();
    }

    private static StackTraceElement frame(String line) {
        Matcher frame = FRAME.matcher(line);
        if (!frame.matches()) {
            return new StackTraceElement("", line, null, UNKNOWN_LINE);
        }
        int number = frame.group(5) == null ? UNKNOWN_LINE : Integer.parseInt(frame.group(5));
        return new StackTraceElement(
                frame.group(1), frame.group(2), frame.group(4), frame.group(3) == null ? number : NATIVE_LINE);
    }
}
