package io.stepprofiler.analysis.memory;

import io.stepprofiler.analysis.memory.MemoryChange.TimelineAction;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import java.util.AbstractList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * The life of every piece of memory of one device in a window, and what it was for: what {@code torch.profiler} calls
 * the memory timeline.
 *
 * <p>A category that was stated for a piece of memory holds. The others are inferred from what operations read and
 * wrote, by rules that follow PyTorch's, in this order:
 *
 * <ol>
 *   <li>gradient: an operation inside an event named {@code AccumulateGrad} writes into it, puts it out, or is
 *       {@code aten::detach} of it; where nothing inside was recorded, it is that event's first input and outlives it;
 *   <li>temporary: allocated and freed within one operation;
 *   <li>parameter: written into outside the backward pass after its gradient was there, or inside a scope named
 *       {@code Optimizer.step#…}, and the next gradient follows from it;
 *   <li>input: a gradient follows from it, it follows from no gradient, the backward pass did not make it;
 *   <li>activation: made from inputs and activations outside the backward pass;
 *   <li>optimizer state: allocated in {@code Optimizer.step#…} and outliving it, or updated like a parameter without a
 *       gradient following from it; what else an optimizer makes, what is made from gradients outside the backward
 *       pass, and what only updates of parameters are made from, is temporary if it is freed again, where PyTorch says
 *       nothing;
 *   <li>autograd detail: whatever else the backward pass made.
 * </ol>
 *
 * <p>An operation is part of the backward pass if it has a forward thread, or if it is inside an event named
 * {@code backward}, {@code …Backward…} or {@code autograd::engine::evaluate_function…}. Without an update in the
 * window, parameters and activations cannot be told from inputs. Memory that was there before the window is known as
 * far as something in the window touches it; its size is what the event that frees it says, or what its largest tensor
 * needs.
 *
 * <p>Takes time linear in the events. Immutable and safe on any thread; refers to the
 * trace.
 */
public final class MemoryTimeline {
    private final Trace trace;
    private final Device device;
    private final MemoryTimelineOptions options;
    private final Allocations allocations;
    private final Surroundings surroundings;
    private final TimelineRows rows;
    private final TimelineAccount account;
    private final Origins origins;
    private final MemoryMoment peak;

    private MemoryTimeline(
            Trace trace,
            Device device,
            MemoryTimelineOptions options,
            Evidence evidence,
            TimelineRows rows,
            TimelineAccount account) {
        this.trace = trace;
        this.device = device;
        this.options = options;
        // The rest of the evidence is of no use any more.
        allocations = evidence.allocations();
        surroundings = evidence.surroundings();
        this.rows = rows;
        this.account = account;
        origins = new Origins(trace, surroundings);
        peak = MemoryMoment.peak(rows, trace.start().monotonicNanos());
    }

    /**
     * {@return the timeline of a trace with the default options}
     *
     * @param trace a trace recorded with {@code recordShapes}, {@code profileMemory} and {@code withStack}
     * @throws IllegalArgumentException if it was recorded without one of them, naming those that are missing
     */
    public static MemoryTimeline of(Trace trace) {
        return of(trace, MemoryTimelineOptions.DEFAULT);
    }

    /**
     * {@return the timeline of one device}
     *
     * @param trace a trace recorded with {@code recordShapes}, {@code profileMemory} and {@code withStack}
     * @param device whose memory; one that the trace has no events of has an empty timeline
     * @throws IllegalArgumentException if it was recorded without one of them, naming those that are missing
     */
    public static MemoryTimeline of(Trace trace, Device device) {
        return of(trace, MemoryTimelineOptions.DEFAULT.withDevice(device));
    }

    /**
     * {@return the timeline of a trace}
     *
     * @param trace a trace recorded with {@code profileMemory}, and, unless the options do without inference, with
     *     {@code recordShapes} and {@code withStack}
     * @param options which device, and whether categories are inferred
     * @throws IllegalArgumentException if it was recorded without what is needed, naming what is missing
     */
    public static MemoryTimeline of(Trace trace, MemoryTimelineOptions options) {
        options.require(trace.options());
        MemoryEvents events = trace.memory();
        Device device = options.device().orElseGet(() -> usual(events));
        Surroundings surroundings = new Surroundings(trace);
        Allocations allocations = new Allocations(events);
        Operations operations = new Operations(options.inferCategories() ? surroundings.trees() : List.of());
        MadeInside made = new MadeInside(events, surroundings, operations, allocations);
        DataFlow flow = new DataFlowBuilder(allocations, operations, made).build(trace);
        Evidence evidence = new Evidence(events, surroundings, allocations, operations, made, flow);
        long withoutDevice =
                OutsideDevices.assign(allocations, flow, events.devices().size());
        Categories categories = options.inferCategories() ? Inference.all(trace, evidence) : Inference.stated(evidence);
        int index = events.devices().indexOf(device);
        TimelineRows rows =
                index < 0 ? new TimelineRows(allocations) : new RowBuilder(evidence, categories, index).build();
        return new MemoryTimeline(trace, device, options, evidence, rows, TimelineAccount.of(evidence, withoutDevice));
    }

    private static Device usual(MemoryEvents events) {
        return events.devices().contains(Device.cuda(0)) ? Device.cuda(0) : Device.CPU;
    }

    /**
     * {@return the timeline of another device of the trace, made as this one was}
     *
     * @param other whose memory
     */
    public MemoryTimeline on(Device other) {
        return of(trace, options.withDevice(other));
    }

    /** {@return the trace} */
    public Trace trace() {
        return trace;
    }

    /** {@return the device whose memory this is} */
    public Device device() {
        return device;
    }

    /**
     * {@return the changes in the order of time, those of one time in the order of {@link TimelineAction}, as a list
     * that makes each object when it is read and keeps none}
     */
    public List<MemoryChange> changes() {
        return new AbstractList<>() {
            @Override
            public MemoryChange get(int index) {
                if (index < 0 || index >= rows.size()) {
                    throw new IndexOutOfBoundsException("index " + index + " of " + rows.size());
                }
                return new MemoryChange(
                        rows.isPreexisting(index) ? trace.start().monotonicNanos() : rows.nanos(index),
                        rows.action(index),
                        allocations.address(rows.allocation(index)),
                        rows.bytes(index),
                        CategoryNumber.category(rows.before(index)),
                        CategoryNumber.category(rows.after(index)));
            }

            @Override
            public int size() {
                return rows.size();
            }
        };
    }

    /** {@return the most bytes in use at any time} */
    public long peakBytes() {
        return peak.total();
    }

    /**
     * {@return when most bytes were in use, for the first time, in nanoseconds on the clock of the trace; its start if
     * that was before the first change}
     */
    public long peakNanos() {
        return peak.nanos();
    }

    /** {@return the bytes in each category when most were in use} */
    public Map<MemoryCategory, Long> peakBytesByCategory() {
        Map<MemoryCategory, Long> bytes = new EnumMap<>(MemoryCategory.class);
        for (MemoryCategory category : CategoryNumber.all()) {
            bytes.put(category, peak.bytes(CategoryNumber.of(category)));
        }
        return bytes;
    }

    /** {@return what the memory events came to, and what of them made no sense} */
    public TimelineAccount account() {
        return account;
    }

    /**
     * {@return the bytes in each category over time, moment by moment}
     *
     * @param scale makes the times of moments of those of the trace; changes of one time are one moment
     */
    public MemoryMoments moments(MemoryMoments.TimeScale scale) {
        return new MemoryMoments(rows, scale);
    }

    /**
     * {@return the bytes in each category over time, in as few points as a chart can show} Takes two passes over the
     * changes.
     */
    public MemoryChart chart() {
        return new MemoryChart(this);
    }

    /** {@return what was going on, and what was alive, when most bytes were in use} Takes a pass over the changes. */
    public MemoryPeak peak() {
        return new MemoryPeak(this, origins);
    }

    /**
     * {@return what was allocated in the window, on any device, and is alive at its end} Takes a pass over the memory
     * events.
     */
    public LeakReport leaks() {
        return LeakReport.of(trace, origins);
    }

    TimelineRows rows() {
        return rows;
    }

    Allocations allocations() {
        return allocations;
    }

    Surroundings surroundings() {
        return surroundings;
    }

    MemoryMoment peakMoment() {
        return peak;
    }

    @Override
    public String toString() {
        return "MemoryTimeline[" + device + ", " + rows.size() + " changes, peak " + peak.total() + " bytes]";
    }

    /**
     * Account of a trace's memory events on all devices, with those that made no sense, by kind.
     *
     * @param allocated events that allocate
     * @param freed events that free
     * @param preexisting pieces of memory that were there before the window and were touched in it
     * @param outOfMemory events that tell that there was no memory
     * @param withoutSize allocations of 0 or fewer bytes; taken as 0
     * @param freedWithoutSize freed without having been allocated in the window, the size not told; taken as 0 unless a
     *     tensor tells
     * @param freedTwice freed once more; left out
     * @param allocatedTwice allocated at an address that was allocated; that one is taken as freed then
     * @param foreign foreign pieces of memory, such as buffers that tensors wrap: operations or statements name
     *     them at an address that had been freed, and nothing tells how large they are and when they end; left out, and
     *     nothing odd
     * @param withoutDevice pieces of memory that only operations name, on an unknown device; left out
     */
    public record TimelineAccount(
            long allocated,
            long freed,
            long preexisting,
            long outOfMemory,
            long withoutSize,
            long freedWithoutSize,
            long freedTwice,
            long allocatedTwice,
            long foreign,
            long withoutDevice) {
        /** {@return whether everything made sense} */
        public boolean isClean() {
            return withoutSize + freedWithoutSize + freedTwice + allocatedTwice + withoutDevice == 0;
        }

        /** {@return one line of text: what there was, then the oddities that occurred} */
        public String summary() {
            StringJoiner odd = new StringJoiner(", ", "; odd: ", "").setEmptyValue("; nothing odd");
            add(odd, "out of memory", outOfMemory);
            add(odd, "allocated without a size", withoutSize);
            add(odd, "freed, not allocated in the window, size not told", freedWithoutSize);
            add(odd, "freed twice", freedTwice);
            add(odd, "allocated twice", allocatedTwice);
            add(odd, "on an unknown device", withoutDevice);
            return allocated + " allocated, " + freed + " freed, " + preexisting + " there before"
                    + (foreign > 0 ? ", " + foreign + " of others" : "") + odd;
        }

        private static void add(StringJoiner text, String what, long count) {
            if (count > 0) {
                text.add(what + ": " + count);
            }
        }

        static TimelineAccount of(Evidence evidence, long withoutDevice) {
            Allocations allocations = evidence.allocations();
            long allocated = 0;
            long freed = 0;
            long outOfMemory = 0;
            for (int e = 0; e < evidence.events().size(); e++) {
                switch (evidence.events().action(e)) {
                    case ALLOCATE -> allocated++;
                    case FREE -> freed++;
                    case OUT_OF_MEMORY -> outOfMemory++;
                    case CATEGORIZE -> {}
                }
            }
            long preexisting = 0;
            for (int i = 0; i < allocations.size(); i++) {
                preexisting += allocations.isPreexisting(i) ? 1 : 0;
            }
            return new TimelineAccount(
                    allocated,
                    freed,
                    preexisting,
                    outOfMemory,
                    allocations.withoutSize(),
                    allocations.freedWithoutSize(),
                    allocations.freedTwice(),
                    allocations.replacedCount(),
                    allocations.categorizedFree() + allocations.foreign(),
                    withoutDevice);
        }
    }
}
