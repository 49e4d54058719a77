package io.stepprofiler.readers.chrome;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.frameworks.PyTorch;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.readers.foreign.StepKinds;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Steps of a file, in which they are ordinary events. */
final class Steps {
    private static final int STEP_BYTES = 120;
    private static final int MAX_DIGITS = 18;

    /** A mark of a step, its row and name in the file, and its id in a file of this profiler. */
    private record Step(StepMark mark, String name, FileRow row, long order) {}

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

    void add(EventRecord event, long durationNanos, FileRow row) throws ImportException {
        charges.memory(STEP_BYTES);
        long cpu = event.has(KnownArgument.CPU_TIME) ? event.number(KnownArgument.CPU_TIME) : StepMark.UNKNOWN_CPU;
        StepMark mark = new StepMark(
                number(event),
                event.start,
                durationNanos,
                row.trackId(),
                event.has(KnownArgument.UNFINISHED) || !event.hasDuration,
                Math.max(cpu, -1));
        steps.add(new Step(mark, event.name, row, event.number(KnownArgument.EXTERNAL_ID)));
    }

    /** Adds the steps in the order of their ids if this profiler wrote the file. */
    void addTo(TraceBuilder trace, Texts texts) throws ImportException {
        steps.sort(Comparator.comparingLong(Step::order));
        Map<StepMark, String> names = new LinkedHashMap<>();
        steps.forEach(step -> names.put(step.mark, step.name));
        Collection<StepMark> marks = ours ? names.keySet() : StepKinds.steps(names);
        marks.forEach(trace::step);
        Set<StepMark> chosen = new HashSet<>(marks);
        for (Step step : steps) {
            // Marks of JAX are events, too. Another one has whole steps inside, and says nothing about what they do.
            if (!chosen.contains(step.mark) && step.name.startsWith(PyTorch.STEP_PREFIX)) {
                TrackBuilder track = step.row.track();
                int name = texts.id(step.name, EventKind.SCOPE, "");
                track.async(track.add(name, step.mark.startNanos(), step.mark.durationNanos()));
            }
        }
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
