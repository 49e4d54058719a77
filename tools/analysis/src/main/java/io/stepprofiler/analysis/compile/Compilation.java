package io.stepprofiler.analysis.compile;

/**
 * One compilation of a method by a just-in-time compiler, in a thread of its own.
 *
 * @param compiler name of the compiler, such as {@code C2}
 * @param level 1 to 3 for the quick compiler, with more and more counting, 4 for the optimizing one; -1 if not known
 * @param method class and method, such as {@code com.acme.Model.forward}; empty if not known
 * @param startNanos when it began, on the clock of the trace
 * @param durationNanos how long it took
 */
public record Compilation(String compiler, int level, String method, long startNanos, long durationNanos) {
    /**
     * {@return how much of it lies in a stretch of time, in nanoseconds}
     *
     * @param fromNanos when that begins, on the clock of the trace
     * @param toNanos when it ends
     */
    public long nanosWithin(long fromNanos, long toNanos) {
        return Math.max(0, Math.min(startNanos + durationNanos, toNanos) - Math.max(startNanos, fromNanos));
    }
}
