package io.stepprofiler.jvm;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.source.ActivitySink;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Samples of allocations of one part of a window. The recorder weighs a sample by the bytes that its thread allocated
 * since its previous sample: the first one of a thread carries everything from before the window. It gets at most the
 * median weight of the other samples instead, and none if there are no others.
 */
final class AllocationSamples {
    /**
     * Sample of a thread.
     *
     * @param thread its thread
     * @param nanos its time on the clock of the trace
     * @param weight bytes since the previous sample of the thread
     * @param stack its call stack, innermost frame first
     */
    record Sample(JavaThread thread, long nanos, long weight, List<StackTraceElement> stack) {}

    private final List<Sample> samples = new ArrayList<>();

    void add(Sample sample) {
        samples.add(sample);
    }

    /**
     * Adds the samples to a trace.
     *
     * @param ends the window; samples outside only mark their threads as sampled
     * @param sampled ids of the threads that had a sample before; the threads of these samples are added
     */
    void addTo(ActivitySink sink, WindowEnds ends, Set<Long> sampled) {
        samples.sort(Comparator.comparingLong(Sample::nanos));
        Set<Sample> first = new HashSet<>();
        samples.stream().filter(each -> sampled.add(each.thread.id())).forEach(first::add);
        long[] weights = samples.stream()
                .filter(each -> !first.contains(each))
                .mapToLong(Sample::weight)
                .sorted()
                .toArray();
        long usual = Quantiles.of(weights, 0.5);
        for (Sample each : samples) {
            if (each.nanos >= ends.beganNanos() && each.nanos <= ends.endedNanos()) {
                sink.stackSample(
                        each.thread.id(),
                        each.thread.name(),
                        SampleKind.ALLOCATION,
                        each.nanos,
                        each.stack,
                        first.contains(each) ? Math.min(each.weight, usual) : each.weight);
            }
        }
    }
}
