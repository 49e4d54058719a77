package io.stepprofiler.analysis.rules;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Result of checking a window by rules.
 *
 * @param verdict the most important result
 * @param findings the findings: warnings first, in each severity by decreasing possible gain
 * @param fine titles of the rules that were checked and found nothing
 * @param unchecked the rules that could not be checked
 */
public record Diagnosis(Verdict verdict, List<Finding> findings, List<String> fine, List<Unchecked> unchecked) {
    /**
     * Copies the lists.
     *
     * @param verdict the most important result
     * @param findings the findings
     * @param fine titles of the rules that found nothing
     * @param unchecked the rules that could not be checked
     */
    public Diagnosis {
        findings = List.copyOf(findings);
        fine = List.copyOf(fine);
        unchecked = List.copyOf(unchecked);
    }

    /**
     * {@return this diagnosis with findings about the whole run of the window} The first of them is the verdict if it is
     * a warning, no finding about the window is more important, and the verdict of the window explains less than half of
     * it; the work that slow steps of the window do is part of its sentence.
     *
     * @param ofRun findings of {@link RunRules}; each replaces a finding of the same rule
     */
    public Diagnosis withRun(List<Finding> ofRun) {
        Set<String> replaced = ofRun.stream().map(Finding::rule).collect(Collectors.toSet());
        Optional<Finding> extraWork = findings.stream()
                .filter(each -> each.rule().equals(ExtraWork.ID))
                .findFirst();
        List<Finding> all = Stream.concat(
                        findings.stream().filter(each -> !replaced.contains(each.rule())),
                        ofRun.stream()
                                .map(each -> extraWork
                                        .filter(work -> each.rule().equals(RunRules.PERIODIC.id()))
                                        .map(each::doing)
                                        .orElse(each)))
                .sorted(RuleSet.MOST_IMPORTANT_FIRST)
                .toList();
        double known = findings.stream()
                .filter(each -> each.rule().equals(verdict.rule()) && isWarningOfCause(each))
                .mapToDouble(Finding::gainShare)
                .max()
                .orElse(0);
        Verdict main = all.stream()
                .findFirst()
                .filter(each -> replaced.contains(each.rule()) && isWarningOfCause(each))
                // A cause in the window says more than the distance of the slow steps.
                .filter(each -> known < each.gainShare() / 2)
                .map(each -> new Verdict(each.rule(), each.title(), each.sentence(), each.nextStep(), true))
                .orElse(verdict);
        return new Diagnosis(main, all, fine, unchecked);
    }

    private static boolean isWarningOfCause(Finding finding) {
        return finding.severity() == Severity.WARNING && finding.role() == Role.CAUSE;
    }

    /**
     * A rule that could not be checked.
     *
     * @param rule id of the rule
     * @param title name of the rule for people
     * @param reason missing evidence, or the failure
     * @param turnOn options to turn on, as written in code or on the command line; empty if none helps
     */
    public record Unchecked(String rule, String title, String reason, String turnOn) {}

    /**
     * Main result of a window: one sentence with one figure, and one next step.
     *
     * @param rule id of the rule whose finding it is; empty if there is none
     * @param title name for people, such as {@code Input-bound}
     * @param sentence one sentence without a full stop
     * @param nextStep what to do next, in a few words; empty if there is nothing to do
     * @param isSure whether there are enough steps to rely on it
     */
    public record Verdict(String rule, String title, String sentence, String nextStep, boolean isSure) {}
}
