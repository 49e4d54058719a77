package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.MemoryCategory;

/** A temporary is allocated and freed within one operation. */
final class TemporaryRule implements CategoryRule {
    @Override
    public void apply(Evidence evidence, Categories categories) {
        MadeInside made = evidence.made();
        for (int node = 0; node < evidence.flow().nodes(); node++) {
            for (int i = made.first(node); i < made.first(node + 1); i++) {
                if (made.isFreedInside(made.allocation(i), node)) {
                    categories.setAllocation(made.allocation(i), MemoryCategory.TEMPORARY);
                }
            }
        }
    }
}
