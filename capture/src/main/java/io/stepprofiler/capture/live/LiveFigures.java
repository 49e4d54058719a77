package io.stepprofiler.capture.live;

import java.time.Duration;
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
public record LiveFigures(
        long epochMillis, LiveJob job, LiveSteps steps, LiveMachine machine, Optional<StepSample> sample, String note) {
    /** The shortest time from one look at a job to the next. */
    public static final Duration SHORTEST_INTERVAL = Duration.ofMillis(200);

    /** The longest one. */
    public static final Duration LONGEST_INTERVAL = Duration.ofMinutes(1);
}
