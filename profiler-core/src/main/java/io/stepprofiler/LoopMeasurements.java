package io.stepprofiler;

import io.stepprofiler.schedule.StepMeasurements;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Measurements of a profile's steps for its schedule. Steps begin and end on one thread at a time. */
final class LoopMeasurements implements StepMeasurements {
    private static final long NANOS_A_MILLI = 1_000_000;

    private final @Nullable CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    private final LongSupplier windowBytes;
    private final DoubleSupplier windowFill;
    private final BooleanSupplier isFree;
    private long beganNanos;
    private long stepNanos;

    LoopMeasurements(LongSupplier windowBytes, DoubleSupplier windowFill, BooleanSupplier isFree) {
        this.windowBytes = windowBytes;
        this.windowFill = windowFill;
        this.isFree = isFree;
    }

    /** Begins a step, after the profiler's work between two steps. */
    void stepBegan(long now) {
        beganNanos = now;
    }

    /** Ends the step. */
    void stepEnded(long now) {
        stepNanos = Math.max(0, now - beganNanos);
    }

    @Override
    public long stepNanos() {
        return stepNanos;
    }

    @Override
    public long compileNanos() {
        return compiler != null && compiler.isCompilationTimeMonitoringSupported()
                ? compiler.getTotalCompilationTime() * NANOS_A_MILLI
                : 0;
    }

    @Override
    public long windowBytes() {
        return windowBytes.getAsLong();
    }

    @Override
    public double windowFill() {
        return windowFill.getAsDouble();
    }

    @Override
    public boolean isFree() {
        return isFree.getAsBoolean();
    }
}
