package io.stepprofiler.columns;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Ledger of the memory of one device, which takes the events of a window in the order of time. */
final class MemoryLedger {
    private final MemoryColumns events;
    private final Consumer<Anomaly> odd;

    /** Last event of each address: the allocation, or -1 - event for a free. */
    private final Map<Long, Integer> last = new HashMap<>();

    private final Map<Long, MemoryCategory> stated = new HashMap<>();

    private long preexisting;

    MemoryLedger(MemoryColumns events, Consumer<Anomaly> odd) {
        this.events = events;
        this.odd = odd;
    }

    void enter(int event) {
        switch (events.action(event)) {
            case ALLOCATE -> allocate(event);
            case FREE -> free(event);
            case OUT_OF_MEMORY, CATEGORIZE -> {}
        }
        state(event);
    }

    private void allocate(int event) {
        long address = events.address(event);
        Integer before = last.put(address, event);
        if (before != null && before >= 0) {
            odd.accept(Anomaly.ALLOCATED_TWICE);
            events.counterpart(before, event);
            events.replaced(event, events.bytes(before));
        }
        stated.remove(address);
    }

    private void free(int event) {
        long address = events.address(event);
        Integer before = last.put(address, -1 - event);
        if (before == null) {
            if (events.bytes(event) == 0) {
                odd.accept(Anomaly.FREED_UNKNOWN);
            }
            preexisting -= events.bytes(event);
        } else if (before < 0) {
            odd.accept(Anomaly.FREED_TWICE);
            events.bytes(event, 0);
        } else {
            events.bytes(event, -events.bytes(before));
            events.counterpart(event, before);
            events.counterpart(before, event);
        }
        stated.remove(address);
    }

    private void state(int event) {
        MemoryCategory category = events.category(event);
        if (category != MemoryCategory.UNKNOWN && events.action(event) != MemoryAction.FREE) {
            MemoryCategory before = stated.put(events.address(event), category);
            if (before != null && before != category) {
                odd.accept(Anomaly.CATEGORY_CONFLICT);
            }
        }
    }

    /**
     * Adds up the memory in use of events that do not report it. Memory from before the window counts if it is freed in
     * it, so that the sum never falls below zero.
     */
    void addUp(Device device) {
        long inUse = preexisting;
        for (int i = 0; i < events.size(); i++) {
            if (!events.device(i).equals(device)) {
                continue;
            }
            if (events.action(i) == MemoryAction.ALLOCATE) {
                inUse += events.bytes(i) - events.replaced(i);
            } else if (events.action(i) == MemoryAction.FREE) {
                inUse += events.bytes(i);
            }
            if (events.allocated(i) < 0) {
                events.allocated(i, inUse);
            }
        }
    }
}
