package io.stepprofiler;

import io.stepprofiler.columns.StepColumn;
import io.stepprofiler.ledger.StepFlag;
import io.stepprofiler.recording.RowRing;
import io.stepprofiler.recording.StepRings;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Steps of this process: counted, measured, and reported to the capture under way.
 *
 * <p>One caller marks the steps at a time: the running profile by {@code Profile.step()}, or else the first thread that
 * opens a {@code StepScope}, by its outermost ones. Another thread takes over when that thread has ended, or has marked
 * no step for ten seconds. {@link StepMeter} has the cost of a step.
 */
final class ProcessSteps {
    private static final int SHOWN = 128;
    private static final long NANOS_A_MILLI = 1_000_000;
    private static final long SILENCE_NANOS = 10_000_000_000L;
    private static final WeakReference<Thread> NOBODY = new WeakReference<>(null);

    /** End of the first step on the clock of {@link System#nanoTime()}; valid once one is counted. */
    private static volatile long firstEndNanos;

    private static volatile boolean wanted;
    private static volatile @Nullable Host profile;
    private static volatile WeakReference<Thread> thread = NOBODY;

    /** Open {@code StepScope} of {@link #thread}. */
    private static volatile @Nullable Object outermost;

    /** True until the first {@code StepScope} of {@link #thread} has been opened. */
    private static volatile boolean isFirst;

    /** Created when steps are wanted, not in a step. */
    private static final class Measured {
        private static final StepMeter METER = new StepMeter();
    }

    private ProcessSteps() {}

    /** Counts steps of scopes, too, from now on. */
    static void want() {
        if (!wanted) {
            Measured.METER.restart(System.nanoTime());
            wanted = true;
        }
    }

    /** The last steps, and the last collectives of steps. */
    static StepRings rings() {
        return Measured.METER.rings;
    }

    /** Lets a profile mark the steps from now on. */
    static synchronized void markedBy(Host running) {
        profile = running;
        thread = NOBODY;
        outermost = null;
        Measured.METER.restart(System.nanoTime());
    }

    /** Lets other callers mark the steps after a profile has stopped. */
    static synchronized void notMarkedBy(Host stopped) {
        if (profile == stopped) {
            profile = null;
        }
    }

    /** Counts a step of the running profile that ended {@code now}. */
    static void ended(Host running, long number, long now) {
        if (profile == running) {
            count(number, now);
        } else {
            markedBy(running); // A profile without a schedule: the start of this step is unknown.
        }
    }

    private static void count(long number, long now) {
        StepMeter meter = Measured.METER;
        if (meter.rings.steps().count() == 0) {
            firstEndNanos = now;
        }
        meter.ended(number, flags(), now);
    }

    /** Notes that the next step of a profile begins {@code now}, after the profiler's work between the two. */
    static void stepBegan(Host running, long now) {
        if (profile == running) {
            Measured.METER.began(now);
        }
    }

    /** Does work of the profiler, which is no time of the step if the calling thread ends the steps. */
    static void leaveOut(Runnable work) {
        if (!wanted || !Measured.METER.isStepper()) {
            work.run();
            return;
        }
        StepMeter.Reading began = StepMeter.Reading.at(System.nanoTime());
        work.run();
        Measured.METER.leaveOut(began, System.nanoTime());
    }

    private static int flags() {
        Host running = ProcessState.host();
        Guest hearing = ProcessState.guest();
        int captured = hearing != null && hearing.isRecording() ? StepFlag.CAPTURED.bit() : 0;
        return captured | (running == null ? 0 : running.stepFlags());
    }

    /** Notes that a step was ended by several threads at once. */
    static void overlapped() {
        if (wanted) {
            Measured.METER.flag(StepFlag.OVERLAPPED.bit());
        }
    }

    /** Adds items to the batch of the present step. */
    static void batch(long items) {
        if (wanted) {
            Measured.METER.batch(items);
        }
    }

    /** Notes the begin of a wait for a batch; returns it for {@link #waitEnded}. */
    static long waitBegan() {
        return wanted ? Measured.METER.waitBegan() : StepMeter.NOT_COUNTED;
    }

    static void waitEnded(long began) {
        if (began != StepMeter.NOT_COUNTED) {
            Measured.METER.waitEnded(began);
        }
    }

    /** Collectives of the present step if the calling thread ends the steps; else null. */
    static @Nullable StepCollectives collectivesHere() {
        return wanted && Measured.METER.isStepper() ? Measured.METER.collectives : null;
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
        return outermost == null && Measured.METER.sinceNanos() > SILENCE_NANOS;
    }

    private static synchronized boolean claim(@Nullable Thread instead) {
        if (profile != null || thread.get() != instead) {
            return false;
        }
        thread = new WeakReference<>(Thread.currentThread());
        outermost = null;
        isFirst = true;
        Measured.METER.restart(System.nanoTime());
        return true;
    }

    /** Reports the beginning of a {@code StepScope} to the capture, before any of it is recorded. */
    static void began(long number) {
        Guest hearing = ProcessState.guest();
        if (hearing != null) {
            leaveOut(() -> hearing.stepBegan(null, number));
        }
    }

    /** Notes the open scope. The first step begins now: the first scope of a process loads its classes. */
    static void opened(Object scope) {
        outermost = scope;
        if (isFirst) {
            isFirst = false;
            Measured.METER.restart(System.nanoTime());
        }
    }

    /** Counts the step of an ended scope, if it is the open one. */
    static void closed(Object scope, long number) {
        if (outermost == scope) {
            outermost = null;
            count(number, System.nanoTime());
            Guest hearing = ProcessState.guest();
            if (hearing != null) {
                hearing.stepEnded(number);
            }
        }
    }

    /** Time from the start of the process to the end of its first counted step; empty before that. */
    static OptionalLong nanosToFirst() {
        if (!wanted || rings().steps().count() == 0) {
            return OptionalLong.empty();
        }
        long age = ManagementFactory.getRuntimeMXBean().getUptime() * NANOS_A_MILLI;
        return OptionalLong.of(Math.max(0, age - (System.nanoTime() - firstEndNanos)));
    }

    /** Returns the pace of the last steps. */
    static StepPace pace() {
        RowRing ring = rings().steps();
        long count = ring.count();
        long[] row = ring.newRow();
        long number = -1;
        List<Long> nanos = new ArrayList<>(SHOWN);
        for (long i = Math.max(count - SHOWN, 0); i < count; i++) {
            if (ring.read(i, row)) {
                nanos.add(StepColumn.DURATION_NANOS.of(row));
                number = StepColumn.NUMBER.of(row);
            }
        }
        return new StepPace(count, number, nanos, count == 0 ? 0 : Measured.METER.sinceNanos());
    }
}
