package io.stepprofiler.capture.watch;

import java.util.Optional;

/**
 * Figures of a running job at one moment. Counts are totals since the start of the process. Immutable.
 *
 * @param epochMillis time of the figures, in milliseconds since 1970
 * @param job identity of the job
 * @param steps its steps
 * @param machine its use of the machine
 * @param sample result of the last short capture; empty before the first
 * @param note reason why there is no newer sample, in one sentence; empty if there is none
 */
record LiveFigures(
        long epochMillis,
        LiveJob job,
        LiveSteps steps,
        LiveMachine machine,
        Optional<StepSample> sample,
        String note) {}
