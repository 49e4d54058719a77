package io.stepprofiler.jvm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/** Samples of methods, by compiled or interpreted code; for the thread that delivers a window. */
final class InterpretedMethods {
    /** Fewest samples of a method: far longer than a compilation is waited for. */
    private static final int FEWEST = 20;

    private static final double MOST = 0.9;

    private static final class Counts {
        private int all;
        private int interpreted;
    }

    private final Map<String, Counts> byMethod = new LinkedHashMap<>();

    /** Counts a sample for its innermost method. */
    void add(RecordedEvent event) {
        RecordedStackTrace stack = event.getStackTrace();
        List<RecordedFrame> frames = stack == null ? List.of() : stack.getFrames();
        @Nullable
        RecordedMethod method = frames.isEmpty() ? null : frames.get(0).getMethod();
        if (method != null) {
            add(
                    method.getType().getName() + "." + method.getName(),
                    frames.get(0).getType().equals("Interpreted"));
        }
    }

    /** Counts a sample in a method. */
    void add(String method, boolean isInterpreted) {
        Counts counts = byMethod.computeIfAbsent(method, name -> new Counts());
        counts.all++;
        counts.interpreted += isInterpreted ? 1 : 0;
    }

    /** Returns the methods that are mostly interpreted, with the number of their samples; empty if there are none. */
    Optional<String> note() {
        String methods = byMethod.entrySet().stream()
                .filter(each ->
                        each.getValue().all >= FEWEST && each.getValue().interpreted >= MOST * each.getValue().all)
                .map(each -> each.getKey() + " " + each.getValue().interpreted + " of " + each.getValue().all)
                .collect(Collectors.joining(", "));
        return Optional.of(methods).filter(text -> !text.isEmpty());
    }
}
