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
 * The steps of this process, whoever marks them: counted, timed, and told to the capture that listens.
 *
 * <p>One marks them at a time: the running profile by its {@code Profile.step()}, or else one thread by the outermost
 * of its {@code StepScope}s, the first that does. Another thread takes its place when it has ended, or has marked none
 * for a while. A step costs a reading of the clock and a few stores.
 */
final class ProcessSteps {
    private static final int SHOWN = 128;

    /** More than are shown, so that they can be read while steps end. */
    private static final int KEPT = 2 * SHOWN;

    private static final long NANOS_A_MILLI = 1_000_000;
    private static final double SILENCE_NANOS = 10e9;
    private static final WeakReference<Thread> NOBODY = new WeakReference<>(null);

    /** In ticks, by the numbers of the steps as counted here. */
    private static final AtomicLongArray TIMES = new AtomicLongArray(KEPT);

    private static final AtomicLong COUNT = new AtomicLong();

    /** End of the first step on the clock of {@link System#nanoTime()}; valid once one is counted. */
    private static volatile long firstEndNanos;

    private static volatile boolean wanted;
    private static volatile @Nullable Host profile;
    private static volatile WeakReference<Thread> thread = NOBODY;

    /** The step of the thread that is open. */
    private static volatile @Nullable Object outermost;

    private static volatile @Nullable Guest listener;

    // Written by who marks steps, before the count.
    private static long lastTicks;
    private static long lastNumber = -1;

    private ProcessSteps() {}

    /** Has steps of scopes counted, too, from now on. Chooses the clock, which takes a while, once. */
    static void want() {
        if (!wanted) {
            Ticks.now();
            // What its first use needs is not to be made in a step.
            TIMES.lazySet(KEPT - 1, 0);
            wanted = true;
        }
    }

    /** Makes a capture hear of steps; null for none. */
    static void listener(@Nullable Guest capture) {
        listener = capture;
    }

    /** Makes a profile mark the steps, whoever did so before. */
    static synchronized void markedBy(Host running) {
        profile = running;
        thread = NOBODY;
        outermost = null;
        lastTicks = Ticks.now();
    }

    /** Lets others mark the steps. */
    static synchronized void notMarkedBy(Host stopped) {
        if (profile == stopped) {
            profile = null;
        }
    }

    /** Counts a step of the running profile, where it ends; answers the capture that is to hear of the next one. */
    static @Nullable Guest ended(Host running, long number) {
        if (profile != running) {
            markedBy(running); // A profile without a schedule; the step has begun before anybody looked.
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

    /** Whether a step that begins on the calling thread, as a scope, is one of the process. */
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

    /** Tells of a step that begins as a scope, before anything of it is recorded. */
    static void began(long number) {
        Guest hearing = listener;
        if (hearing != null) {
            hearing.stepBegan(null, number);
        }
    }

    /** Takes note of the scope that has begun. */
    static void opened(Object scope) {
        outermost = scope;
    }

    /** Counts the step of a scope, where it ends. */
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

    /** How fast the last ones went. */
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
