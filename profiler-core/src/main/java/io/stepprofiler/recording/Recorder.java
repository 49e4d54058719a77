package io.stepprofiler.recording;

import io.stepprofiler.event.DropCause;
import io.stepprofiler.source.ActivityType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Switches of the process: the window that is open, and the window that scopes are recorded into, which is the same or
 * none.
 *
 * <p>Reading a switch is one opaque load, which costs what a plain one does but is never hoisted out of a loop.
 */
public final class Recorder {
    private static final VarHandle CURRENT;
    private static final VarHandle OPEN;

    @SuppressWarnings("UnusedVariable") // Read and written through CURRENT.
    private static @Nullable Window current;

    @SuppressWarnings("UnusedVariable") // Read and written through OPEN.
    private static @Nullable Window open;

    /** Counts an event that is dropped from the open window. */
    public static final MemoryBoundary.Loss<Object> DROPPED = (first, lack) -> {
        Window window = open();
        if (window != null) {
            window.drops.count(DropCause.OUT_OF_MEMORY);
        }
    };

    /** Mirror of the running profile; null if it has none. */
    private static volatile @Nullable Mirror mirror;

    /** Window that records nothing, which threads use between windows to call the mirror; null without a mirror. */
    private static volatile @Nullable Window rest;

    static {
        try {
            CURRENT = MethodHandles.lookup().findStaticVarHandle(Recorder.class, "current", Window.class);
            OPEN = MethodHandles.lookup().findStaticVarHandle(Recorder.class, "open", Window.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Recorder() {}

    /** Returns the window that scopes are recorded into; null if none is open or scopes are switched off. */
    public static @Nullable Window current() {
        return (Window) CURRENT.getOpaque();
    }

    /** Returns the window that is open; null if there is none. */
    public static @Nullable Window open() {
        return (Window) OPEN.getOpaque();
    }

    /** Makes threads record into {@code window}; null for none. */
    public static void switchTo(@Nullable Window window) {
        Window next = window == null ? rest : window;
        OPEN.setVolatile(next);
        CURRENT.setVolatile(next != null && next.records(ActivityType.SCOPE) ? next : null);
    }

    /** Sets the mirror of windows that are created from now on, and of the time between windows; null for none. */
    public static void mirrorTo(@Nullable Mirror told) {
        mirror = told;
        rest = told == null ? null : Window.unrecorded(told.mirrored(), told);
        Window present = open();
        if (present == null || !present.isRecorded()) {
            switchTo(null);
        }
    }

    /** Creates a window whose threads report to the mirror of the running profile. */
    public static Window newWindow(long maxEvents, long maxBytes, Capture capture) {
        return new Window(maxEvents, maxBytes, capture, mirror);
    }

    /**
     * Lets threads use their buffers of a window again.
     *
     * @param keepChunks whether the threads that recorded in it keep their memory for the next window; other threads
     *     give it back in any case
     */
    public static void release(Window window, boolean keepChunks) {
        window.discard();
        ThreadRecorder.reclaimAll(keepChunks ? window : null);
    }
}
