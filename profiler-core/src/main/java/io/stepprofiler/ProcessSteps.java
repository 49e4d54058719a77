package io.stepprofiler;

import io.stepprofiler.clock.Ticks;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Steps of this process: counted, timed, and reported to the capture that listens.
 *
 * <p>One caller marks the steps at a time: the running profile by {@code Profile.step()}, or else the first thread that
 * opens a {@code StepScope}, by its outermost ones. Another thread takes over when that thread has ended, or has marked
 * no step for ten seconds. A step costs a reading of the clock and a few stores.
 */
final class ProcessSteps {
    private static final int SHOWN = 128;

    /** More than {@link #SHOWN}, so that times can be read while steps end. */
    private static final int KEPT = 2 * SHOWN;

    private static final long NANOS_A_MILLI = 1_000_000;
    private static final double SILENCE_NANOS = 10e9;
    private static final WeakReference<Thread> NOBODY = new WeakReference<>(null);

    /** Durations of steps in ticks, at the count of the step modulo {@link #KEPT}. */
    private static final AtomicLongArray TIMES = new AtomicLongArray(KEPT);

    private static final AtomicLong COUNT = new AtomicLong();

    /** End of the first step on the clock of {@link System#nanoTime()}; valid once one is counted. */
    private static volatile long firstEndNanos;

    private static volatile boolean wanted;
    private static volatile @Nullable Host profile;
    private static volatile WeakReference<Thread> thread = NOBODY;

    /** Open {@code StepScope} of {@link #thread}. */
    private static volatile @Nullable Object outermost;

    private static volatile @Nullable Guest listener;

    // Written by the marking thread, before the count.
    private static long lastTicks;
    private static long lastNumber = -1;

    private ProcessSteps() {}

    /** Counts steps of scopes, too, from now on. The first call chooses the clock, which takes a while. */
    static void want() {
        if (!wanted) {
            Ticks.now();
            // The first use initializes the class, which should not happen in a step.
            TIMES.lazySet(KEPT - 1, 0);
            wanted = true;
        }
    }

    /** Sets the capture that is notified of steps; null for none. */
    static void listener(@Nullable Guest capture) {
        listener = capture;
    }

    /** Lets a profile mark the steps from now on. */
    static synchronized void markedBy(Host running) {
        profile = running;
        thread = NOBODY;
        outermost = null;
        lastTicks = Ticks.now();
    }

    /** Lets other callers mark the steps after a profile has stopped. */
    static synchronized void notMarkedBy(Host stopped) {
        if (profile == stopped) {
            profile = null;
        }
    }

    /** Counts an ended step of the running profile; returns the capture to notify of the next step, or null. */
    static @Nullable Guest ended(Host running, long number) {
        if (profile != running) {
            markedBy(running); // A profile without a schedule: the start of this step is unknown.
            return listener;
        }
        return count(number);
    }

    private static @Nullable Guest count(long number) {
        long now = Ticks.now();
        long count = COUNT.get();
        TIMES.lazySet((int) (count % KEPT), now - lastTicks);
        lastTicks = now;
        lastNumber = number;
        if (count == 0) {
            firstEndNanos = System.nanoTime();
        }
        COUNT.lazySet(count + 1);
        Guest hearing = listener;
        if (hearing != null) {
            hearing.stepEnded(number);
        }
        return hearing;
    }

    /** True if a {@code StepScope} that opens on the calling thread counts as a step of the process. */
    static boolean isMarkedHere() {
        if (!wanted || profile != null) {
            return false;
        }
        if (thread.refersTo(Thread.currentThread())) {
            return outermost == null;
        }
        Thread known = thread.get();
        return (known == null || !known.isAlive() || isSilent()) && claim(known);
    }

    private static boolean isSilent() {
        return outermost == null && sinceLastNanos() > SILENCE_NANOS;
    }

    private static double sinceLastNanos() {
        return Math.max(Ticks.now() - lastTicks, 0) / Ticks.SOURCE.ticksPerNano();
    }

    private static synchronized boolean claim(@Nullable Thread instead) {
        if (profile != null || thread.get() != instead) {
            return false;
        }
        thread = new WeakReference<>(Thread.currentThread());
        outermost = null;
        lastTicks = Ticks.now();
        return true;
    }

    /** Reports the beginning of a {@code StepScope} to the capture, before any of it is recorded. */
    static void began(long number) {
        Guest hearing = listener;
        if (hearing != null) {
            hearing.stepBegan(null, number);
        }
    }

    /** Notes the open scope. */
    static void opened(Object scope) {
        outermost = scope;
    }

    /** Counts the step of an ended scope, if it is the open one. */
    static void closed(Object scope, long number) {
        if (outermost == scope) {
            outermost = null;
            count(number);
        }
    }

    /** Time from the start of the process to the end of its first counted step; empty before that. */
    static OptionalLong nanosToFirst() {
        if (COUNT.get() == 0) {
            return OptionalLong.empty();
        }
        long age = ManagementFactory.getRuntimeMXBean().getUptime() * NANOS_A_MILLI;
        return OptionalLong.of(Math.max(0, age - (System.nanoTime() - firstEndNanos)));
    }

    /** Returns the pace of the last steps. */
    static StepPace pace() {
        double ticksPerNano = Ticks.SOURCE.ticksPerNano();
        while (true) {
            long count = COUNT.get();
            long number = lastNumber;
            double sinceNanos = sinceLastNanos();
            List<Long> nanos = new ArrayList<>(SHOWN);
            for (long i = Math.max(count - SHOWN, 0); i < count; i++) {
                nanos.add((long) (TIMES.get((int) (i % KEPT)) / ticksPerNano));
            }
            if (COUNT.get() - count < SHOWN) {
                return new StepPace(count, number, nanos, count == 0 ? 0 : (long) sinceNanos);
            }
        }
    }
}
