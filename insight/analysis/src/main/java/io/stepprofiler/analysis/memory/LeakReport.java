package io.stepprofiler.analysis.memory;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.document.Document;
import io.stepprofiler.document.Table;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Memory that was allocated in a window and is alive at its end, by the scopes and the call stack of its allocation.
 *
 * <p>Leaks show only over several steps. Memory that step after step allocates and keeps comes first, by bytes per
 * step; then memory that was allocated once, by bytes; last memory of the last step, which the next step may free. With
 * fewer than three steps no growth is visible.
 *
 * <p>Needs a trace recorded with {@code profileMemory}; with {@code withStack} there are call stacks. Immutable and
 * safe on any thread.
 */
public final class LeakReport {
    /** The paths of scopes and the places of allocations are long. */
    private static final int WIDTH = 220;

    private static final Comparator<RetainedMemory> WORST_FIRST = Comparator.comparing(RetainedMemory::retention)
            .thenComparing(
                    memory -> memory.retention() == Retention.GROWS ? memory.bytesPerStep() : 0,
                    Comparator.reverseOrder())
            .thenComparing(RetainedMemory::bytes, Comparator.reverseOrder());

    private final List<RetainedMemory> retained;
    private final int stepsOver;

    private LeakReport(List<RetainedMemory> retained, int stepsOver) {
        this.retained = retained;
        this.stepsOver = stepsOver;
    }

    /**
     * {@return the report of a trace}
     *
     * @param trace a trace recorded with {@code profileMemory}
     * @throws IllegalArgumentException if the trace was recorded without it
     */
    public static LeakReport of(Trace trace) {
        if (!trace.options().profileMemory()) {
            throw new IllegalArgumentException(
                    "profileMemory required for memory profiling. Turn it on in the profile.");
        }
        return of(trace, new Origins(trace, new MemoryEventContext(trace)));
    }

    static LeakReport of(Trace trace, Origins origins) {
        MemoryEvents events = trace.memory();
        OrderedSteps steps = new OrderedSteps(trace);
        Map<RetainedGroup.Key, RetainedGroup> groups = new LinkedHashMap<>();
        for (int e = 0; e < events.size(); e++) {
            if (events.action(e) == MemoryAction.ALLOCATE && events.counterpart(e) < 0) {
                RetainedGroup.Key key = new RetainedGroup.Key(events.device(e), origins.path(e), origins.stack(e));
                groups.computeIfAbsent(key, any -> new RetainedGroup())
                        .add(Math.max(events.bytes(e), 0), events.nanos(e), steps);
            }
        }
        int over = steps.overCount();
        List<RetainedMemory> retained = new ArrayList<>(groups.size());
        groups.forEach((key, group) -> retained.add(group.toRecord(key, trace, origins, steps, over)));
        retained.sort(WORST_FIRST);
        return new LeakReport(List.copyOf(retained), over);
    }

    /** {@return the retained memory, the worst first} */
    public List<RetainedMemory> retained() {
        return retained;
    }

    /** {@return the number of complete steps that another step follows, over which growth is measured} */
    public int stepsOver() {
        return stepsOver;
    }

    /** {@return the bytes allocated in the window and alive at its end} */
    public long bytes() {
        return retained.stream().mapToLong(RetainedMemory::bytes).sum();
    }

    /**
     * {@return the report as text: a line of totals and a table}
     *
     * @param limit most rows, 0 or more; -1 for all
     * @throws IllegalArgumentException if the limit is below -1
     */
    public String table(int limit) {
        if (limit < -1) {
            throw new IllegalArgumentException("limit = " + limit + " is not allowed: must be -1 (all) or more");
        }
        return new Document()
                .paragraph(Amount.bytes(bytes()) + " allocated in the window and alive at its end, in "
                        + Amount.count(retained.size(), "place") + "; growth is seen over "
                        + Amount.count(stepsOver, "step"))
                .table(Table.of(retained, limit < 0 ? retained.size() : limit)
                        .name("", memory -> memory.retention().label())
                        .figure("Bytes/step", memory -> Amount.bytes(memory.bytesPerStep()))
                        .figure("Bytes", memory -> Amount.bytes(memory.bytes()))
                        .figure("Count", memory -> Long.toString(memory.count()))
                        .name("Alive since", memory -> step(memory.firstStep()))
                        .name("Newest", memory -> step(memory.lastStep()))
                        .name("Device", memory -> memory.device().toString())
                        .path("Scopes", RetainedMemory::path)
                        .path("Allocated at", RetainedMemory::stackTop))
                .text(WIDTH);
    }

    private static String step(long number) {
        return number < 0 ? "no step" : "step " + number;
    }

    @Override
    public String toString() {
        return "LeakReport[" + retained.size() + " places, " + bytes() + " bytes]";
    }

    /**
     * Memory that was allocated in a window in one place and is alive at its end.
     *
     * @param device the device of the memory
     * @param retention pattern of its allocation over the steps
     * @param path names of the scopes it was allocated in, from the outermost to the innermost, joined by {@code ›}; empty
     *     if there were none
     * @param stack the call stack it was allocated from, innermost frame first; empty if not known
     * @param bytes its size
     * @param count number of allocations
     * @param firstStep number of the first step that allocated some of it, alive since then; -1 if no step did
     * @param lastStep number of the last step that allocated some of it; -1 if no step did
     * @param stepsGrown number of steps that are over and allocated some of it
     * @param bytesPerStep bytes allocated in the steps that are over, divided by their number; 0 if none is over. A step is
     *     over if it is complete and another one follows it
     */
    public record RetainedMemory(
            Device device,
            Retention retention,
            String path,
            List<StackTraceElement> stack,
            long bytes,
            long count,
            long firstStep,
            long lastStep,
            int stepsGrown,
            double bytesPerStep) {
        /** Copies the list. */
        public RetainedMemory {
            stack = List.copyOf(stack);
        }

        /** {@return the innermost frame of the stack; empty if it is not known} */
        public String stackTop() {
            return stack.isEmpty() ? "" : stack.get(0).toString();
        }
    }

    /** Allocation pattern of memory that is alive at the end of a window. */
    public enum Retention {
        /** Allocated in at least two, and at least half, of the steps that are over: a leak, unless the growth ends. */
        GROWS("grows"),
        /** Allocated before the last step, and not step after step. */
        STAYS("stays"),
        /** Allocated in the last step, or after it, and may be freed in the next. */
        RECENT("last step");

        private final String label;

        Retention(String label) {
            this.label = label;
        }

        /** {@return the retention in words, as tables and pages show it} */
        public String label() {
            return label;
        }
    }
}
