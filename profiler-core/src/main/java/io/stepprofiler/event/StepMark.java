package io.stepprofiler.event;

import java.util.Comparator;

/**
 * The time that one training step took.
 *
 * @param number the step, counted from 0 since the profile was built
 * @param startNanos when it began, on the clock of the trace
 * @param durationNanos how long it took
 * @param trackId the track of the thread that began it
 * @param unfinished whether profiling ended before the step did
 */
public record StepMark(long number, long startNanos, long durationNanos, long trackId, boolean unfinished) {
    /** By start, and of those that begin together the longer first: each before what is inside it. */
    public static final Comparator<StepMark> PARENTS_FIRST = Comparator.comparingLong(StepMark::startNanos)
            .thenComparing(Comparator.comparingLong(StepMark::durationNanos).reversed());

    /** {@return the name that trace viewers know steps by: {@code ProfilerStep#N}} */
    public String name() {
        return "ProfilerStep#" + number;
    }
}
