package io.stepprofiler.analysis.rules;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.rules.Diagnosis.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Choice of the verdict among findings in their order of importance. */
final class Headline {
    /** Fewest steps with which a verdict counts as sure. */
    static final int ENOUGH_STEPS = 20;

    /** Least gain with which a finding that is no warning is the verdict, as a part of the step. */
    private static final double WORTH_A_HEADLINE = 0.1;

    /** Part of the gain of a symptom from which on a cause is the verdict instead. */
    private static final double HALF = 0.5;

    private Headline() {}

    /** Returns the verdict, which may be that there is no bottleneck. */
    static Verdict of(List<Finding> findings, int steps) {
        return finding(findings)
                .map(found -> of(found, steps >= ENOUGH_STEPS))
                .orElseGet(() -> noBottleneck(findings, steps));
    }

    /** Returns the finding that is the verdict; empty if none is important enough. */
    static Optional<Finding> finding(List<Finding> findings) {
        // D3: causes first, in the order of gain; a symptom or a remark only if nothing better is known.
        return first(findings, each -> isWarning(each, Role.CAUSE))
                .or(() -> first(findings, each -> isWarning(each, Role.SYMPTOM))
                        .map(symptom -> first(findings, each -> explains(each, symptom))
                                .or(() -> first(findings, each -> each.role() == Role.GOOD))
                                .orElse(symptom)))
                .or(() -> first(findings, each -> each.role() == Role.GOOD))
                .or(() -> first(findings, each -> each.severity() == Severity.WARNING))
                .or(() -> first(findings, each -> each.gainShare() >= WORTH_A_HEADLINE));
    }

    private static boolean isWarning(Finding finding, Role role) {
        return finding.severity() == Severity.WARNING && finding.role() == role;
    }

    private static boolean explains(Finding finding, Finding symptom) {
        return finding.role() == Role.CAUSE
                && finding.gainShare() > 0
                && finding.gainShare() >= HALF * symptom.gainShare();
    }

    static Verdict of(Finding found, boolean isSure) {
        return new Verdict(found.rule(), found.title(), found.sentence(), found.nextStep(), isSure);
    }

    private static Optional<Finding> first(List<Finding> findings, Predicate<Finding> which) {
        return findings.stream().filter(which).findFirst();
    }

    private static Verdict noBottleneck(List<Finding> findings, int steps) {
        String largest = findings.stream()
                .max(Comparator.comparingDouble(Finding::gainShare))
                .filter(each -> each.gainShare() > 0)
                .map(each -> "; the largest finding is " + each.title() + " with "
                        + Amount.share(each.gainShare(), "the step"))
                .orElse("");
        boolean isSure = steps >= ENOUGH_STEPS;
        return new Verdict(
                "",
                "No bottleneck found",
                "no rule reached its warning threshold in " + Amount.count(steps, "step") + largest,
                isSure ? "" : "record " + ENOUGH_STEPS + " steps to be sure",
                isSure);
    }
}
