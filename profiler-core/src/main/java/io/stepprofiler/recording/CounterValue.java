package io.stepprofiler.recording;

import io.stepprofiler.clock.Ticks;
import io.stepprofiler.source.ActivityType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Value of a counter that the program changes: what it is now, and a sample of each change while a window is open.
 *
 * <p>A change and its sample are one: under a lock of the counter the value changes and the sample is published. So
 * samples in the order of time are the values one after the other, those of a window are of changes that follow each
 * other without a gap, and each holds the value itself: a sample that is dropped makes no other wrong. The lock is held
 * for a few stores, and calls nothing that could wait for another change. The clock is read and room is made before it,
 * which the processor does meanwhile; the clock once more if that was in another window or not after the last sample.
 */
public final class CounterValue {
    private static final int SPINS = 64;
    private static final int YIELDS = 128;
    private static final long NAP_NANOS = 50_000;

    /** Fewer ticks apart two samples may be of one nanosecond. */
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

    /** Which of the samples of one time the last one was, counted from 0. */
    private int turn;

    /** When the last sample was taken. */
    private long lastTicks = Long.MIN_VALUE;

    /**
     * A counter of a name.
     *
     * @param ref the number of its label
     */
    public CounterValue(int ref, EventName name) {
        this.ref = ref;
        this.name = name;
    }

    public long get() {
        return (long) VALUE.getAcquire(this);
    }

    public void set(long next) {
        Window seen = Recorder.open();
        ThreadRecorder recorder = recorder(seen);
        SideLog log = recorder == null ? null : recorder.roomForChange();
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
        SideLog log = recorder == null ? null : recorder.roomForChange();
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
        SideLog log = recorder == null ? null : recorder.roomForChange();
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
            long next, @Nullable Window seen, @Nullable ThreadRecorder recorder, @Nullable SideLog log, long ticks) {
        VALUE.setRelease(this, next);
        // Looked for under the lock: changes before the window are before all of those that are recorded.
        Window window = Recorder.open();
        if (window != seen) {
            changeIn(window, next);
        } else if (recorder != null) {
            record(recorder, log, next, ticks > lastTicks ? ticks : SideRecorder.ordered(Ticks.now(), lastTicks));
        }
    }

    /** In a window that was opened while this waited. */
    private void changeIn(@Nullable Window window, long next) {
        ThreadRecorder recorder = recorder(window);
        if (recorder != null) {
            SideLog log = recorder.roomForChange();
            record(recorder, log, next, SideRecorder.ordered(Ticks.now(), lastTicks));
        }
    }

    private void record(ThreadRecorder recorder, @Nullable SideLog log, long next, long ticks) {
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

    /** The sum, or what is nearest to it of all longs. */
    public static long sum(long a, long b) {
        long sum = a + b;
        boolean overflows = ((a ^ sum) & (b ^ sum)) < 0;
        return overflows ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    /** The difference, or what is nearest to it of all longs. */
    public static long difference(long a, long b) {
        long difference = a - b;
        boolean overflows = ((a ^ b) & (a ^ difference)) < 0;
        return overflows ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : difference;
    }
}
