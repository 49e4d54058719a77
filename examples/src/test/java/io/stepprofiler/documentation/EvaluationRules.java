package io.stepprofiler.documentation;

import io.stepprofiler.analysis.rules.Advice;
import io.stepprofiler.analysis.rules.Evidence;
import io.stepprofiler.analysis.rules.Figure;
import io.stepprofiler.analysis.rules.Role;
import io.stepprofiler.analysis.rules.Rule;
import io.stepprofiler.analysis.rules.RuleProvider;
import io.stepprofiler.analysis.rules.Symptom;
import io.stepprofiler.analysis.rules.Thresholds;
import io.stepprofiler.analysis.rules.WindowFacts;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The rule of a user in RULES.md, found by the service loader. */
public final class EvaluationRules implements RuleProvider {
    @Override
    public List<Rule> rules() {
        return List.of(new Rule(
                "evaluation",
                "Evaluation in steps",
                Role.CAUSE,
                Set.of(Evidence.STEPS),
                new Thresholds(0.05, 0.2),
                this::look));
    }

    private Optional<Symptom> look(WindowFacts facts) {
        long nanos = facts.steps().stream()
                .mapToLong(step -> step.phases().getOrDefault("evaluate", 0L))
                .sum();
        Figure figure = facts.ofStep(nanos);
        return Optional.of(new Symptom(
                figure,
                "evaluation takes " + figure.text(),
                "evaluate every n steps",
                nanos,
                List.of(),
                List.of(Advice.of("if (step % 100 == 0) { evaluate(); }"))));
    }
}
