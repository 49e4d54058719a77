package io.stepprofiler.cuda;

import io.stepprofiler.clock.TickReading;
import io.stepprofiler.nativeaccess.cuda.CudaMetrics;
import io.stepprofiler.nativeaccess.cuda.DeviceMetrics;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import java.lang.ref.Cleaner;
import java.util.List;

/** Recording of a window in which the devices count metrics; wraps the recording of its activity. */
final class MetricRecording implements ActivityRecording {
    /** Maximum number of steps of a window that have values. */
    static final int MAX_STEPS = 64;

    /** Maximum number of kernels of a window, as in Kineto; CUPTI itself allows some 2000. */
    static final int MAX_KERNELS = 1500;

    private static final Cleaner CLEANER = Cleaner.create();

    private final ActivityRecording recording;
    private final CudaMetrics metrics;
    private final MetricRanges ranges;
    private final Cleaner.Cleanable memory;

    private MetricRecording(ActivityRecording recording, CudaMetrics metrics, MetricRanges ranges) {
        this.recording = recording;
        this.metrics = metrics;
        this.ranges = ranges;
        // A discarded window is never collected.
        memory = CLEANER.register(this, metrics::release);
    }

    /** Begins to count if possible; otherwise the trace gets a note of the reason. */
    static MetricRecording start(
            ActivityRecording recording, List<String> names, boolean perKernel, KernelLog kernels) {
        List<String> counted = MetricNames.counted(names);
        CudaMetrics metrics = CudaMetrics.open(counted, perKernel, perKernel ? MAX_KERNELS : MAX_STEPS);
        long began = System.nanoTime();
        MetricRanges ranges = perKernel
                ? new KernelRanges(counted, began, MAX_KERNELS, kernels)
                : new StepRanges(counted, began, metrics::next);
        return new MetricRecording(recording, metrics, ranges);
    }

    @Override
    public void stepBegan(long step) {
        ranges.stepBegan(step);
        recording.stepBegan(step);
    }

    @Override
    public void stop() {
        metrics.stop();
        ranges.end(System.nanoTime());
        recording.stop();
    }

    @Override
    public void clockRead(TickReading reading) {
        recording.clockRead(reading);
    }

    @Override
    public boolean hasStopped() {
        return recording.hasStopped();
    }

    @Override
    public boolean isPieceDue() {
        return recording.isPieceDue();
    }

    @Override
    public double filledPart() {
        return recording.filledPart();
    }

    @Override
    public boolean isFillingUp() {
        return recording.isFillingUp();
    }

    @Override
    public void collectSoFar(ActivitySink sink) {
        recording.collectSoFar(sink);
    }

    @Override
    public void collect(ActivitySink sink) {
        try {
            recording.collect(sink);
            List<DeviceMetrics> devices = metrics.collect();
            devices.forEach(device -> ranges.report(device, sink));
            sink.note(MetricNotes.KEY, MetricNotes.of(metrics.reason(), devices, ranges.notes()));
        } finally {
            memory.clean();
        }
    }
}
