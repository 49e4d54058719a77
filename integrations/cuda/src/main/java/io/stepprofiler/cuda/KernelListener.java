package io.stepprofiler.cuda;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;
import io.stepprofiler.source.OperationReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A sink that remembers the kernels that are told to another one. */
final class KernelListener implements ActivitySink {
    /** A kernel with its times. */
    record Kernel(String name, long start, long end) {}

    /** Of a device; further ones are not remembered. */
    private static final int MAX_KERNELS = 1 << 16;

    private final ActivitySink sink;
    private final Map<Integer, List<Kernel>> byDevice;

    KernelListener(ActivitySink sink, Map<Integer, List<Kernel>> byDevice) {
        this.sink = sink;
        this.byDevice = byDevice;
    }

    @Override
    public void deviceSpan(
            Device device,
            int stream,
            EventKind kind,
            String name,
            long correlation,
            long startNanos,
            long durationNanos,
            Attributes attributes) {
        if (kind == EventKind.KERNEL || kind == EventKind.COMMUNICATION) {
            List<Kernel> kernels = byDevice.computeIfAbsent(device.index(), any -> new ArrayList<>());
            if (kernels.size() < MAX_KERNELS) {
                kernels.add(new Kernel(name, startNanos, startNanos + durationNanos));
            }
        }
        sink.deviceSpan(device, stream, kind, name, correlation, startNanos, durationNanos, attributes);
    }

    @Override
    public void span(
            String lane, EventKind kind, String name, long startNanos, long durationNanos, Attributes attributes) {
        sink.span(lane, kind, name, startNanos, durationNanos, attributes);
    }

    @Override
    public void operation(
            long threadId, String threadName, OperationReport operation, long startNanos, long durationNanos) {
        sink.operation(threadId, threadName, operation, startNanos, durationNanos);
    }

    @Override
    public void unfinishedOperation(
            long threadId, String threadName, OperationReport operation, long startNanos, long seenNanos) {
        sink.unfinishedOperation(threadId, threadName, operation, startNanos, seenNanos);
    }

    @Override
    public void memory(MemoryEvent event) {
        sink.memory(event);
    }

    @Override
    public void stackSample(
            long threadId, String threadName, SampleKind kind, long nanos, List<StackTraceElement> stack, long weight) {
        sink.stackSample(threadId, threadName, kind, nanos, stack, weight);
    }

    @Override
    public void note(String key, String value) {
        sink.note(key, value);
    }

    @Override
    public void sample(String counter, long nanos, double value) {
        sink.sample(counter, nanos, value);
    }

    @Override
    public void stepsNotSampled(long count) {
        sink.stepsNotSampled(count);
    }

    @Override
    public void lost(long count) {
        sink.lost(count);
    }
}
