package io.stepprofiler.jvm;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;
import io.stepprofiler.source.OperationReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts the progress reports. */
final class CountingSink implements ActivitySink {
    final Map<String, String> notes = new HashMap<>();
    int spans;
    final Map<String, Integer> operations = new HashMap<>();
    int samples;
    final List<Long> weights = new ArrayList<>();
    long lost;
    long firstStartNanos = Long.MAX_VALUE;

    @Override
    public void span(
            String lane, EventKind kind, String name, long startNanos, long durationNanos, Attributes attributes) {
        spans++;
    }

    @Override
    public void operation(
            long threadId, String threadName, OperationReport operation, long startNanos, long durationNanos) {
        operations.merge(operation.name(), 1, Integer::sum);
        firstStartNanos = Math.min(firstStartNanos, startNanos);
    }

    @Override
    public void unfinishedOperation(
            long threadId, String threadName, OperationReport operation, long startNanos, long seenNanos) {
        throw new AssertionError("nothing is told before its end");
    }

    @Override
    public void deviceSpan(
            Device device,
            int stream,
            EventKind kind,
            String name,
            long correlation,
            long start,
            long duration,
            Attributes attributes) {
        throw new AssertionError("there is no device");
    }

    @Override
    public void memory(MemoryEvent event) {
        throw new AssertionError("there are no memory events");
    }

    @Override
    public void stackSample(
            long threadId, String threadName, SampleKind kind, long nanos, List<StackTraceElement> stack, long weight) {
        samples++;
        weights.add(weight);
    }

    @Override
    public void note(String key, String value) {
        notes.put(key, value);
    }

    @Override
    public void sample(String counter, long nanos, double value) {
        samples++;
    }

    @Override
    public void lost(long count) {
        lost += Math.max(count, 0);
    }
}
