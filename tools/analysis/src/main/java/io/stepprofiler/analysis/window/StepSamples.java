package io.stepprofiler.analysis.window;

import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.nesting.InnermostEvents;
import io.stepprofiler.nesting.OpenEvents;
import io.stepprofiler.trace.StackSamples;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;

/**
 * The samples that were taken on the threads of steps while the steps went on. Those of running code are of processor
 * time if there are any, else of Java and native code. Immutable and safe on any thread.
 */
public final class StepSamples {
    private final Trace trace;
    private final int[] running;
    private final int[] allocating;

    /**
     * Those of a window.
     *
     * @param trace the window
     * @param steps its steps
     */
    public StepSamples(Trace trace, List<StepMark> steps) {
        this.trace = trace;
        StackSamples samples = trace.samples();
        boolean hasCpuTime = samples.kinds().contains(SampleKind.CPU_TIME);
        Map<Long, InnermostEvents> byThread = new HashMap<>();
        steps.stream()
                .sorted(StepMark.PARENTS_FIRST)
                .collect(Collectors.groupingBy(StepMark::trackId))
                .forEach((thread, own) -> byThread.put(
                        thread,
                        new InnermostEvents(
                                own.stream().mapToLong(StepMark::startNanos).toArray(),
                                own.stream()
                                        .mapToLong(step -> step.startNanos() + step.durationNanos())
                                        .toArray())));
        List<Integer> run = new ArrayList<>();
        List<Integer> allocate = new ArrayList<>();
        for (int i = 0; i < samples.size(); i++) {
            InnermostEvents own = byThread.get(samples.trackId(i));
            boolean isInside = own != null && own.at(samples.nanos(i)) != OpenEvents.NONE;
            if (isInside && samples.kind(i) == SampleKind.ALLOCATION) {
                allocate.add(i);
            } else if (isInside && (samples.kind(i) == SampleKind.CPU_TIME) == hasCpuTime) {
                run.add(i);
            }
        }
        running = run.stream().mapToInt(Integer::intValue).toArray();
        allocating = allocate.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * One place in the code and what samples say of it.
     *
     * @param stack the call stack, innermost frame first
     * @param count number of samples
     * @param weight what they stand for: nanoseconds or bytes
     */
    public record Place(List<StackTraceElement> stack, long count, long weight) {}

    /** {@return the number of samples of running code} */
    public int size() {
        return running.length;
    }

    /** {@return the number of samples of allocations} */
    public int allocationSize() {
        return allocating.length;
    }

    /** {@return the bytes that the samples of allocations stand for} */
    public long allocatedBytes() {
        long bytes = 0;
        for (int i : allocating) {
            bytes += trace.samples().weight(i);
        }
        return bytes;
    }

    /**
     * {@return the places of samples of running code, those that stand for the most time first}
     *
     * @param instants whether an instant of the trace, in nanoseconds, counts
     * @param limit how many at most
     */
    public List<Place> places(LongPredicate instants, int limit) {
        return places(running, i -> instants.test(trace.samples().nanos(i)), limit);
    }

    /**
     * {@return the places where objects are allocated, those with the most bytes first}
     *
     * @param limit how many at most
     */
    public List<Place> allocations(int limit) {
        return places(allocating, i -> true, limit);
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
