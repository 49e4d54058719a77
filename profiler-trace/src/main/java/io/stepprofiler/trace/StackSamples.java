package io.stepprofiler.trace;

import io.stepprofiler.amount.Search;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The samples of call stacks of a trace in the order of time, as columns read by index. Immutable and safe on any
 * thread.
 *
 * <p>A sample's event and step follow from its thread and its time, as with {@link MemoryEvents}.
 */
public final class StackSamples {
    private final long[] nanos;
    private final long[] trackIds;
    private final SampleKind[] kinds;
    private final int[] stackIds;
    private final long[] weights;
    private final Set<SampleKind> present;

    private StackSamples(List<StackSample> sorted) {
        int size = sorted.size();
        nanos = new long[size];
        trackIds = new long[size];
        kinds = new SampleKind[size];
        stackIds = new int[size];
        weights = new long[size];
        Set<SampleKind> met = EnumSet.noneOf(SampleKind.class);
        for (int i = 0; i < size; i++) {
            StackSample sample = sorted.get(i);
            nanos[i] = sample.nanos();
            trackIds[i] = sample.trackId();
            kinds[i] = sample.kind();
            stackIds[i] = sample.stackId();
            weights[i] = sample.weight();
            met.add(sample.kind());
        }
        present = Collections.unmodifiableSet(met);
    }

    /** Puts samples in the order of time. */
    static StackSamples of(List<StackSample> samples) {
        List<StackSample> sorted = new ArrayList<>(samples);
        sorted.sort(Comparator.comparingLong(StackSample::nanos));
        return new StackSamples(sorted);
    }

    int countBefore(long time) {
        return Search.below(time, nanos.length, this::nanos);
    }

    StackSamples slice(int first, int end) {
        return new StackSamples(
                IntStream.range(first, end).mapToObj(this::sample).toList());
    }

    /** {@return the kinds of samples that are present} */
    public Set<SampleKind> kinds() {
        return present;
    }

    /** {@return the number of samples} */
    public int size() {
        return nanos.length;
    }

    /**
     * {@return when sample {@code index} was taken, in nanoseconds on the clock of the trace}
     *
     * @param index index of the sample, 0 to {@link #size()} - 1
     */
    public long nanos(int index) {
        return nanos[index];
    }

    /**
     * {@return the id of the track of the thread of sample {@code index}}
     *
     * @param index index of the sample, 0 to {@link #size()} - 1
     */
    public long trackId(int index) {
        return trackIds[index];
    }

    /**
     * {@return the kind of sample {@code index}}
     *
     * @param index index of the sample, 0 to {@link #size()} - 1
     */
    public SampleKind kind(int index) {
        return kinds[index];
    }

    /**
     * {@return the id of the call stack of sample {@code index}, for {@link Trace#stack}; -1 if not known}
     *
     * @param index index of the sample, 0 to {@link #size()} - 1
     */
    public int stackId(int index) {
        return stackIds[index];
    }

    /**
     * {@return the amount that sample {@code index} represents: nanoseconds, or bytes for {@link
     * SampleKind#ALLOCATION}}
     *
     * @param index index of the sample, 0 to {@link #size()} - 1
     */
    public long weight(int index) {
        return weights[index];
    }

    /**
     * {@return sample {@code index} as an object}
     *
     * @param index index of the sample, 0 to {@link #size()} - 1
     */
    public StackSample sample(int index) {
        return new StackSample(nanos[index], trackIds[index], kind(index), stackIds[index], weights[index]);
    }
}
