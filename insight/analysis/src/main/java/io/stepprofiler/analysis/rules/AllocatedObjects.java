package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.window.ProgramFrames;
import io.stepprofiler.analysis.window.StepSamples.Place;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Kind of the objects that a method allocates in calls of Java's library, with the remedy for it. The order decides: a
 * call that is of several kinds is of the first.
 */
enum AllocatedObjects {
    BOXES(
            "boxed numbers",
            "use arrays of primitive numbers instead of boxed ones in %s",
            "float[] instead of List<Float>, long[] instead of List<Long>: each boxed number is an object",
            calls -> isBoxing(calls.get(0))),
    PATTERNS(
            "objects of regular expressions",
            "compile the patterns of %s once, and keep their matchers",
            "matcher.reset(text) instead of pattern.matcher(text); String.split, matches and replaceAll compile their"
                    + " pattern in each call",
            calls -> contains(calls, Set.of("java.util.regex."))),
    FORMATS(
            "formatted texts",
            "format fewer texts in %s",
            "append to a StringBuilder instead of String.format, or format every n steps",
            calls -> contains(calls, Set.of("java.util.Formatter", "java.text.", "java.time.format."))),
    PATHS(
            "paths of files",
            "keep the paths of %s from step to step",
            "create each Path once, and list directories before the first step",
            calls -> contains(calls, Set.of("sun.nio.fs.UnixPath", "sun.nio.fs.WindowsPath"))
                    || calls.stream().anyMatch(frame -> frame.getClassName().equals("java.io.File"))),
    STREAMS(
            "objects of streams",
            "use loops instead of streams in %s",
            "for (float value : values) { ... }: each stream and each of its stages is an object",
            calls -> contains(calls, Set.of("java.util.stream."))),
    COLLECTIONS(
            "collections that grow",
            "create the collections of %s once, with their size",
            "new ArrayList<>(size), and clear() instead of a new list in each step",
            // String.split and other methods grow lists of their own.
            calls -> outermost(calls).getClassName().startsWith("java.util.")
                    && calls.stream().anyMatch(AllocatedObjects::isGrowth)),
    TEXTS(
            "texts",
            "create fewer texts in %s",
            "parse numbers from characters or bytes, without a String for each; append to one StringBuilder",
            calls -> contains(calls, Set.of("java.lang.String", "java.lang.AbstractString"))),
    OTHERS(
            "",
            "allocate less in %s: keep its arrays and objects from step to step",
            "reuse arrays and buffers from step to step instead of allocating them",
            calls -> true);

    private static final double MOST = 0.5;

    private static final Set<String> BOXED = Set.of(
            "java.lang.Boolean",
            "java.lang.Byte",
            "java.lang.Character",
            "java.lang.Double",
            "java.lang.Float",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Short");

    /** Methods in which a collection replaces its array by a larger one. */
    private static final Set<String> GROWTH = Set.of("grow", "tryGrow", "resize", "rehash");

    private final String label;
    private final String nextStep;
    private final String advice;

    /** Condition on the frames inside of the program's, innermost first. */
    @SuppressWarnings("ImmutableEnumChecker") // A function without state.
    private final Predicate<List<StackTraceElement>> which;

    AllocatedObjects(String label, String nextStep, String advice, Predicate<List<StackTraceElement>> which) {
        this.label = label;
        this.nextStep = nextStep;
        this.advice = advice;
        this.which = which;
    }

    /** Returns the kind of more than half of the bytes that a method allocates. */
    static AllocatedObjects of(Site site, List<Place> allocations) {
        Map<AllocatedObjects, Long> bytes = new EnumMap<>(AllocatedObjects.class);
        for (Place place : allocations) {
            ProgramFrames.of(place.stack())
                    .filter(frame -> ProgramFrames.method(frame).equals(site.method()))
                    .ifPresent(frame -> bytes.merge(of(place.stack(), frame), place.weight(), Long::sum));
        }
        long all = bytes.values().stream().mapToLong(Long::longValue).sum();
        return bytes.entrySet().stream()
                .filter(each -> each.getValue() > MOST * all)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(OTHERS);
    }

    private static AllocatedObjects of(List<StackTraceElement> stack, StackTraceElement ofProgram) {
        List<StackTraceElement> calls = stack.subList(0, stack.indexOf(ofProgram));
        boolean isOfLibrary = calls.stream()
                .anyMatch(frame -> ProgramFrames.OF_JAVA.stream()
                        .noneMatch(prefix -> frame.getClassName().startsWith(prefix)));
        if (calls.isEmpty() || isOfLibrary) {
            return OTHERS;
        }
        for (AllocatedObjects kind : values()) {
            if (kind.which.test(calls)) {
                return kind;
            }
        }
        return OTHERS;
    }

    private static StackTraceElement outermost(List<StackTraceElement> calls) {
        return calls.get(calls.size() - 1);
    }

    private static boolean contains(List<StackTraceElement> calls, Set<String> prefixes) {
        return calls.stream()
                .anyMatch(frame -> prefixes.stream()
                        .anyMatch(prefix -> frame.getClassName().startsWith(prefix)));
    }

    private static boolean isBoxing(StackTraceElement frame) {
        return BOXED.contains(frame.getClassName())
                && (frame.getMethodName().equals("valueOf")
                        || frame.getMethodName().equals("<init>"));
    }

    private static boolean isGrowth(StackTraceElement frame) {
        return frame.getClassName().startsWith("java.util.") && GROWTH.contains(frame.getMethodName());
    }

    /** End of a sentence that names the kind; empty for {@link #OTHERS}. */
    String mostly() {
        return label.isEmpty() ? "" : ", mostly " + label;
    }

    String nextStep(Site site) {
        return String.format(nextStep, site.method());
    }

    Advice advice() {
        return Advice.of(advice);
    }
}
