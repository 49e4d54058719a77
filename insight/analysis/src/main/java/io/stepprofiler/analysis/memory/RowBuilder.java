package io.stepprofiler.analysis.memory;

import io.stepprofiler.analysis.memory.MemoryChange.TimelineAction;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.trace.MemoryEvents;
import java.util.Arrays;

/** Builds the rows of one device: preexisting memory, then events and mutations merged by time. */
final class RowBuilder {
    private static final byte NOT_ALIVE = -1;

    private final CategoryEvidence evidence;
    private final Allocations allocations;
    private final DataFlow flow;
    private final Categories categories;
    private final int device;
    private final TimelineRows rows;

    /** The first value of each allocation, or {@link DataFlow#NONE}. */
    private final int[] firstValues;
    /** The category that each living allocation is in. */
    private final byte[] present;

    private final IntList created = new IntList();
    private final IntList mutated = new IntList();
    private final IntList destroyed = new IntList();

    RowBuilder(CategoryEvidence evidence, Categories categories, int device) {
        this.evidence = evidence;
        this.allocations = evidence.allocations();
        this.flow = evidence.flow();
        this.categories = categories;
        this.device = device;
        rows = new TimelineRows(allocations);
        firstValues = new int[allocations.size()];
        Arrays.fill(firstValues, DataFlow.NONE);
        present = new byte[allocations.size()];
        Arrays.fill(present, NOT_ALIVE);
        for (int value = flow.values() - 1; value >= 0; value--) {
            firstValues[flow.allocationOf(value)] = value;
        }
    }

    TimelineRows build() {
        for (int allocation = 0; allocation < allocations.size(); allocation++) {
            if (allocations.isPreexisting(allocation) && allocations.device(allocation) == device) {
                byte category = begin(allocation);
                rows.add(Long.MIN_VALUE, TimelineAction.PREEXISTING, allocation, category, category);
            }
        }
        MemoryEvents events = evidence.events();
        int event = 0;
        int value = nextMutation(0);
        while (event < events.size() || value < flow.values()) {
            long now = Math.min(
                    event < events.size() ? events.nanos(event) : Long.MAX_VALUE,
                    value < flow.values() ? mutationNanos(value) : Long.MAX_VALUE);
            while (event < events.size() && events.nanos(event) == now) {
                take(event++);
            }
            while (value < flow.values() && mutationNanos(value) == now) {
                mutated.add(value);
                value = nextMutation(value + 1);
            }
            addAll(now);
        }
        return rows;
    }

    /** The next value, in the order of time, that was written over an earlier one. */
    private int nextMutation(int from) {
        int value = from;
        while (value < flow.values() && (flow.before(value) == DataFlow.NONE || flow.maker(value) == DataFlow.NONE)) {
            value++;
        }
        return value;
    }

    private long mutationNanos(int value) {
        return evidence.operations().startNanos(flow.maker(value));
    }

    private void take(int event) {
        if (evidence.events().action(event) == MemoryAction.ALLOCATE) {
            int allocation = allocations.ofEvent(event);
            if (allocations.device(allocation) == device) {
                created.add(allocation);
                int replaced = allocations.replacedBy(event);
                if (replaced != Allocations.NONE && hasRows(replaced)) {
                    destroyed.add(replaced);
                }
            }
        } else if (evidence.events().action(event) == MemoryAction.FREE) {
            int allocation = allocations.ofEvent(event);
            if (allocation != Allocations.NONE && hasRows(allocation)) {
                destroyed.add(allocation);
            }
        }
    }

    /** True if the end of an allocation gets a row: memory known only by a stated category has no row for its start. */
    private boolean hasRows(int allocation) {
        int allocatedBy = allocations.allocatedBy(allocation);
        return allocations.device(allocation) == device
                && (allocatedBy == Allocations.NONE || evidence.events().action(allocatedBy) == MemoryAction.ALLOCATE);
    }

    private void addAll(long now) {
        for (int i = 0; i < created.size(); i++) {
            byte category = begin(created.get(i));
            rows.add(now, TimelineAction.CREATE, created.get(i), category, category);
        }
        for (int i = 0; i < mutated.size(); i++) {
            mutate(now, mutated.get(i));
        }
        for (int i = 0; i < destroyed.size(); i++) {
            int allocation = destroyed.get(i);
            byte category = present[allocation];
            rows.add(now, TimelineAction.DESTROY, allocation, category, category);
            present[allocation] = NOT_ALIVE;
        }
        created.clear();
        mutated.clear();
        destroyed.clear();
    }

    private byte begin(int allocation) {
        int value = firstValues[allocation];
        present[allocation] = CategoryNumber.of(
                value == DataFlow.NONE ? categories.ofAllocation(allocation) : categories.ofValue(value));
        return present[allocation];
    }

    private void mutate(long now, int value) {
        int allocation = flow.allocationOf(value);
        // Operations on two threads may touch it out of order, before its allocation or after its end.
        if (present[allocation] != NOT_ALIVE) {
            byte category = CategoryNumber.of(categories.ofValue(value));
            rows.add(now, TimelineAction.INCREMENT_VERSION, allocation, present[allocation], category);
            present[allocation] = category;
        }
    }
}
