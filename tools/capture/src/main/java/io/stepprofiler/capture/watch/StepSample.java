package io.stepprofiler.capture.watch;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.event.EventKind;
import java.util.List;
import java.util.Set;

/**
 * Result of a short capture of the steps of a job. Immutable.
 *
 * @param firstStep its first step
 * @param steps number of finished steps
 * @param stepNanos average duration of a step
 * @param cpuNanos average processor time of the step's thread in a step; -1 if unknown
 * @param parts breakdown of a step, the largest part first; parts add up to the step unless some are left out
 * @param operations scopes, modules and operations, the largest self time first
 * @param begun events that began
 * @param lost events that were dropped
 * @param takenMillis duration of the capture until its evaluation
 */
record StepSample(
        long firstStep,
        int steps,
        long stepNanos,
        long cpuNanos,
        List<Part> parts,
        List<Operation> operations,
        long begun,
        long lost,
        long takenMillis) {
    /** Category of the time in which a step waits for data. */
    static final String INPUT = StepCategory.DATA_WAIT.name();

    private static final Set<String> WAITS = Set.of(
            StepCategory.COMMUNICATION.name(),
            StepCategory.DEVICE_WAIT.name(),
            StepCategory.LOCK.name(),
            StepCategory.SLEEP.name(),
            StepCategory.PARK.name(),
            StepCategory.INPUT_OUTPUT.name());

    /**
     * A part of the time of a step.
     *
     * @param name its name
     * @param category its category: the name of a {@link StepCategory}
     * @param stepNanos its average time in a step
     */
    record Part(String name, String category, long stepNanos) {}

    /**
     * Events of one name.
     *
     * @param name their name
     * @param kind the name of their {@link EventKind}
     * @param calls average number of calls in a step
     * @param selfNanos average self time in a step
     */
    record Operation(String name, String kind, double calls, long selfNanos) {}

    StepSample {
        parts = List.copyOf(parts);
        operations = List.copyOf(operations);
    }

    /**
     * {@return a time as a share of a step, from 0 to 1 if it lies in the step; 0 if there is no step}
     *
     * @param nanos the time
     */
    double share(long nanos) {
        return stepNanos <= 0 ? 0 : (double) nanos / stepNanos;
    }

    /** {@return the share of a step that waits for data, from 0 to 1} */
    double inputShare() {
        return share(nanos(Set.of(INPUT)));
    }

    /** {@return the share of a step in which its thread waits for anything but data, from 0 to 1} */
    double waitShare() {
        return share(nanos(WAITS));
    }

    /** {@return the share of a step in which its thread does not run, from 0 to 1; below 0 if unknown} */
    double idleShare() {
        return cpuNanos < 0 || stepNanos <= 0 ? -1 : Math.max(0, 1 - share(cpuNanos));
    }

    private long nanos(Set<String> categories) {
        return parts.stream()
                .filter(part -> categories.contains(part.category()))
                .mapToLong(Part::stepNanos)
                .sum();
    }
}
