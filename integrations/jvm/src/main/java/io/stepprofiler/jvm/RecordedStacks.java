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

    /** Part of the names of classes that are made for lambdas, whose methods only call code that is written. */
    private static final String MADE = "$$Lambda";

    private record Frame(String type, String method, int line) {}

    private final SourceFiles files;

    /** By identity: the recorder returns one object for each stored stack. */
    private final IdentityHashMap<RecordedStackTrace, List<StackTraceElement>> stacks = new IdentityHashMap<>();

    private final Map<Frame, StackTraceElement> frames = new HashMap<>();

    RecordedStacks(SourceFiles files) {
        this.files = files;
    }

    /**
     * Returns the call stack of an event, innermost frame first; empty if it has none. Frames of classes made for
     * lambdas are left out, as in stack traces of Java.
     */
    List<StackTraceElement> of(RecordedEvent event) {
        RecordedStackTrace stack = event.getStackTrace();
        return stack == null
                ? List.of()
                : stacks.computeIfAbsent(
                        stack,
                        key -> key.getFrames().stream()
                                .map(this::frame)
                                .filter(frame -> !frame.type.contains(MADE))
                                .map(frame -> frames.computeIfAbsent(frame, this::element))
                                .toList());
    }

    private StackTraceElement element(Frame frame) {
        return new StackTraceElement(frame.type, frame.method, files.of(frame.type), frame.line);
    }

    private Frame frame(RecordedFrame frame) {
        @Nullable RecordedMethod method = frame.getMethod();
        return method == null
                ? new Frame("", "unknown", -1)
                : new Frame(
                        method.getType().getName(),
                        method.getName(),
                        frame.getType().equals("Native") ? NATIVE_LINE : frame.getLineNumber());
    }
}
