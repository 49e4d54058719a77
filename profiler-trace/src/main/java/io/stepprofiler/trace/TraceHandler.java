package io.stepprofiler.trace;

import io.stepprofiler.event.RecordingOptions;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Handler of the trace of each window.
 *
 * <p>Unless the profile delivers synchronously, handlers run on a thread of the profiler, never on the training thread;
 * one at a time, in the order in which they were added, window after window. Exceptions are counted, logged and added
 * to the profile's failures; they affect neither the training loop nor other handlers. A handler that does not return
 * in time is interrupted and gets no further traces.
 */
@FunctionalInterface
public interface TraceHandler {
    /**
     * Takes a trace, which may be kept. May block; may throw anything.
     *
     * @param trace the trace of the window
     * @throws Exception whatever goes wrong
     */
    void onTraceReady(Trace trace) throws Exception;

    /**
     * Checks, when the profile starts and on the thread that starts it, that the handler will be able to do its work.
     * The default does nothing.
     *
     * @param options the details that the profile records about each event, for handlers that need some of them
     * @throws RuntimeException if it will not, naming the parameter, its value and the remedy, or the missing detail;
     *     the profile does not start
     */
    default void onStart(RecordingOptions options) {}

    /**
     * {@return the directory that the handler writes files into; empty if there is none, which is the default} The
     * profile writes its step ledger into the directory of its first handler that has one.
     */
    default Optional<Path> directory() {
        return Optional.empty();
    }

    /**
     * Completes the handler's work when a profile has ended and its last trace was passed to the handler: at its close,
     * or when the virtual machine ends. Not called if a trace was given up, or the profile was closed by a handler. The
     * profile waits for it as long as for a trace. The default does nothing.
     *
     * @throws Exception whatever goes wrong; it is reported like a failure to take a trace
     */
    default void onClose() throws Exception {}
}
