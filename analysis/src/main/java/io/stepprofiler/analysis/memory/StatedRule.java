package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.trace.MemoryEvents;

/** Rule of stated categories: they hold for the whole life of an allocation; of two statements the later one counts. */
final class StatedRule implements CategoryRule {
    @Override
    public void apply(Evidence evidence, Categories categories) {
        MemoryEvents events = evidence.events();
        for (int e = 0; e < events.size(); e++) {
            MemoryCategory category = events.category(e);
            int allocation = evidence.allocations().ofEvent(e);
            if (category != MemoryCategory.UNKNOWN
                    && allocation != Allocations.NONE
                    && events.action(e) != MemoryAction.FREE) {
                categories.state(allocation, category);
            }
        }
    }
}
