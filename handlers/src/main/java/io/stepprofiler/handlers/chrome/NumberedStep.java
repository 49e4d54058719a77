package io.stepprofiler.handlers.chrome;

import io.stepprofiler.trace.StepMark;
import java.util.Comparator;

/**
 * A step and the id that it has in every file of its trace.
 *
 * @param mark the step
 * @param id its id
 */
record NumberedStep(StepMark mark, long id) {
    static final Comparator<NumberedStep> PARENTS_FIRST =
            Comparator.comparing(NumberedStep::mark, StepMark.PARENTS_FIRST);
}
