package io.stepprofiler.handlers.chrome;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.trace.MemoryEvents;
import java.util.HashMap;
import java.util.Map;

/**
 * Stated category of each memory event: an allocation and its freeing have the category stated last while the memory
 * was allocated.
 */
final class StatedCategories {
    private record Piece(Device device, long address) {}

    private final MemoryEvents events;
    private final MemoryCategory[] categories;
    private final Map<Piece, MemoryCategory> stated = new HashMap<>();
    private final Map<Piece, Integer> allocations = new HashMap<>();

    StatedCategories(MemoryEvents events) {
        this.events = events;
        categories = new MemoryCategory[events.size()];
        for (int i = 0; i < categories.length; i++) {
            categories[i] = events.category(i);
            if (events.action(i) != MemoryAction.OUT_OF_MEMORY) {
                enter(i, new Piece(events.device(i), events.address(i)));
            }
        }
    }

    MemoryCategory of(int event) {
        return categories[event];
    }

    private void enter(int event, Piece piece) {
        if (events.action(event) == MemoryAction.ALLOCATE) {
            stated.remove(piece);
            allocations.put(piece, event);
        }
        if (categories[event] != MemoryCategory.UNKNOWN) {
            stated.put(piece, categories[event]);
            categories[allocations.getOrDefault(piece, event)] = categories[event];
        }
        if (events.action(event) == MemoryAction.FREE) {
            categories[event] = stated.getOrDefault(piece, MemoryCategory.UNKNOWN);
            stated.remove(piece);
            allocations.remove(piece);
        }
    }
}
