package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.window.ProgramFrames;
import io.stepprofiler.analysis.window.StepSamples.Place;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Kind of the objects that a method allocates, with the remedy for it. */
enum AllocatedObjects {
    BOXES(
            "boxed numbers",
            "use arrays of primitive numbers instead of boxed ones in %s",
            "float[] instead of List<Float>, long[] instead of List<Long>: each boxed number is an object"),
    TEXTS(
            "texts",
            "create fewer texts in %s",
            "parse numbers from characters or bytes, without a String for each; append to one StringBuilder"),
    COLLECTIONS(
            "collections that grow",
            "create the collections of %s once, with their size",
            "new ArrayList<>(size), and clear() instead of a new list in each step"),
    BUFFERS(
            "",
            "allocate the buffers of %s once and reuse them",
            "reuse arrays and buffers from step to step instead of allocating them");

    private static final Set<String> BOXED = Set.of(
            "java.lang.Boolean",
            "java.lang.Byte",
            "java.lang.Character",
            "java.lang.Double",
            "java.lang.Float",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Short");

    private final String label;
    private final String nextStep;
    private final String advice;

    AllocatedObjects(String label, String nextStep, String advice) {
        this.label = label;
        this.nextStep = nextStep;
        this.advice = advice;
    }

    /** Returns the kind of most of the bytes that a method allocates. */
    static AllocatedObjects of(Site site, List<Place> allocations) {
        Map<AllocatedObjects, Long> bytes = new EnumMap<>(AllocatedObjects.class);
        for (Place place : allocations) {
            ProgramFrames.of(place.stack())
                    .filter(frame -> ProgramFrames.method(frame).equals(site.method()))
                    .ifPresent(frame -> bytes.merge(of(place.stack(), frame), place.weight(), Long::sum));
        }
        return bytes.entrySet().stream()
                .max(Comparator.comparingLong(Map.Entry::getValue))
                .map(Map.Entry::getKey)
                .orElse(BUFFERS);
    }

    private static AllocatedObjects of(List<StackTraceElement> stack, StackTraceElement ofProgram) {
        for (StackTraceElement frame : stack.subList(0, stack.indexOf(ofProgram))) {
            String type = frame.getClassName();
            if (BOXED.contains(type)) {
                return BOXES;
            } else if (type.startsWith("java.lang.String") || type.startsWith("java.lang.AbstractString")) {
                return TEXTS;
            } else if (type.startsWith("java.util.") && !type.equals("java.util.Arrays")) {
                return COLLECTIONS;
            }
        }
        return BUFFERS;
    }

    /** End of a sentence that names the kind; empty for buffers. */
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
