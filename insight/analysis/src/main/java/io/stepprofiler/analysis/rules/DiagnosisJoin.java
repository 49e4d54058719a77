package io.stepprofiler.analysis.rules;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.rules.Diagnosis.Verdict;
import io.stepprofiler.analysis.rules.RunDiagnosis.RunFinding;
import io.stepprofiler.analysis.rules.RunDiagnosis.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Join of the diagnoses of a run's windows with the findings about all its steps. */
final class DiagnosisJoin {
    /** Part of the time of all windows from which on a warning in only some of them is a warning of the run. */
    private static final double ENOUGH = 1.0 / 3;

    // Rules about all steps of a run, which the report checks.
    private static final String PERIODIC = "periodic-slow-steps";
    private static final String GROWING = "run-gets-slower";

    /** Finding in one window. */
    private record Member(Finding finding, Window window, double weight) {
        double gain() {
            return finding.gainShare() * weight;
        }
    }

    /** Findings of the same rule and method of the program. */
    private record Key(String rule, String method) {
        static Key of(Finding finding) {
            return new Key(
                    finding.rule(),
                    Site.ofProofs(finding.proofs())
                            .map(frame -> frame.replaceFirst("\\(.*", ""))
                            .orElse(""));
        }
    }

    private final List<Window> all;
    private final List<Window> windows;
    private final double weight;
    private final Map<Key, List<Member>> members = new LinkedHashMap<>();
    private final List<Finding> ofRun;

    DiagnosisJoin(List<Window> all, Optional<List<Finding>> ofRun) {
        this.all = all;
        this.ofRun = ofRun.orElse(List.of());
        List<Window> withSteps = all.stream()
                .filter(each -> each.steps() >= AvailableEvidence.FEWEST_STEPS)
                .toList();
        windows = withSteps.isEmpty() ? all.subList(all.size() - 1, all.size()) : withSteps;
        weight = windows.stream().mapToDouble(DiagnosisJoin::weight).sum();
        Set<String> ids = this.ofRun.stream().map(Finding::rule).collect(Collectors.toSet());
        // All steps show whether the run gets slower; in a window it may be chance.
        ofRun.ifPresent(known -> ids.add(TrendRules.SLOWER));
        List<Member> found = windows.stream()
                .flatMap(window -> window.diagnosis().findings().stream()
                        .filter(each -> !ids.contains(each.rule()))
                        .map(each -> new Member(each, window, weight(window))))
                // A finding without a method, such as for lack of samples, is one with that of a window that has it.
                .sorted(Comparator.comparing(each -> Key.of(each.finding).method.isEmpty()))
                .toList();
        found.forEach(each -> members.computeIfAbsent(key(each.finding), any -> new ArrayList<>())
                .add(each));
    }

    /** Returns the key of a finding, or the first of its rule if it has no method. */
    private Key key(Finding finding) {
        Key key = Key.of(finding);
        return members.keySet().stream()
                .filter(each -> each.rule.equals(key.rule) && key.method.isEmpty())
                .findFirst()
                .orElse(key);
    }

    private List<Member> members(Finding finding) {
        return members.getOrDefault(key(finding), List.of());
    }

    /** Returns the time of a window's steps, less the part of it that other programs disturbed. */
    private static double weight(Window window) {
        double others = window.diagnosis().findings().stream()
                .filter(each -> each.rule().equals(ProcessorRules.OTHERS))
                .mapToDouble(Finding::measure)
                .findFirst()
                .orElse(0);
        return Math.max(1, window.nanos() * (1 - Math.min(others, 1)));
    }

    RunDiagnosis diagnosis() {
        List<Finding> merged = merged();
        List<Finding> joined =
                sorted(FindingSubsumption.of(Stream.concat(
                                        merged.stream(), ofRun.stream().map(each -> withWork(each, merged)))
                                .toList())
                        .stream());
        List<Finding> heads =
                joined.stream().filter(each -> each.partOf().isEmpty()).toList();
        Optional<Finding> main = main(heads);
        List<String> reservations =
                main.map(Finding::rule).filter(ProcessorRules.OTHERS::equals).isPresent()
                        ? failures()
                        : Stream.concat(disturbance(heads), failures().stream()).toList();
        RunVerdict verdict = new RunVerdict(
                all.stream().map(Window::position).toList(),
                reservations,
                main.map(this::verdict).orElseGet(() -> noBottleneck(heads)),
                main.map(this::support).orElse(""));
        Map<String, List<Finding>> parts = joined.stream().collect(Collectors.groupingBy(Finding::partOf));
        List<RunFinding> findings = new ArrayList<>();
        for (Finding head : heads) {
            List<Finding> found = parts.remove(head.rule());
            findings.add(new RunFinding(head, members(head).size(), found == null ? List.of() : found));
        }
        return new RunDiagnosis(verdict, findings);
    }

    private static List<Finding> sorted(Stream<Finding> findings) {
        return findings.sorted(RuleSet.MOST_IMPORTANT_FIRST).toList();
    }

    /** Returns the finding of the member with the most gain, with the mean gain of the run. */
    private Finding merged(List<Member> group) {
        Member best = group.stream()
                .max(Comparator.comparingDouble(Member::gain).thenComparingDouble(Member::weight))
                .orElseThrow();
        if (windows.size() == 1) {
            return best.finding;
        }
        double warned = group.stream()
                .filter(each -> each.finding.severity() == Severity.WARNING)
                .mapToDouble(Member::weight)
                .sum();
        // A defect that costs no time, such as memory that ran out, is one however short its window was.
        boolean isDefect = best.gain() == 0 && best.finding.role() == Role.CAUSE;
        boolean isWarning = warned > 0 && (isDefect || warned >= ENOUGH * weight);
        int steps = windows.stream().mapToInt(Window::steps).sum();
        return best.finding.with(
                isWarning ? Severity.WARNING : Severity.INFORMATION,
                group.stream().mapToDouble(Member::gain).sum() / weight,
                group.stream()
                                .mapToLong(each -> each.finding.gainNanosPerStep() * each.window.steps())
                                .sum()
                        / Math.max(1, steps),
                best.finding.partOf());
    }

    /** Returns a finding about periodic slow steps with the work that they do, if a window shows it. */
    private static Finding withWork(Finding ofRun, List<Finding> merged) {
        return merged.stream()
                .filter(each -> each.rule().equals(ExtraWork.ID) && isPeriodic(ofRun))
                .findFirst()
                .map(work -> doing(ofRun, work))
                .orElse(ofRun);
    }

    private static boolean isPeriodic(Finding finding) {
        return finding.rule().equals(PERIODIC);
    }

    /** Returns true if other programs cannot cause the finding by their load. */
    static boolean isUndisturbed(Finding finding) {
        return isPeriodic(finding) || isGrowing(finding);
    }

    private static boolean isGrowing(Finding finding) {
        return finding.rule().equals(GROWING);
    }

    /** Adds the work that slow steps do, by a finding about a window. */
    private static Finding doing(Finding periodic, Finding work) {
        return new Finding(
                periodic.rule(),
                periodic.title(),
                periodic.severity(),
                periodic.role(),
                periodic.measure(),
                periodic.sentence() + "; " + ExtraWork.work(work),
                work.nextStep(),
                periodic.gainShare(),
                periodic.gainNanosPerStep(),
                Stream.concat(work.proofs().stream(), periodic.proofs().stream())
                        .toList(),
                Stream.concat(periodic.advice().stream(), work.advice().stream())
                        .distinct()
                        .toList(),
                "");
    }

    /** Returns true if other programs disturbed the windows with most of the time. */
    boolean isDisturbed() {
        return disturbance(merged()).findAny().isPresent();
    }

    private List<Finding> merged() {
        return sorted(members.values().stream().map(this::merged));
    }

    /**
     * Returns the finding that is the verdict: a warning about all steps if it is the most important finding and the
     * verdict of the windows explains less than half of it, else the verdict of the windows.
     */
    private Optional<Finding> main(List<Finding> heads) {
        List<Finding> inWindows = heads.stream().filter(each -> !isOfRun(each)).toList();
        // A finding that holds on a busy machine says more than the load, which the verdict begins with.
        Optional<Finding> ofWindows = Headline.finding(inWindows.stream()
                        .filter(each -> !each.rule().equals(ProcessorRules.OTHERS))
                        .toList())
                .filter(each -> each.severity() == Severity.WARNING || each.role() == Role.GOOD)
                .or(() -> Headline.finding(inWindows));
        double known = ofWindows
                .filter(DiagnosisJoin::isWarningOfCause)
                .map(Finding::gainShare)
                .orElse(0.0);
        return heads.stream()
                .findFirst()
                .filter(each -> isOfRun(each) && isWarningOfCause(each))
                // Each cause in a window says more than the growth.
                .filter(each -> !isGrowing(each) || inWindows.stream().noneMatch(DiagnosisJoin::isWarningOfCause))
                // A cause in a window says more than the steps that it makes slow.
                .filter(each -> known < each.gainShare() / 2)
                .or(() -> ofWindows);
    }

    private boolean isOfRun(Finding finding) {
        return ofRun.stream().anyMatch(each -> each.rule().equals(finding.rule()));
    }

    private static boolean isWarningOfCause(Finding finding) {
        return finding.severity() == Severity.WARNING && finding.role() == Role.CAUSE;
    }

    private Verdict verdict(Finding main) {
        int steps = members(main).stream().mapToInt(each -> each.window.steps()).sum();
        boolean isSureAlone =
                windows.size() == 1 && windows.get(0).diagnosis().verdict().isSure();
        return Headline.of(main, isOfRun(main) || steps >= Headline.ENOUGH_STEPS || isSureAlone);
    }

    private Verdict noBottleneck(List<Finding> heads) {
        int steps = windows.stream().mapToInt(Window::steps).sum();
        return steps < AvailableEvidence.FEWEST_STEPS
                ? windows.get(0).diagnosis().verdict()
                : Headline.of(heads.stream().filter(each -> !isOfRun(each)).toList(), steps);
    }

    /** Returns how many windows show a finding, with the range of its gain. */
    private String support(Finding main) {
        if (isOfRun(main)) {
            return "by all steps of the run";
        }
        DoubleSummaryStatistics gains = members(main).stream()
                .mapToDouble(each -> each.finding.gainShare())
                .summaryStatistics();
        if (windows.size() == 1) {
            return "";
        }
        String least = Amount.share(gains.getMin());
        String most = Amount.share(gains.getMax(), "the step");
        return "in " + gains.getCount() + " of " + windows.size() + " windows"
                + (gains.getMax() == 0 || most.startsWith(least)
                        ? ""
                        : ", with a gain of at most " + least + " to " + most);
    }

    private static Stream<String> disturbance(List<Finding> heads) {
        return heads.stream()
                .filter(each -> each.rule().equals(ProcessorRules.OTHERS) && each.severity() == Severity.WARNING)
                .map(each -> "Disturbed: " + each.sentence() + ".");
    }

    /** Returns a sentence about each failure of a source that left rules unchecked in all windows. */
    private List<String> failures() {
        Map<String, Long> byReason = new LinkedHashMap<>();
        windows.get(0).diagnosis().unchecked().stream()
                .filter(each -> windows.stream().allMatch(window -> isUnchecked(each.rule(), window)))
                .flatMap(each -> EvidenceState.failureIn(each.reason()).stream())
                .forEach(failure -> byReason.merge(failure, 1L, Long::sum));
        return byReason.entrySet().stream()
                .map(each -> "Incomplete: " + Amount.count(each.getValue(), "rule is", "rules are")
                        + " not checked, because a source failed: " + each.getKey() + ".")
                .toList();
    }

    private static boolean isUnchecked(String rule, Window window) {
        return window.diagnosis().unchecked().stream()
                .anyMatch(each -> each.rule().equals(rule));
    }
}
