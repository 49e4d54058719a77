package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.MemoryCategory;

/** Whatever else the backward pass makes is a detail of it. */
final class AutogradDetailRule implements CategoryRule {
    @Override
    public void apply(Evidence evidence, Categories categories) {
        DataFlow flow = evidence.flow();
        for (int value = 0; value < flow.values(); value++) {
            if (flow.maker(value) != DataFlow.NONE && evidence.operations().is(flow.maker(value), Role.BACKWARD)) {
                categories.setValue(value, MemoryCategory.AUTOGRAD_DETAIL);
            }
        }
    }
}
