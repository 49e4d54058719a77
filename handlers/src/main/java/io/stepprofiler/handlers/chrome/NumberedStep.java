package io.stepprofiler.handlers.chrome;

import io.stepprofiler.trace.StepMark;

/**
 * A step and the id that it has in every file of its trace.
 *
 * @param mark the step
 * @param id its id
 */
record NumberedStep(StepMark mark, long id) {
    static int parentsFirst(NumberedStep a, NumberedStep b) {
        int byStart = Long.compare(a.mark.startNanos(), b.mark.startNanos());
        return byStart != 0 ? byStart : Long.compare(b.mark.durationNanos(), a.mark.durationNanos());
    }
}
