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
 * Memory timeline of one device in a window, as in {@code torch.profiler}: the life of every allocation, with its
 * category.
 *
 * <p>Stated categories hold. Other categories are inferred from the reads and writes of operations, by rules that
 * follow PyTorch's, in this order:
 *
 * <ol>
 *   <li>gradient: an operation inside an event named {@code AccumulateGrad} writes into it, returns it, or is {@code
 *       aten::detach} of it; if nothing inside was recorded, it is the first input of that event and outlives the
 *       event;
 *   <li>temporary: allocated and freed within one operation;
 *   <li>parameter: written into outside the backward pass after its gradient was there, or inside a scope named
 *       {@code Optimizer.step#…}, and the next gradient follows from it;
 *   <li>input: a gradient follows from it, it follows from no gradient, the backward pass did not make it;
 *   <li>activation: made from inputs and activations outside the backward pass;
 *   <li>optimizer state: allocated in {@code Optimizer.step#…} and outliving it, or updated like a parameter without a
 *       gradient following from it; other memory that an optimizer allocates, memory made from gradients outside the
 *       backward pass, and memory used only for updates of parameters are temporary if freed again, while PyTorch
 *       assigns no category;
 *   <li>autograd detail: all other memory that the backward pass made.
 * </ol>
 *
 * <p>An operation is part of the backward pass if it has a forward thread, or if it is inside an event named {@code
 * backward}, {@code …Backward…} or {@code autograd::engine::evaluate_function…}. If the window has no update,
 * parameters and activations cannot be distinguished from inputs. Memory from before the window is known only if the
 * window touches it; its size is stated by the event that frees it, or is the need of its largest tensor.
 *
 * <p>Takes time linear in the events. Immutable and safe on any thread; keeps a reference to the trace.
 */
public final class MemoryTimeline {
    private final Trace trace;
    private final Device device;
    private final MemoryTimelineOptions options;
    private final Allocations allocations;
    private final MemoryEventContext surroundings;
    private final TimelineRows rows;
    private final TimelineAccount account;
    private final Origins origins;
    private final MemoryMoment peak;

    private MemoryTimeline(
            Trace trace,
            Device device,
            MemoryTimelineOptions options,
            CategoryEvidence evidence,
            TimelineRows rows,
            TimelineAccount account) {
        this.trace = trace;
        this.device = device;
        this.options = options;
        // The rest of the evidence is no longer needed.
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
     * @throws IllegalArgumentException if it was recorded without one of them; the message names the missing ones
     */
    public static MemoryTimeline of(Trace trace) {
        return of(trace, MemoryTimelineOptions.DEFAULT);
    }

    /**
     * {@return the timeline of a trace}
     *
     * @param trace a trace recorded with {@code profileMemory}, and, unless the options turn off inference, with {@code
     *     recordShapes} and {@code withStack}
     * @param options the device, and whether categories are inferred
     * @throws IllegalArgumentException if it was recorded without one that is needed; the message names the missing
     *     ones
     */
    public static MemoryTimeline of(Trace trace, MemoryTimelineOptions options) {
        options.require(trace.options());
        MemoryEvents events = trace.memory();
        Device device = options.device().orElseGet(() -> usual(events));
        MemoryEventContext surroundings = new MemoryEventContext(trace);
        Allocations allocations = new Allocations(events);
        Operations operations = new Operations(options.inferCategories() ? surroundings.trees() : List.of());
        MadeInside made = new MadeInside(events, surroundings, operations, allocations);
        DataFlow flow = new DataFlowBuilder(allocations, operations, made).build(trace);
        CategoryEvidence evidence = new CategoryEvidence(events, surroundings, allocations, operations, made, flow);
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
     * {@return the timeline of another device of the trace, with the same options}
     *
     * @param other the other device
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
     * {@return the changes in the order of time, changes at one time in the order of {@link TimelineAction}, as a list
     * that creates each element when it is read}
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
     * {@return the first time when most bytes were in use, in nanoseconds on the clock of the trace; the start of the
     * trace if that was before the first change}
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

    /** {@return counts of the memory events and their anomalies} */
    public TimelineAccount account() {
        return account;
    }

    /**
     * {@return the bytes in each category over time, moment by moment}
     *
     * @param scale converts times of the trace to times of moments; changes at one time are one moment
     */
    public MemoryMoments moments(MemoryMoments.TimeScale scale) {
        return new MemoryMoments(rows, scale);
    }

    /**
     * {@return the bytes in each category over time, reduced to the points that a chart can show} Takes two passes over
     * the changes.
     */
    public MemoryChart chart() {
        return new MemoryChart(this);
    }

    /**
     * {@return the open scopes and the largest allocations when most bytes were in use} Takes a pass over the changes.
     */
    public MemoryPeak peak() {
        return new MemoryPeak(this, origins);
    }

    /**
     * {@return the memory that was allocated in the window, on any device, and is alive at its end} Takes a pass over
     * the memory events.
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

    MemoryEventContext surroundings() {
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
     * Counts of a trace's memory events on all devices, and of their anomalies by kind.
     *
     * @param allocated events that allocate
     * @param freed events that free
     * @param preexisting allocations from before the window that the window touches
     * @param outOfMemory events of failed allocations
     * @param withoutSize allocations of 0 or fewer bytes; taken as 0
     * @param freedWithoutSize frees without a size, of memory that was not allocated in the window; taken as 0 unless a
     *     tensor shows the size
     * @param freedTwice frees of memory that was freed already; left out
     * @param allocatedTwice allocations at an allocated address; the earlier one is taken as freed then
     * @param foreign foreign allocations, such as buffers that tensors wrap: operations or stated categories name them
     *     at a freed address, and their sizes and ends are unknown; left out, but no anomaly
     * @param withoutDevice allocations that only operations name, on an unknown device; left out
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
        /** {@return whether nothing was inconsistent} */
        public boolean isClean() {
            return withoutSize + freedWithoutSize + freedTwice + allocatedTwice + withoutDevice == 0;
        }

        /** {@return one line of text: the counts, then the anomalies} */
        public String summary() {
            StringJoiner odd = new StringJoiner(", ", "; anomalies: ", "").setEmptyValue("; no anomalies");
            add(odd, "out of memory", outOfMemory);
            add(odd, "allocated without a size", withoutSize);
            add(odd, "freed, not allocated in the window, size unknown", freedWithoutSize);
            add(odd, "freed twice", freedTwice);
            add(odd, "allocated twice", allocatedTwice);
            add(odd, "on an unknown device", withoutDevice);
            return allocated + " allocated, " + freed + " freed, " + preexisting + " preexisting"
                    + (foreign > 0 ? ", " + foreign + " foreign" : "") + odd;
        }

        private static void add(StringJoiner text, String what, long count) {
            if (count > 0) {
                text.add(what + ": " + count);
            }
        }

        static TimelineAccount of(CategoryEvidence evidence, long withoutDevice) {
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
