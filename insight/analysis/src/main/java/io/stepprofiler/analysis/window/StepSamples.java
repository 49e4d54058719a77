package io.stepprofiler.analysis.window;

import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.steps.WindowWalk;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.trace.StackSamples;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Samples of the thread of the steps during them, without the profiler's own work. Samples of processor time stand
 * for running code if there are any, else samples of Java and native code. Immutable and thread-safe.
 */
public final class StepSamples {
    private final Trace trace;
    private final Set<Integer> ownWork;
    private final int[] running;
    private final int[] allocating;

    /**
     * Selects the samples of a window.
     *
     * @param walk the walk along its tracks
     */
    StepSamples(WindowWalk walk) {
        trace = walk.trace();
        StackSamples samples = trace.samples();
        boolean hasCpuTime = samples.kinds().contains(SampleKind.CPU_TIME);
        IntervalSet inSteps = IntervalSet.ofSteps(walk.steps());
        ownWork = IntStream.range(0, trace.stackCount())
                .filter(stack -> ProgramFrames.isOwnWork(trace.stack(stack)))
                .boxed()
                .collect(Collectors.toUnmodifiableSet());
        List<Integer> run = new ArrayList<>();
        List<Integer> allocate = new ArrayList<>();
        for (int i = 0; i < samples.size(); i++) {
            boolean isInside = walk.isOfSteps(samples.trackId(i))
                    && inSteps.contains(samples.nanos(i))
                    && !ownWork.contains(samples.stackId(i));
            if (samples.kind(i) == SampleKind.ALLOCATION) {
                if (isInside && isAllocation(samples, i)) {
                    allocate.add(i);
                }
            } else if (isInside && (samples.kind(i) == SampleKind.CPU_TIME) == hasCpuTime) {
                run.add(i);
            }
        }
        running = run.stream().mapToInt(Integer::intValue).toArray();
        allocating = allocate.stream().mapToInt(Integer::intValue).toArray();
    }

    /** True for a sample of allocated bytes; one without a weight only tells where its thread was. */
    static boolean isAllocation(StackSamples samples, int sample) {
        return samples.kind(sample) == SampleKind.ALLOCATION && samples.weight(sample) > 0;
    }

    /** {@return the stacks of the window that are the profiler's own work, by number} */
    public Set<Integer> ownWork() {
        return ownWork;
    }

    /**
     * Place in the code with its samples.
     *
     * @param stack the call stack, innermost frame first
     * @param count number of samples
     * @param weight sum of their weights, in nanoseconds or bytes
     */
    public record Place(List<StackTraceElement> stack, long count, long weight) {}

    /** Returns the samples of running code, ordered by time. */
    List<Integer> byTime() {
        return IntStream.of(running)
                .boxed()
                .sorted(Comparator.comparingLong(trace.samples()::nanos))
                .toList();
    }

    /** {@return the number of samples of running code} */
    public int size() {
        return running.length;
    }

    /** {@return the number of samples of allocations} */
    public int allocationSize() {
        return allocating.length;
    }

    /** {@return the estimated bytes allocated in steps, from the weights of samples} */
    public long allocatedBytes() {
        long bytes = 0;
        for (int i : allocating) {
            bytes += trace.samples().weight(i);
        }
        return bytes;
    }

    /**
     * {@return the places of running code, by decreasing time}
     *
     * @param instants selects instants of the trace, in nanoseconds
     * @param limit most places to return
     */
    public List<Place> places(LongPredicate instants, int limit) {
        return places(running, i -> instants.test(trace.samples().nanos(i)), limit);
    }

    /**
     * {@return the allocation sites, by decreasing bytes}
     *
     * @param limit most places to return
     */
    public List<Place> allocations(int limit) {
        return allocations(nanos -> true, limit);
    }

    /**
     * {@return the allocation sites at some instants, by decreasing bytes}
     *
     * @param instants selects instants of the trace, in nanoseconds
     * @param limit most places to return
     */
    public List<Place> allocations(LongPredicate instants, int limit) {
        return places(allocating, i -> instants.test(trace.samples().nanos(i)), limit);
    }

    private List<Place> places(int[] indices, IntPredicate which, int limit) {
        Map<Integer, long[]> byStack = new LinkedHashMap<>();
        StackSamples samples = trace.samples();
        for (int i : indices) {
            if (samples.stackId(i) >= 0 && which.test(i)) {
                long[] sums = byStack.computeIfAbsent(samples.stackId(i), any -> new long[2]);
                sums[0]++;
                sums[1] += samples.weight(i);
            }
        }
        return byStack.entrySet().stream()
                .sorted((one, other) -> Long.compare(other.getValue()[1], one.getValue()[1]))
                .limit(limit)
                .map(each -> new Place(trace.stack(each.getKey()), each.getValue()[0], each.getValue()[1]))
                .toList();
    }
}
