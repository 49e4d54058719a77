package io.stepprofiler.analysis.memory;

import io.stepprofiler.trace.Trace;
import java.util.List;

/** Applies the rules in the order of PyTorch's memory profiler, which decides where several would fit. */
final class Inference {
    private Inference() {}

    static Categories stated(Evidence evidence) {
        Categories categories =
                new Categories(evidence.flow(), evidence.allocations().size());
        new StatedRule().apply(evidence, categories);
        return categories;
    }

    static Categories all(Trace trace, Evidence evidence) {
        Categories categories = stated(evidence);
        new GradientRule(trace).apply(evidence, categories);
        new TemporaryRule().apply(evidence, categories);
        GradientFlow gradients = new GradientFlow(evidence, categories);
        List<CategoryRule> rules = List.of(
                new ParameterRule(gradients),
                new InputRule(gradients),
                new ActivationRule(),
                new OptimizerRule(gradients),
                new UpdateRule(),
                new AutogradDetailRule());
        rules.forEach(rule -> rule.apply(evidence, categories));
        return categories;
    }
}
