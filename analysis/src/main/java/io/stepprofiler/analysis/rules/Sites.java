package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.window.WindowFacts;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Places in the code that a programmer can change: the innermost method of a call stack that is none of Java's own. */
final class Sites {
    private static final Set<String> OF_JAVA = Set.of("java.", "javax.", "jdk.", "sun.");

    private Sites() {}

    static String method(StackTraceElement frame) {
        return frame.getClassName() + "." + frame.getMethodName();
    }

    /** The method of a stack, innermost frame first; empty if all are of Java itself. */
    static Optional<String> of(List<StackTraceElement> stack) {
        return stack.stream()
                .filter(frame -> OF_JAVA.stream().noneMatch(frame.getClassName()::startsWith))
                .findFirst()
                .map(Sites::method);
    }

    /** How long samples say that the threads of steps ran in some methods, and in what these called of Java itself. */
    static long nanosIn(WindowFacts facts, Set<String> methods) {
        int all = facts.samples().size();
        int inside = facts.samples()
                .countWithStacks(stack -> of(stack).filter(methods::contains).isPresent());
        return all == 0 ? 0 : (long) ((double) inside / all * facts.stepNanos());
    }
}
