package io.stepprofiler.source;

import io.stepprofiler.event.RecordingOptions;

/**
 * Source of activity other than scopes that can be recorded during a window: the virtual machine, a device, a
 * framework.
 *
 * <p>A source takes part in the same transitions as the scopes: {@link #prepare}, {@link #start}, {@link
 * ActivityRecording#stop}. These three are called on the training thread and should be quick; warm-up steps pay for
 * {@code prepare}, recorded steps for the others. Reading the result, which may be slow, is {@link
 * ActivityRecording#collect}, on the profiler's thread. An exception of a source affects only its own part of the
 * window: it is counted in the trace and added to the profile's failures.
 *
 * <p>A profile records the sources given to it. A source that needs no configuration may also be a service, with a
 * public constructor without parameters: an interface whose users name no sources, such as MXNet's keys, finds by
 * {@link java.util.ServiceLoader} the sources that {@linkplain #collectsWhileOpen deliver while they record}.
 */
public interface ActivitySource {
    /**
     * Pays slow one-time costs ahead of {@link #prepare}, on another thread than the training thread and perhaps at the
     * same time as the other calls: a profile with a schedule does so when it starts, a capture from outside before it
     * is announced. Must not change anything that another source could be using. May be called more than once, or not
     * at all. The default does nothing.
     */
    default void warmUp() {}

    /**
     * Pays start-up costs ahead of {@link #start}. May be called more than once, also without a start after it. The
     * default does nothing.
     */
    default void prepare() {}

    /**
     * {@return whether {@link #start} would begin to record at once} A schedule that chooses its windows itself waits
     * with them for up to a minute until it is true. Asked on the training thread, at most once a step. The default is
     * true.
     */
    default boolean isReady() {
        return true;
    }

    /**
     * {@return the activity that it records, by which profiles choose and toggle sources; the default is the virtual
     * machine}
     */
    default Activity activity() {
        return Activity.JVM;
    }

    /**
     * {@return whether its recordings deliver events while the window is open, by {@link
     * ActivityRecording#collectSoFar}} Only such sources can be used with a history, which could not discard their old
     * events otherwise. The default is false.
     */
    default boolean collectsWhileOpen() {
        return false;
    }

    /**
     * Begins to record. The last recording has been stopped by then but may not have been collected yet.
     *
     * @param options the details that the profile records about each event; others need not be recorded
     * @return this recording
     */
    ActivityRecording start(RecordingOptions options);
}
