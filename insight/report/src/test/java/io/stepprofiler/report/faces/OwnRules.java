package io.stepprofiler.report.faces;

import io.stepprofiler.analysis.rules.Role;
import io.stepprofiler.analysis.rules.Rule;
import io.stepprofiler.analysis.rules.RuleProvider;
import io.stepprofiler.analysis.rules.Thresholds;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rules of a user, found by the service loader. */
public final class OwnRules implements RuleProvider {
    /** For the service loader. */
    public OwnRules() {}

    @Override
    public List<Rule> rules() {
        return List.of(new Rule(
                "own-rule", "Own rule", Role.REMARK, Set.of(), new Thresholds(1, 2), facts -> Optional.empty()));
    }
}
