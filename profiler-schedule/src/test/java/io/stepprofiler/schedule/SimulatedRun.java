package io.stepprofiler.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;

/** Run of made-up steps under {@link Schedule#auto()}; lists the windows that the schedule chose. */
final class SimulatedRun implements StepMeasurements {
    static final long MILLI = 1_000_000;
    static final long SECOND = 1000 * MILLI;

    /** Window of the schedule: its recorded steps, the number of warm-up steps, and the state of the program. */
    record Chosen(long first, long last, long warmup, Warmth warmth) {
        long steps() {
            return last - first + 1;
        }
    }

    private final LongUnaryOperator stepNanos;
    private LongUnaryOperator compileNanos = step -> 0;
    private LongUnaryOperator bytesPerStep = step -> 0;
    private LongToDoubleFunction fillPerStep = step -> 0;
    private LongPredicate free = step -> true;
    private final Schedule schedule = Schedule.auto().forRun(this);
    private final List<Chosen> windows = new ArrayList<>();
    private long step;
    private long windowBytes;
    private double windowFill;
    private final List<Double> fills = new ArrayList<>();
    private long begun = -1;
    private long warmup;

    SimulatedRun(LongUnaryOperator stepNanos) {
        this.stepNanos = stepNanos;
    }

    /** Sets the compilation time of each step. */
    SimulatedRun compiling(LongUnaryOperator nanosOfStep) {
        compileNanos = nanosOfStep;
        return this;
    }

    SimulatedRun recording(LongUnaryOperator bytesOfStep) {
        bytesPerStep = bytesOfStep;
        return this;
    }

    /** Sets the part of the memory for events that each step fills. */
    SimulatedRun filling(LongToDoubleFunction partOfStep) {
        fillPerStep = partOfStep;
        return this;
    }

    SimulatedRun freeAt(LongPredicate steps) {
        free = steps;
        return this;
    }

    /** Runs a number of steps; returns the windows so far, without one that is open. */
    List<Chosen> run(long steps) {
        for (long end = step + steps; step < end; step++) {
            enter(schedule.action(step));
            compiled += compileNanos.applyAsLong(step);
            schedule.stepEnded(step);
        }
        return windows;
    }

    private long compiled;

    private void enter(ProfilerAction action) {
        if (action == ProfilerAction.WARMUP) {
            warmup++;
        }
        if (!action.isRecording()) {
            return;
        }
        if (begun < 0) {
            begun = step;
            windowBytes = 0;
            windowFill = 0;
        }
        windowBytes += bytesPerStep.applyAsLong(step);
        windowFill += fillPerStep.applyAsDouble(step);
        if (action == ProfilerAction.RECORD_AND_SAVE) {
            windows.add(new Chosen(begun, step, warmup, schedule.warmth()));
            fills.add(windowFill);
            begun = -1;
            warmup = 0;
        }
    }

    /** Filled parts of the memory at the ends of the windows so far. */
    List<Double> fills() {
        return fills;
    }

    Schedule schedule() {
        return schedule;
    }

    /** Time from the start to the beginning of a step. */
    long nanosUntil(long end) {
        long nanos = 0;
        for (long each = 0; each < end; each++) {
            nanos += stepNanos.applyAsLong(each);
        }
        return nanos;
    }

    @Override
    public long stepNanos() {
        return stepNanos.applyAsLong(step);
    }

    @Override
    public long compileNanos() {
        return compiled;
    }

    @Override
    public long windowBytes() {
        return begun < 0 ? 0 : windowBytes;
    }

    @Override
    public double windowFill() {
        return begun < 0 ? 0 : windowFill;
    }

    @Override
    public boolean isFree() {
        return free.test(step);
    }
}
