package io.stepprofiler.trace;

import io.stepprofiler.event.CaptureOptions;

/**
 * Takes the trace of each window when it is ready.
 *
 * <p>Unless the profile delivers synchronously, handlers run on a thread of the profiler, never on the training thread;
 * one at a time, in the order in which they were added, window after window. What one throws is counted, logged and
 * kept for the profile's list of failures; neither the training loop nor another handler notices. One that does not
 * return in time is interrupted and gets no further traces.
 */
@FunctionalInterface
public interface TraceHandler {
    /**
     * Takes a trace, which may be kept. May block; may throw anything.
     *
     * @param trace what was recorded in the window
     * @throws Exception whatever goes wrong
     */
    void onTraceReady(Trace trace) throws Exception;

    /**
     * Checks, when the profile starts and on the thread that starts it, that the handler will be able to do its work.
     * The default does nothing.
     *
     * @param options what the profile records about each event, for handlers that need something recorded
     * @throws RuntimeException what is wrong, naming the parameter, its value and the remedy, or what is not recorded;
     *     the profile does not start
     */
    default void onStart(CaptureOptions options) {}

    /**
     * Does what is left to do when a profile has ended and the last of its traces was given to the handler: at its
     * close, or when the virtual machine ends. Not called where a trace was given up, or the profile was closed by a
     * handler. The profile waits for it as long as for a trace. The default does nothing.
     *
     * @throws Exception whatever goes wrong; it is told like a failure to take a trace
     */
    default void onClose() throws Exception {}
}
