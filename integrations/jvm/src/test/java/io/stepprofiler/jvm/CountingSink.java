package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.SpanReport;
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
    public void span(SpanReport span) {
        assertThat(span.isUnfinished()).isFalse();
        switch (span.place()) {
            case LANE -> spans++;
            case THREAD -> {
                operations.merge(span.name(), 1, Integer::sum);
                firstStartNanos = Math.min(firstStartNanos, span.startNanos());
            }
            case STREAM -> throw new AssertionError("there is no device");
        }
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
