package io.stepprofiler.trace;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.StepMark;
import java.util.AbstractList;
import java.util.List;

/**
 * Part of a window between two instants, as a journal keeps it.
 *
 * <p>It stands on its own: names, signatures and call stacks are numbered within it. Events that are open at its end
 * are in it, unfinished; how they end is told by a later segment of the window. {@link TraceBuilder#segment} puts
 * segments together again. Immutable; safe on any thread.
 */
public final class Segment {
    private static final long BYTES = 1000;

    private final ClockAnchor start;
    private final ClockAnchor end;
    private final SegmentCounts before;
    private final SegmentCounts after;
    private final NameTables texts;
    private final List<ThreadSegment> stretches;
    private final List<CounterTrack> counters;
    private final MemoryColumns memory;
    private final List<StepMark> steps;

    Segment(
            ClockAnchor start,
            ClockAnchor end,
            SegmentCounts before,
            SegmentCounts after,
            NameTables texts,
            List<ThreadSegment> stretches,
            List<CounterTrack> counters,
            MemoryColumns memory,
            List<StepMark> steps) {
        this.start = start;
        this.end = end;
        this.before = before;
        this.after = after;
        this.texts = texts;
        this.stretches = stretches;
        this.counters = counters;
        this.memory = memory;
        this.steps = steps;
    }

    /** {@return where it begins: where the one before it ends, or its window begins} */
    public ClockAnchor start() {
        return start;
    }

    /** {@return where it ends; nothing in it is later} */
    public ClockAnchor end() {
        return end;
    }

    /** {@return what had been counted in the window when it began} */
    public SegmentCounts before() {
        return before;
    }

    /** {@return what had been counted in the window when it ended} */
    public SegmentCounts after() {
        return after;
    }

    /** {@return what each thread did that did something} */
    public List<ThreadSegment> stretches() {
        return stretches;
    }

    /** {@return the samples of counters} */
    public List<CounterTrack> counters() {
        return counters;
    }

    /** {@return the memory events, as a list that makes each object when it is read} */
    public List<MemoryEvent> memory() {
        return new AbstractList<>() {
            @Override
            public MemoryEvent get(int index) {
                return memory.event(index);
            }

            @Override
            public int size() {
                return memory.size;
            }
        };
    }

    /** {@return the marks of the steps that ended in it, and, marked unfinished, of one that is open at its end} */
    public List<StepMark> steps() {
        return steps;
    }

    /** {@return the number of events, samples of counters and memory events} */
    public long size() {
        return stretches.stream().mapToLong(ThreadSegment::size).sum()
                + counters.stream().mapToLong(CounterTrack::size).sum()
                + memory.size;
    }

    /** {@return about how many bytes it takes, events that are read when they are needed not counted} */
    public long bytes() {
        return BYTES
                + textBytes()
                + 400L * (stackCount() + signatureCount())
                + 16L * counters.stream().mapToLong(CounterTrack::size).sum()
                + 80L * memory.size
                + stretches.stream().mapToLong(ThreadSegment::bytes).sum();
    }

    private long textBytes() {
        long bytes = 0;
        for (int i = 0; i < nameCount(); i++) {
            bytes += 100 + 2L * name(i).length();
        }
        return bytes;
    }

    /** {@return the number of names; their ids count from 0} */
    public int nameCount() {
        return texts.names().size();
    }

    /**
     * {@return the text of a name, or of an argument}
     *
     * @param nameId number of the name, 0 to {@link #nameCount()} - 1
     */
    public String name(int nameId) {
        return texts.names().value(nameId).text();
    }

    /**
     * {@return what sort of thing a name stands for}
     *
     * @param nameId number of the name, 0 to {@link #nameCount()} - 1
     */
    public EventKind kind(int nameId) {
        return texts.names().value(nameId).kind();
    }

    /**
     * {@return the type of the class of a module; empty for what is none}
     *
     * @param nameId number of the name, 0 to {@link #nameCount()} - 1
     */
    public String moduleType(int nameId) {
        return texts.names().value(nameId).type();
    }

    /** {@return the number of signatures; their ids count from 0} */
    public int signatureCount() {
        return texts.signatures().size();
    }

    /**
     * {@return what a signature id stands for}
     *
     * @param signatureId number of the signature, 0 to {@link #signatureCount()} - 1
     */
    public OpSignature signature(int signatureId) {
        return texts.signatures().value(signatureId);
    }

    /** {@return the number of call stacks; their ids count from 0} */
    public int stackCount() {
        return texts.stacks().size();
    }

    /**
     * {@return the call stack that a stack id stands for, innermost frame first}
     *
     * @param stackId number of the stack, 0 to {@link #stackCount()} - 1
     */
    public List<StackTraceElement> stack(int stackId) {
        return texts.stacks().value(stackId);
    }

    NameTables texts() {
        return texts;
    }

    MemoryColumns memoryColumns() {
        return memory;
    }
}
