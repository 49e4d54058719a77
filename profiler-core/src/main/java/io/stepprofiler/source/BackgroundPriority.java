package io.stepprofiler.source;

/**
 * A way to let the calling thread run only on an idle processor, for systems such as Linux on which {@link
 * Thread#setPriority} alone does nothing.
 *
 * <p>Found by {@link java.util.ServiceLoader}, once a process; all that are found are called. An implementation has a
 * public constructor without parameters.
 */
public interface BackgroundPriority {
    /**
     * Lowers the priority of the calling thread permanently: threads that it starts may inherit it. Called on threads
     * of the profiler's own, once each.
     *
     * @return whether it was lowered
     */
    boolean lower();
}
