package io.stepprofiler.readers.chrome;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.frameworks.PyTorch;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Steps of a file, in which they are ordinary events. */
final class Steps {
    private static final int STEP_BYTES = 120;
    private static final int MAX_DIGITS = 18;

    /** A step, and its id in a file of this profiler. */
    private record Step(StepMark mark, long order) {}

    private final Charges charges;
    private final List<Step> steps = new ArrayList<>();
    private boolean ours;

    Steps(Charges charges) {
        this.charges = charges;
    }

    /**
     * Notes that this profiler wrote the file, which has every step under its name, even if a scope is annotated as
     * one.
     */
    void ours() {
        ours = true;
    }

    /** True if an event on a thread is a step, by its name or by JAX's annotation of steps. */
    boolean isStep(EventRecord event) {
        return number(event) >= 0;
    }

    void add(EventRecord event, long durationNanos, long trackId) throws ImportException {
        charges.memory(STEP_BYTES);
        long cpu = event.has(KnownArgument.CPU_TIME) ? event.number(KnownArgument.CPU_TIME) : StepMark.UNKNOWN_CPU;
        StepMark mark = new StepMark(
                number(event),
                event.start,
                durationNanos,
                trackId,
                event.has(KnownArgument.UNFINISHED),
                Math.max(cpu, -1));
        steps.add(new Step(mark, event.number(KnownArgument.EXTERNAL_ID)));
    }

    /** Adds the steps in the order of their ids if this profiler wrote the file, else in the order of time. */
    void addTo(TraceBuilder trace) {
        Comparator<Step> byTime = Comparator.comparing(Step::mark, StepMark.PARENTS_FIRST);
        steps.sort(ours ? Comparator.comparingLong(Step::order) : byTime);
        steps.forEach(step -> trace.step(step.mark()));
    }

    private long number(EventRecord event) {
        String name = event.name;
        if (!ours && event.has(KnownArgument.STEP_NUMBER)) {
            return event.number(KnownArgument.STEP_NUMBER);
        }
        int digits = name.length() - PyTorch.STEP_PREFIX.length();
        boolean named = name.startsWith(PyTorch.STEP_PREFIX) && digits > 0 && digits <= MAX_DIGITS;
        return named && name.chars().skip(PyTorch.STEP_PREFIX.length()).allMatch(c -> c >= '0' && c <= '9')
                ? Long.parseLong(name.substring(PyTorch.STEP_PREFIX.length()))
                : EventRecord.NONE;
    }
}
