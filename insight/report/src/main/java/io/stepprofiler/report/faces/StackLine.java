package io.stepprofiler.report.faces;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A call stack in one line: the innermost frame, and the program's methods that lead to it. */
final class StackLine {
    private static final int MOST_CALLERS = 3;
    private static final String CALLED_BY = " < ";
    private static final String UNKNOWN = "(Unknown Source)";

    /** Matches loader, module and package, which precede the class and the method. */
    private static final Pattern BEFORE_CLASS =
            Pattern.compile("^(?:[^(]*/)?(?:[^.(]*\\.)*(?=[^.(]*\\.[^.(]*(?:\\(|$))");

    private static final Pattern PLACE = Pattern.compile("\\(.*", Pattern.DOTALL);

    private StackLine() {}

    /** The stack as one line, innermost frame first with its line number; empty if the stack is unknown. */
    static String of(List<String> stack) {
        List<String> line = new ArrayList<>();
        String last = "";
        for (String frame : stack) {
            String method = PLACE.matcher(shortened(frame)).replaceFirst("");
            if (line.isEmpty()) {
                line.add(frame.endsWith(UNKNOWN) ? method : shortened(frame));
            } else if (line.size() <= MOST_CALLERS && !isOfJava(frame) && !method.equals(last)) {
                // Consecutive methods of one name are shown once.
                line.add(method);
            }
            last = method;
        }
        return String.join(CALLED_BY, line);
    }

    private static String shortened(String frame) {
        return BEFORE_CLASS.matcher(frame).replaceFirst("");
    }

    private static boolean isOfJava(String frame) {
        return frame.startsWith("...")
                || frame.startsWith("java.")
                || frame.startsWith("jdk.")
                || frame.contains("/java.")
                || frame.contains("/jdk.");
    }
}
