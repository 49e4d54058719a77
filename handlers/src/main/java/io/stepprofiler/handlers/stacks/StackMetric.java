package io.stepprofiler.handlers.stacks;

import io.stepprofiler.analysis.stacktree.StackPlaces;
import io.stepprofiler.analysis.stacktree.StackTree;
import io.stepprofiler.analysis.stacktree.StackValues;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** Metric of the numbers after the stacks, as {@code metric} of {@code torch.profiler}'s {@code export_stacks}. */
public enum StackMetric {
    /**
     * Time of the events on threads without the events inside them, in microseconds: {@code self_cpu_time_total} of
     * torch. Every moment belongs to the event of its thread that began last; events that ended on another thread have
     * no self time.
     */
    SELF_CPU_TIME(1_000),
    /**
     * Time of the work on devices that an event caused, in microseconds: {@code self_cuda_time_total} of torch. Work
     * means kernels, copies, memory sets and communication, not the scopes on a stream around them. It is found by the
     * correlation id that it shares with the event, and has a separate frame inside the event's.
     */
    SELF_DEVICE_TIME(1_000),
    /** Number of events on threads, without markers, tasks and frames. */
    COUNT(1),
    /**
     * Bytes allocated on all devices, charged to the innermost event on the thread of the allocation; freed bytes are
     * not subtracted. Java objects are not included.
     */
    ALLOCATED_BYTES(1),
    /**
     * Time that samples of running threads stand for, in microseconds: samples of Java code and of native code, which
     * may also be waiting.
     */
    SAMPLED_TIME(1_000, SampleKind.JAVA, SampleKind.NATIVE),
    /** Processor time that samples of it stand for, in microseconds. */
    SAMPLED_CPU_TIME(1_000, SampleKind.CPU_TIME),
    /** Bytes of Java objects that samples of their allocation stand for. */
    SAMPLED_ALLOCATED_BYTES(1, SampleKind.ALLOCATION);

    private final long divisor;

    @SuppressWarnings("ImmutableEnumChecker") // Never changed.
    private final Set<SampleKind> kinds = EnumSet.noneOf(SampleKind.class);

    StackMetric(long divisor, SampleKind... kinds) {
        this.divisor = divisor;
        this.kinds.addAll(Arrays.asList(kinds));
    }

    /** Divisor of gathered values, nanoseconds for times, when they are written. */
    long divisor() {
        return divisor;
    }

    /** Adds the values of this metric in a trace. */
    void addTo(StackValues values, Trace trace) {
        MemoryEvents memory = trace.memory();
        switch (this) {
            case SELF_CPU_TIME -> values.addSelfTimes();
            case COUNT -> values.addCounts();
            case SELF_DEVICE_TIME -> values.addDeviceTimes();
            case ALLOCATED_BYTES -> values.addMemory(i -> memory.action(i) == MemoryAction.ALLOCATE, memory::bytes);
            case SAMPLED_TIME, SAMPLED_CPU_TIME, SAMPLED_ALLOCATED_BYTES ->
                values.addSamples(this::counts, trace.samples()::weight);
        }
    }

    /** True if the metric counts samples, not events. */
    boolean isOfSamples() {
        return !kinds.isEmpty();
    }

    /** True if the metric counts samples of a kind. */
    boolean counts(SampleKind kind) {
        return kinds.contains(kind);
    }

    /** Kind of the frames of a stack. */
    public enum StackFrames {
        /**
         * The recorded call stack of the event, and its name as the innermost frame. An event without its own stack is
         * placed inside the enclosing event. A sample has its call stack only.
         */
        CALLS,
        /**
         * The thread, the names of the enclosing events, and the event's own name; needs no recorded stacks. A sample
         * has the names of its enclosing events.
         */
        SCOPES,
        /**
         * The thread, the step, the names of the enclosing events, and inside them the recorded call stack, if there is
         * one; an event's own name is the innermost frame. The step is a step of that thread, placed inside the events
         * that began before it.
         */
        SCOPES_AND_CALLS;

        /** Sums of values of a trace in a tree whose frames are of this kind. */
        StackValues values(Trace trace, FrameTable table, StackTree tree) {
            StackPlaces places = new StackPlaces(trace, table, tree);
            return new StackValues(trace, places, new EventStacks(trace, this, places));
        }
    }
}
