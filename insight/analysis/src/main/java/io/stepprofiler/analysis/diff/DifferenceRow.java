package io.stepprofiler.analysis.diff;

import java.util.List;

/**
 * Time of one part of a mean step on both sides.
 *
 * @param path names from the outermost to the innermost
 * @param baseNanos time in it in a mean step of the base, without the time of other rows
 * @param nextNanos the same of the new side
 * @param baseCalls number of calls in a step of the base; 0 if not known
 * @param nextCalls the same of the new side
 * @param presence whether both sides have it
 * @param isSure whether it differs significantly, with all rows tested together; else it may be noise
 */
public record DifferenceRow(
        List<String> path,
        double baseNanos,
        double nextNanos,
        double baseCalls,
        double nextCalls,
        Presence presence,
        boolean isSure) {
    /** Sides that have the part. */
    public enum Presence {
        /** Both sides. */
        BOTH,
        /** Only the new side. */
        NEW,
        /** Only the base. */
        GONE
    }

    /** {@return the time of the new side minus the time of the base, in nanoseconds} */
    public double deltaNanos() {
        return nextNanos - baseNanos;
    }
}
