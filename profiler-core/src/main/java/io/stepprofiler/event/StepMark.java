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
 * @param cpuNanos processor time that its thread took, without that of other threads; -1 if not known
 */
public record StepMark(
        long number, long startNanos, long durationNanos, long trackId, boolean unfinished, long cpuNanos) {
    /** In place of a processor time that is not known: {@value}. */
    public static final long UNKNOWN_CPU = -1;

    /** By start, and of those that begin together the longer first: each before what is inside it. */
    public static final Comparator<StepMark> PARENTS_FIRST = Comparator.comparingLong(StepMark::startNanos)
            .thenComparing(Comparator.comparingLong(StepMark::durationNanos).reversed());

    /**
     * A step whose processor time is not known.
     *
     * @param number the step, counted from 0 since the profile was built
     * @param startNanos when it began, on the clock of the trace
     * @param durationNanos how long it took
     * @param trackId the track of the thread that began it
     * @param unfinished whether profiling ended before the step did
     */
    public StepMark(long number, long startNanos, long durationNanos, long trackId, boolean unfinished) {
        this(number, startNanos, durationNanos, trackId, unfinished, UNKNOWN_CPU);
    }

    /** {@return the name that trace viewers know steps by: {@code ProfilerStep#N}} */
    public String name() {
        return "ProfilerStep#" + number;
    }
}
