package io.stepprofiler.recording;

import io.stepprofiler.clock.Ticks;
import io.stepprofiler.source.ActivityType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Value of a counter that the program changes: its present value, and a sample of each change while a window is open.
 *
 * <p>A change and its sample are one operation: a lock of the counter is held while the value changes and the sample is
 * published. In the order of time, samples therefore hold the successive values of the counter, with no change inside a
 * window missing. A sample holds the value itself, so that a dropped sample makes no other one wrong. The lock is held
 * for a few stores, and nothing is called under it that could wait for another change. The clock is read and room is
 * made before the lock is taken, so that they overlap in the processor; the clock is read again if the window has
 * changed meanwhile or the reading is not after the last sample.
 */
public final class CounterValue {
    private static final int SPINS = 64;
    private static final int YIELDS = 128;
    private static final long NAP_NANOS = 50_000;

    /** Samples that are fewer ticks apart may have the same nanosecond. */
    private static final int ONE_TIME = 16;

    private static final VarHandle LOCKED;
    private static final VarHandle VALUE;

    static {
        try {
            LOCKED = MethodHandles.lookup().findVarHandle(CounterValue.class, "locked", int.class);
            VALUE = MethodHandles.lookup().findVarHandle(CounterValue.class, "value", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int ref;
    private final EventName name;

    @SuppressWarnings("UnusedVariable") // Through LOCKED.
    private volatile int locked;

    private long value;

    /** Index of the last sample among the samples of the same time. */
    private int turn;

    /** Ticks of the last sample. */
    private long lastTicks = Long.MIN_VALUE;

    /**
     * Creates a counter.
     *
     * @param ref number of its label
     */
    public CounterValue(int ref, EventName name) {
        this.ref = ref;
        this.name = name;
    }

    public long get() {
        return (long) VALUE.getAcquire(this);
    }

    // R14: the value and its sample change together.
    public void set(long next) {
        Window seen = Recorder.open();
        ThreadRecorder recorder = recorder(seen);
        DetailLog log = recorder == null ? null : recorder.roomForChange();
        long ticks = recorder == null ? 0 : Ticks.now();
        lock();
        try {
            change(next, seen, recorder, log, ticks);
            LOCKED.setRelease(this, 0);
        } catch (Throwable e) {
            locked = 0; // A store needs no room on the stack, which may be exhausted.
            throw e;
        }
    }

    public void add(long delta) {
        Window seen = Recorder.open();
        ThreadRecorder recorder = recorder(seen);
        DetailLog log = recorder == null ? null : recorder.roomForChange();
        long ticks = recorder == null ? 0 : Ticks.now();
        lock();
        try {
            change(sum(value, delta), seen, recorder, log, ticks);
            LOCKED.setRelease(this, 0);
        } catch (Throwable e) {
            locked = 0;
            throw e;
        }
    }

    public void subtract(long delta) {
        Window seen = Recorder.open();
        ThreadRecorder recorder = recorder(seen);
        DetailLog log = recorder == null ? null : recorder.roomForChange();
        long ticks = recorder == null ? 0 : Ticks.now();
        lock();
        try {
            change(difference(value, delta), seen, recorder, log, ticks);
            LOCKED.setRelease(this, 0);
        } catch (Throwable e) {
            locked = 0;
            throw e;
        }
    }

    private static @Nullable ThreadRecorder recorder(@Nullable Window window) {
        return window != null && window.records(ActivityType.COUNTER) ? ThreadRecorder.in(window) : null;
    }

    private void change(
            long next, @Nullable Window seen, @Nullable ThreadRecorder recorder, @Nullable DetailLog log, long ticks) {
        VALUE.setRelease(this, next);
        // Read under the lock: all changes before the window then precede its samples.
        Window window = Recorder.open();
        if (window != seen) {
            changeIn(window, next);
        } else if (recorder != null) {
            record(recorder, log, next, ticks > lastTicks ? ticks : DetailRecorder.ordered(Ticks.now(), lastTicks));
        }
    }

    /** Records a change in a window that was opened while this thread waited for the lock. */
    private void changeIn(@Nullable Window window, long next) {
        ThreadRecorder recorder = recorder(window);
        if (recorder != null) {
            DetailLog log = recorder.roomForChange();
            record(recorder, log, next, DetailRecorder.ordered(Ticks.now(), lastTicks));
        }
    }

    private void record(ThreadRecorder recorder, @Nullable DetailLog log, long next, long ticks) {
        if (log == null) {
            recorder.side().drop();
            return;
        }
        long apart = ticks - lastTicks;
        lastTicks = ticks;
        turn = apart >= 0 && apart < ONE_TIME ? turn + 1 : 0;
        log.change(recorder.refOf(ref, name), next, turn, ticks);
    }

    private void lock() {
        if (!LOCKED.compareAndSet(this, 0, 1)) {
            await();
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // Correct without the yield, which only saves most of the naps.
    private void await() {
        for (int tries = 0; !LOCKED.compareAndSet(this, 0, 1); tries++) {
            if (tries < SPINS) {
                Thread.onSpinWait();
            } else if (tries < YIELDS) {
                Thread.yield();
            } else {
                LockSupport.parkNanos(NAP_NANOS); // The owner has lost its processor, perhaps to this thread.
            }
        }
    }

    /** Returns the sum, or the long nearest to it on overflow. */
    public static long sum(long a, long b) {
        long sum = a + b;
        boolean overflows = ((a ^ sum) & (b ^ sum)) < 0;
        return overflows ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    /** Returns the difference, or the long nearest to it on overflow. */
    public static long difference(long a, long b) {
        long difference = a - b;
        boolean overflows = ((a ^ b) & (a ^ difference)) < 0;
        return overflows ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : difference;
    }
}
