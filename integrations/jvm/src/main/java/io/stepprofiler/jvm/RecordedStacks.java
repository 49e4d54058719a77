package io.stepprofiler.jvm;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/** Converts call stacks of the recorder to stacks of a trace; each distinct stack and frame is created once. */
final class RecordedStacks {
    /** Line number by which {@link StackTraceElement} marks native methods. */
    private static final int NATIVE_LINE = -2;

    private record Frame(String type, String method, int line) {
        StackTraceElement element() {
            return new StackTraceElement(type, method, sourceFile(type), line);
        }
    }

    /**
     * Source file of the outermost class, as the Java compiler names it: the recorder does not record it. Null if the
     * class has no name.
     */
    static @Nullable String sourceFile(String type) {
        // Lambda classes are named after the class that contains them.
        int made = type.indexOf("$$");
        String written = made > 0 ? type.substring(0, made) : type;
        int start = written.lastIndexOf('.') + 1;
        int nested = written.indexOf('$', start + 1);
        String outermost = written.substring(start, nested < 0 ? written.length() : nested);
        return outermost.isEmpty() ? null : outermost + ".java";
    }

    /** By identity: the recorder returns one object for each stored stack. */
    private final IdentityHashMap<RecordedStackTrace, List<StackTraceElement>> stacks = new IdentityHashMap<>();

    private final Map<Frame, StackTraceElement> frames = new HashMap<>();

    /** Returns the call stack of an event, innermost frame first; empty if it has none. */
    List<StackTraceElement> of(RecordedEvent event) {
        RecordedStackTrace stack = event.getStackTrace();
        return stack == null
                ? List.of()
                : stacks.computeIfAbsent(
                        stack,
                        key -> key.getFrames().stream().map(this::element).toList());
    }

    private StackTraceElement element(RecordedFrame frame) {
        @Nullable RecordedMethod method = frame.getMethod();
        Frame key = method == null
                ? new Frame("", "unknown", -1)
                : new Frame(
                        method.getType().getName(),
                        method.getName(),
                        frame.getType().equals("Native") ? NATIVE_LINE : frame.getLineNumber());
        return frames.computeIfAbsent(key, Frame::element);
    }
}
