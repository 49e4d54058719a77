package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.MemoryCategory;

/** An input contributes to a gradient, follows from none, and is not made by the backward pass. */
final class InputRule implements CategoryRule {
    private final GradientFlow gradients;

    InputRule(GradientFlow gradients) {
        this.gradients = gradients;
    }

    @Override
    public void apply(Evidence evidence, Categories categories) {
        DataFlow flow = evidence.flow();
        for (int value = 0; value < flow.values(); value++) {
            int maker = flow.maker(value);
            boolean backward = maker != DataFlow.NONE && evidence.operations().is(maker, Role.BACKWARD);
            if (gradients.contributes(value) && !backward && !gradients.depends(flow.allocationOf(value))) {
                categories.setValue(value, MemoryCategory.INPUT);
            }
        }
    }
}
