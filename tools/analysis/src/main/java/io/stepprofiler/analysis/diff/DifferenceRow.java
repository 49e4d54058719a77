package io.stepprofiler.analysis.diff;

import java.util.List;

/**
 * What one part of a mean step takes on both sides.
 *
 * @param path names from the outermost to the innermost
 * @param baseNanos time in it in a mean step of the base, without what is in other rows
 * @param nextNanos the same of the new side
 * @param baseCalls how often a step of the base calls it; 0 if that is not known
 * @param nextCalls the same of the new side
 * @param presence whether both sides have it
 * @param isSure whether the runs say that it differs, all rows being tested together; else it may be noise
 */
public record DifferenceRow(
        List<String> path,
        double baseNanos,
        double nextNanos,
        double baseCalls,
        double nextCalls,
        Presence presence,
        boolean isSure) {
    /** Which side has it. */
    public enum Presence {
        /** Both have. */
        BOTH,
        /** The new side only. */
        NEW,
        /** The base only. */
        GONE
    }

    /** {@return by how much longer the new side takes, in nanoseconds} */
    public double deltaNanos() {
        return nextNanos - baseNanos;
    }
}
