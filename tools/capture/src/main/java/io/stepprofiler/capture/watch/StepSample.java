package io.stepprofiler.capture.watch;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.event.EventKind;
import java.util.List;
import java.util.Set;

/**
 * What a short capture saw of the steps of a job. Immutable.
 *
 * @param firstStep its first step
 * @param steps how many steps it has whose ends are known
 * @param stepNanos how long a step took, on average
 * @param cpuNanos processor time of the step's thread in a step, on average; -1 if it is not known
 * @param parts where the time of a step goes, the largest part first; they add up to the step where none is left out
 * @param operations scopes, modules and operations, the one with the most time of its own first
 * @param begun events that began
 * @param lost events that were dropped
 * @param takenMillis how long the capture and its evaluation took
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
    /** The category of the time in which a step waits for its data. */
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
     * @param name what it is called
     * @param category what kind of part it is: the name of a {@link StepCategory}
     * @param stepNanos its time in a step, on average
     */
    record Part(String name, String category, long stepNanos) {}

    /**
     * Events of one name.
     *
     * @param name their name
     * @param kind the name of their {@link EventKind}
     * @param calls how many a step has, on average
     * @param selfNanos their time in a step without what is nested in them, on average
     */
    record Operation(String name, String kind, double calls, long selfNanos) {}

    StepSample {
        parts = List.copyOf(parts);
        operations = List.copyOf(operations);
    }

    /**
     * {@return the part of a step that a time is, from 0 to 1 if it lies in the step; 0 if there is no step}
     *
     * @param nanos the time
     */
    double share(long nanos) {
        return stepNanos <= 0 ? 0 : (double) nanos / stepNanos;
    }

    /** {@return the part of a step that waits for data, from 0 to 1} */
    double inputShare() {
        return share(nanos(Set.of(INPUT)));
    }

    /** {@return the part of a step in which its thread is seen waiting for anything but data, from 0 to 1} */
    double waitShare() {
        return share(nanos(WAITS));
    }

    /** {@return the part of a step in which its thread does not run, from 0 to 1; below 0 if that is not known} */
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
