package io.stepprofiler.handlers.rows;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A step and its id in every file of its trace; on a stream, a step or a scope that is shown there.
 *
 * @param mark the step
 * @param id its id
 * @param name its name
 */
public record NumberedStep(StepMark mark, long id, String name) {
    /** Order by start; enclosing steps come first. */
    static final Comparator<NumberedStep> PARENTS_FIRST =
            Comparator.comparing(NumberedStep::mark, StepMark.PARENTS_FIRST);

    /**
     * {@return the steps of a trace by track id, in the order of their starts, enclosing steps first}
     *
     * @param trace the trace
     */
    public static Map<Long, List<NumberedStep>> byTrack(Trace trace) {
        List<NumberedStep> numbered = new ArrayList<>();
        for (int i = 0; i < trace.steps().size(); i++) {
            long id = trace.eventId(trace.tracks().size(), i);
            numbered.add(new NumberedStep(
                    trace.steps().get(i), id, trace.steps().get(i).name()));
        }
        numbered.sort(PARENTS_FIRST);
        Map<Long, List<NumberedStep>> steps = new LinkedHashMap<>();
        for (NumberedStep step : numbered) {
            steps.computeIfAbsent(step.mark().trackId(), id -> new ArrayList<>())
                    .add(step);
        }
        return steps;
    }
}
