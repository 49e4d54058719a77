package io.stepprofiler.source;

/**
 * A way to let the calling thread have the processor only when it is idle, where {@link Thread#setPriority} alone
 * does nothing, which is so on Linux.
 *
 * <p>Found by {@link java.util.ServiceLoader}, once a process; all that are found are asked. An implementation has a
 * public constructor without parameters.
 */
public interface BackgroundPriority {
    /**
     * Lowers the priority of the calling thread for good: threads that it starts may have the low priority, too. Called
     * on threads of the profiler's own, once each.
     *
     * @return whether it did
     */
    boolean lower();
}
