package io.stepprofiler.source;

import io.stepprofiler.event.CaptureOptions;

/**
 * Something other than scopes that can be recorded during a window: the virtual machine, a device, a framework.
 *
 * <p>A source takes part in the same transitions as the scopes: {@link #prepare}, {@link #start},
 * {@link ActivityRecording#stop}. These three are called on the training thread and should be quick; warm-up steps pay
 * for {@code prepare}, recorded steps for the others. Reading the result, which may be slow, is
 * {@link ActivityRecording#collect}, on the profiler's thread. What a source throws costs only its own part of the
 * window: it is counted in the trace and kept for the profile's list of failures.
 */
public interface ActivitySource {
    /**
     * Pays what is paid once and takes long, ahead of {@link #prepare}, on a thread that need not be the training's:
     * captures that are asked for from outside do so before they are announced. Nothing is to be changed that another
     * source could be using. May be called more than once, and need not be called. The default does nothing.
     */
    default void warmUp() {}

    /**
     * Pays start-up costs ahead of {@link #start}. May be called without a start to follow, and more than once. The
     * default does nothing.
     */
    default void prepare() {}

    /**
     * {@return where what it records happens, by which profiles choose and toggle; the default is the virtual machine}
     */
    default Activity activity() {
        return Activity.JVM;
    }

    /**
     * {@return whether its recordings deliver what they see while the window is open, by {@link
     * ActivityRecording#collectSoFar}} Only such sources go with a history, which would else never give up what they
     * record. The default is that they do not.
     */
    default boolean collectsWhileOpen() {
        return false;
    }

    /**
     * Begins to record. The last recording has been stopped by then but may not have been collected yet.
     *
     * @param options what the profile records about each event; what is beyond it need not be recorded
     * @return this recording
     */
    ActivityRecording start(CaptureOptions options);
}
