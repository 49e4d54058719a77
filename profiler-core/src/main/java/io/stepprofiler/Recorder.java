package io.stepprofiler;

import io.stepprofiler.source.ActivityType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The switches of the process: the window that is open, the window that scopes are recorded into, which is the same or
 * none; and the threads that have ever recorded.
 *
 * <p>Reading a switch is one opaque load, which costs what a plain one does but is never hoisted out of a loop.
 */
final class Recorder {
    private static final VarHandle CURRENT;
    private static final VarHandle OPEN;
    private static final AtomicInteger TICKETS = new AtomicInteger();

    /** Weak, so that a thread that ends takes its recorder with it. */
    private static final Set<ThreadRecorder> THREADS = Collections.newSetFromMap(new WeakHashMap<>());

    @SuppressWarnings("UnusedVariable") // Read and written through CURRENT.
    private static @Nullable Window current;

    @SuppressWarnings("UnusedVariable") // Read and written through OPEN.
    private static @Nullable Window open;

    /** The mirrors of the profile that runs; null if it has none. */
    private static volatile @Nullable Annotations annotations;

    static {
        try {
            CURRENT = MethodHandles.lookup().findStaticVarHandle(Recorder.class, "current", Window.class);
            OPEN = MethodHandles.lookup().findStaticVarHandle(Recorder.class, "open", Window.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Recorder() {}

    /** The window that scopes are recorded into; null if there is none or they are switched off. */
    static @Nullable Window current() {
        return (Window) CURRENT.getOpaque();
    }

    /** The window that is open; null if there is none. */
    static @Nullable Window open() {
        return (Window) OPEN.getOpaque();
    }

    /** Makes {@code window} the one that threads record into; null for none. */
    static void switchTo(@Nullable Window window) {
        Annotations mirrors = annotations;
        Window next = window == null && mirrors != null ? mirrors.betweenWindows() : window;
        OPEN.setVolatile(next);
        CURRENT.setVolatile(next != null && next.records(ActivityType.SCOPE) ? next : null);
    }

    /** The mirrors of the profile that runs; null if it has none. */
    static @Nullable Annotations annotations() {
        return annotations;
    }

    /** Tells mirrors of what threads do, in windows that are made from now on and between them; null for none. */
    static void annotate(@Nullable Annotations mirrors) {
        annotations = mirrors;
        Window present = open();
        if (present == null || !present.isRecorded()) {
            switchTo(null);
        }
    }

    /** A number for one thread in one window, never 0. It repeats when 2^32 have been taken. */
    static int nextTicket() {
        int ticket = TICKETS.incrementAndGet();
        return ticket != 0 ? ticket : TICKETS.incrementAndGet();
    }

    static void add(ThreadRecorder recorder) {
        synchronized (THREADS) {
            THREADS.add(recorder);
        }
    }

    /** Takes the memory of all buffers that are not in use, but for those last used in {@code kept}. */
    static void reclaim(@Nullable Window kept) {
        synchronized (THREADS) {
            THREADS.forEach(recorder -> recorder.reclaim(kept));
        }
    }
}
