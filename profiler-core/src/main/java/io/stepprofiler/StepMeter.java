package io.stepprofiler;

import io.stepprofiler.recording.StepRings;
import io.stepprofiler.recording.ThreadTime;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measurement of each step of this process on the thread that ends it. Ending a step takes less than a microsecond,
 * most of it for the system call for the thread's processor time, and allocates nothing, unless the thread changes.
 *
 * <p>Work of the profiler is in no step: it lies between the end of a step and the start of the next one. Readings of
 * {@link System#nanoTime()} are arguments, because the caller needs them, too.
 *
 * <p>Locks, files and phases are not measured: outside of windows, their times are not to be had at this cost.
 */
final class StepMeter {
    /** Begin of a wait that does not count. */
    static final long NOT_COUNTED = Long.MIN_VALUE;

    // W10: shorter work of the profiler stays in the step, so that most steps begin where the last one ended.
    static final long LEAST_PAUSE_NANOS = 20_000;

    /** Collectors whose time is pauses; a concurrent cycle has a bean of its own, and its pauses another. */
    private static final GarbageCollectorMXBean[] COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans().stream()
            .filter(bean -> !bean.getName().endsWith(" Cycles"))
            .toArray(GarbageCollectorMXBean[]::new);

    final StepRings rings = new StepRings();
    final StepCollectives collectives = new StepCollectives(rings.collectives(), this::isStepper);

    private final AtomicLong items = new AtomicLong();
    private final AtomicInteger flags = new AtomicInteger();

    // Written by the thread that ends the steps.
    private final long[] row = rings.steps().newRow();
    private WeakReference<Thread> stepper = new WeakReference<>(null);
    private volatile long endNanos = System.nanoTime();
    private long startNanos;
    private long cpuNanos;
    private long pauseMillis;
    private boolean waits;
    private boolean hasLoader;
    private long waitedNanos;

    /** Begins the first step, on the calling thread. */
    void restart(long now) {
        stepper = new WeakReference<>(Thread.currentThread());
        endNanos = now;
        beginAt(now);
        waits = false;
        waitedNanos = 0;
        items.set(0);
        flags.set(0);
        collectives.restart();
    }

    /** True if the calling thread ends the steps. */
    boolean isStepper() {
        return stepper.refersTo(Thread.currentThread());
    }

    /** Adds flags to the step that ends next; on any thread. */
    void flag(int bits) {
        flags.getAndUpdate(known -> known | bits);
    }

    /** Adds items to the batch of the step that ends next; on any thread. */
    void batch(long count) {
        items.getAndAdd(count);
    }

    /** Notes that the calling thread waits for a batch; returns the begin for {@link #waitEnded}. */
    long waitBegan() {
        if (waits || !isStepper()) {
            return NOT_COUNTED; // Another thread's wait is none of the step.
        }
        hasLoader = true;
        waits = true;
        return System.nanoTime();
    }

    void waitEnded(long began) {
        if (began != NOT_COUNTED) {
            waits = false;
            waitedNanos += System.nanoTime() - began;
        }
    }

    /** Ends the step, and begins the next one at the same instant. */
    void ended(long number, int stepFlags, long now) {
        long cpu = ThreadTime.nanos();
        long pauses = pauseMillis();
        boolean isSameThread = isStepper();
        long count = items.getAndSet(0);
        int column = 0;
        row[column++] = number;
        long duration = Math.max(0, now - startNanos); // Another thread may have restarted since.
        row[column++] = startNanos;
        row[column++] = duration;
        row[column++] = stepFlags | flags.getAndSet(0);
        row[column++] = isSameThread ? ThreadTime.between(cpuNanos, cpu) : ThreadTime.UNKNOWN;
        row[column++] = TimeUnit.MILLISECONDS.toNanos(pauses - pauseMillis);
        row[column++] = isSameThread && hasLoader ? Math.min(waitedNanos, duration) : ThreadTime.UNKNOWN;
        row[column++] = count > 0 ? count : ThreadTime.UNKNOWN;
        if (!isSameThread) {
            collectives.restart();
        }
        collectives.stepEnded(number, now, row, column);
        rings.steps().add(row);
        if (!isSameThread) {
            stepper = new WeakReference<>(Thread.currentThread());
        }
        endNanos = now;
        startNanos = now;
        cpuNanos = cpu;
        pauseMillis = pauses;
        waitedNanos = 0;
    }

    /** Begins the step later than at the end of the last one, if the profiler has worked in between. */
    void began(long now) {
        if (now - endNanos >= LEAST_PAUSE_NANOS) {
            beginAt(now);
        }
    }

    private void beginAt(long now) {
        startNanos = now;
        cpuNanos = ThreadTime.nanos();
        pauseMillis = pauseMillis();
    }

    /** Leaves work of the profiler, which began in the middle of the step and ends now, out of it. */
    void leaveOut(Reading began, long now) {
        startNanos += now - began.nanos;
        cpuNanos += ThreadTime.nanos() - began.cpu;
        pauseMillis += pauseMillis() - began.pauses;
    }

    /** Beginning of work of the profiler on the calling thread. */
    record Reading(long nanos, long cpu, long pauses) {
        static Reading at(long now) {
            return new Reading(now, ThreadTime.nanos(), pauseMillis());
        }
    }

    /** Time since the last step ended, or the next one began. */
    long sinceNanos() {
        return Math.max(System.nanoTime() - endNanos, 0);
    }

    private static long pauseMillis() {
        long sum = 0;
        for (GarbageCollectorMXBean collector : COLLECTORS) {
            sum += Math.max(collector.getCollectionTime(), 0);
        }
        return sum;
    }
}
