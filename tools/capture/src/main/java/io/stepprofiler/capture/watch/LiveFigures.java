package io.stepprofiler.capture.watch;

import java.util.Optional;

/**
 * Figures of a running job at one moment. What is counted since the process began can be compared with earlier figures
 * of the same job. Immutable.
 *
 * @param epochMillis when they were taken, in milliseconds since 1970
 * @param job which job it is
 * @param steps its steps
 * @param machine what it takes of the machine
 * @param sample what the last short capture saw; empty before the first
 * @param note why there is no newer sample, in one sentence; empty if there is nothing to say
 */
record LiveFigures(
        long epochMillis,
        LiveJob job,
        LiveSteps steps,
        LiveMachine machine,
        Optional<StepSample> sample,
        String note) {}
