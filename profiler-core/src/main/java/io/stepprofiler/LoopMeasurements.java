package io.stepprofiler;

import io.stepprofiler.schedule.StepMeasurements;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Times of a profile's steps, for its schedule and for the process, and its other measurements for the schedule. */
final class LoopMeasurements implements StepMeasurements, StepParticipant {
    private static final long NANOS_A_MILLI = 1_000_000;

    private final @Nullable CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    private final Host host;
    private final Supplier<Recording> recording;
    private final BooleanSupplier isFree;
    private long beganNanos;
    private long stepNanos;

    LoopMeasurements(Host host, Supplier<Recording> recording, BooleanSupplier isFree) {
        this.host = host;
        this.recording = recording;
        this.isFree = isFree;
    }

    @Override
    public void stepEnded(long step, long now) {
        stepNanos = Math.max(0, now - beganNanos);
        // A warm-up marks no steps of the process.
        if (ProcessState.host() == host) {
            ProcessSteps.ended(host, step, now);
        }
    }

    @Override
    public void stepBegan(long step) {
        beganNanos = System.nanoTime();
        ProcessSteps.stepBegan(host, beganNanos);
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
        return recording.get().windowBytes();
    }

    @Override
    public double windowFill() {
        return recording.get().windowFill();
    }

    @Override
    public boolean isFree() {
        return isFree.getAsBoolean();
    }
}
