package io.stepprofiler.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.analysis.rules.Diagnosis.Unchecked;
import io.stepprofiler.analysis.rules.Diagnosis.Verdict;
import io.stepprofiler.analysis.rules.RunDiagnosis.RunFinding;
import io.stepprofiler.analysis.rules.RunDiagnosis.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Joins of the diagnoses of windows with findings about the whole run. */
class RunDiagnosisTest {
    private static final Finding PERIODIC =
            finding("periodic-slow-steps", Severity.WARNING, Role.CAUSE, 0.5, "every 20th step is slow");

    private static Finding finding(String rule, Severity severity, Role role, double gain, String sentence) {
        return new Finding(
                rule,
                rule,
                severity,
                role,
                gain,
                sentence,
                "next of " + rule,
                gain,
                (long) (1_000_000 * gain),
                List.of(),
                List.of(),
                "");
    }

    private static Finding warning(String rule, double gain) {
        return finding(rule, Severity.WARNING, Role.CAUSE, gain, rule + " takes time");
    }

    private static Finding at(String rule, double gain, String frame) {
        Finding plain = warning(rule, gain);
        return new Finding(
                rule,
                rule,
                plain.severity(),
                plain.role(),
                plain.measure(),
                plain.sentence(),
                plain.nextStep(),
                gain,
                plain.gainNanosPerStep(),
                List.of(new Proof("a wait", 1, 0, 5, List.of(frame))),
                List.of(),
                "");
    }

    private static Window window(int position, int steps, long nanos, Finding... findings) {
        List<Finding> sorted =
                Stream.of(findings).sorted(RuleSet.MOST_IMPORTANT_FIRST).toList();
        Verdict verdict = sorted.stream()
                .findFirst()
                .map(first -> Headline.of(first, true))
                .orElse(new Verdict("", "No bottleneck found", "", "", true));
        return new Window(position, new Diagnosis(verdict, sorted, List.of("a rule"), List.of()), steps, nanos);
    }

    private static RunDiagnosis join(List<Finding> ofRun, Window... windows) {
        return RunDiagnosis.of(List.of(windows), Optional.of(ofRun));
    }

    private static RunDiagnosis alone(List<Finding> ofRun, Finding... findings) {
        return join(ofRun, window(0, 40, 1000, findings));
    }

    private static Verdict verdict(RunDiagnosis diagnosis) {
        return diagnosis.verdict().verdict();
    }

    private static List<Finding> findings(RunDiagnosis diagnosis) {
        return diagnosis.findings().stream().map(RunFinding::finding).toList();
    }

    /** Each window is rule:gain:nanos, with the rule - for a window without a finding. */
    @ParameterizedTest
    @CsvSource({
        "a:0.4:1000 b:0.1:1000, a, in 1 of 2 windows",
        "b:0.1:1000 a:0.4:1000, a, in 1 of 2 windows",
        "a:0.4:1000 b:0.3:9000, b, in 1 of 2 windows",
        "a:0.4:1000 a:0.2:1000, a, 'in 2 of 2 windows, with a gain of at most 20.0 % to 40.0 % of the step'",
        "a:0.3:1000 a:0.3:1000, a, in 2 of 2 windows",
        "a:0.4:1000 b:0.3:1000 b:0.3:1000, b, in 2 of 3 windows",
        "a:0.4:1000 -:0:1000, a, in 1 of 2 windows",
        "a:0.4:1000 -:0:1000 -:0:1000 -:0:1000, a, in 1 of 4 windows",
        "a:0.2:1000 -:0:1000 -:0:1000 -:0:1000, '', ''",
        "-:0:1000 -:0:1000, '', ''",
        "a:0.4:1000, a, ''",
    })
    void verdict_ofSeveralWindows_isTheCauseWithTheMostTimeInAll(String windows, String rule, String support) {
        List<Window> all = new ArrayList<>();
        for (String each : windows.split(" ", -1)) {
            String[] parts = each.split(":", -1);
            Finding[] found = parts[0].equals("-")
                    ? new Finding[0]
                    : new Finding[] {warning(parts[0], Double.parseDouble(parts[1]))};
            all.add(window(all.size(), 40, Long.parseLong(parts[2]), found));
        }
        RunDiagnosis joined = RunDiagnosis.of(all, Optional.empty());
        assertThat(verdict(joined).rule()).isEqualTo(rule);
        assertThat(joined.verdict().support()).isEqualTo(support);
        assertThat(joined.verdict().windows()).hasSize(all.size());
    }

    @Test
    void verdict_thatIsSecondInEachWindow_canBeTheFirstOfTheRun() {
        RunDiagnosis joined = join(
                List.of(),
                window(0, 40, 1000, warning("a", 0.4), warning("b", 0.3)),
                window(1, 40, 1000, warning("c", 0.4), warning("b", 0.3)));
        assertThat(verdict(joined).rule()).isEqualTo("b");
        assertThat(joined.findings())
                .extracting(each -> each.finding().rule() + " " + each.windows())
                .containsExactly("b 2", "a 1", "c 1");
    }

    @Test
    void gain_ofARun_isTheMeanOverTheTimeOfAllItsWindows() {
        RunDiagnosis joined = join(
                List.of(),
                window(0, 10, 1000, warning("a", 0.4)),
                window(1, 30, 2000, warning("a", 0.1)),
                window(2, 10, 1000));
        assertThat(findings(joined)).singleElement().satisfies(found -> {
            assertThat(found.gainShare()).isCloseTo((0.4 * 1000 + 0.1 * 2000) / 4000, within(1e-9));
            assertThat(found.gainNanosPerStep()).isEqualTo((400_000 * 10 + 100_000 * 30) / 50);
        });
    }

    @Test
    void findings_ofOneRuleInOtherMethods_areTwoCauses() {
        RunDiagnosis joined = join(
                List.of(),
                window(0, 40, 1000, at("sleeping", 0.3, "app.A.pause(A.java:7)")),
                window(1, 40, 1000, at("sleeping", 0.3, "app.A.pause(A.java:9)")),
                window(2, 40, 1000, at("sleeping", 0.4, "app.B.rest(B.java:3)")));
        assertThat(joined.verdict().support()).isEqualTo("in 2 of 3 windows");
        assertThat(joined.findings()).extracting(RunFinding::windows).containsExactly(2, 1);
    }

    @Test
    void verdict_ofFewStepsInEachWindow_isSureIfTheyAreEnoughTogether() {
        Finding found = warning("a", 0.4);
        assertThat(verdict(join(List.of(), window(0, 12, 1000, found), window(1, 12, 1000, found)))
                        .isSure())
                .isTrue();
        assertThat(verdict(join(List.of(), window(0, 12, 1000, found), window(1, 12, 1000)))
                        .isSure())
                .isFalse();
    }

    @Test
    void window_withoutSteps_saysNothingAboutTheRun() {
        Window cut = new Window(
                1,
                new Diagnosis(
                        new Verdict("", "Too few steps", "0 complete steps", "", false),
                        List.of(),
                        List.of(),
                        List.of()),
                0,
                0);
        RunDiagnosis joined = join(List.of(), window(0, 40, 1000, warning("a", 0.4)), cut);
        assertThat(verdict(joined).rule()).isEqualTo("a");
        assertThat(joined.verdict().support()).isEmpty();
        assertThat(verdict(join(List.of(), cut)).title()).isEqualTo("Too few steps");
    }

    @Test
    void defect_thatCostsNoTime_isAWarningInHoweverShortAWindow() {
        RunDiagnosis joined = join(
                List.of(),
                window(0, 40, 100, warning("device-out-of-memory", 0)),
                window(1, 40, 9000),
                window(2, 40, 9000));
        assertThat(verdict(joined).rule()).isEqualTo("device-out-of-memory");
    }

    @Test
    void disturbedWindow_weighsLess() {
        Finding others = finding("other-processes", Severity.WARNING, Role.REMARK, 0.8, "other programs use 80 %");
        Finding noGain = new Finding(
                others.rule(),
                others.title(),
                others.severity(),
                others.role(),
                0.8,
                others.sentence(),
                "",
                0,
                0,
                List.of(),
                List.of(),
                "");
        RunDiagnosis joined =
                join(List.of(), window(0, 40, 1000, warning("a", 0.2)), window(1, 40, 1000, warning("b", 0.4), noGain));
        assertThat(verdict(joined).rule()).isEqualTo("a");
        assertThat(joined.verdict().reservations()).isEmpty();
        RunDiagnosis allDisturbed = join(List.of(), window(0, 40, 1000, warning("b", 0.4), noGain));
        assertThat(verdict(allDisturbed).rule()).isEqualTo("b");
        assertThat(allDisturbed.verdict().reservations()).containsExactly("Disturbed: other programs use 80 %.");
        RunDiagnosis onlyDisturbed = join(List.of(), window(0, 40, 1000, noGain));
        assertThat(verdict(onlyDisturbed).rule()).isEqualTo("other-processes");
        assertThat(onlyDisturbed.verdict().reservations()).isEmpty();
        Finding good = finding("compute-bound", Severity.INFORMATION, Role.GOOD, 0, "95 % of the step computes");
        RunDiagnosis computing = join(List.of(), window(0, 40, 1000, noGain, good));
        assertThat(verdict(computing).rule()).isEqualTo("compute-bound");
        assertThat(computing.verdict().reservations()).containsExactly("Disturbed: other programs use 80 %.");
        Finding small = finding("cpu-oversubscribed", Severity.INFORMATION, Role.CAUSE, 0.15, "it waits");
        assertThat(verdict(join(List.of(), window(0, 40, 1000, noGain, small))).rule())
                .isEqualTo("other-processes");
    }

    @Test
    void slowSteps_onABusyMachine_areNoFindingUnlessTheLoadCannotExplainThem() {
        Finding start = warning("slow-start", 0.4);
        Finding growth = warning("run-gets-slower", 0.4);
        List<Finding> ofRun = List.of(start, growth, PERIODIC);
        Finding others = finding("other-processes", Severity.WARNING, Role.REMARK, 0, "other programs use 80 %");
        assertThat(RunDiagnosis.undisturbed(List.of(window(0, 40, 1000)), ofRun))
                .isEqualTo(ofRun);
        assertThat(RunDiagnosis.undisturbed(List.of(window(0, 40, 1000, others)), ofRun))
                .containsExactly(growth, PERIODIC);
        assertThat(verdict(alone(List.of(start))).rule()).isEqualTo("slow-start");
    }

    @Test
    void finding_withoutAMethodInOneWindow_isOneWithItsMethodInAnother() {
        RunDiagnosis joined = join(
                List.of(),
                window(0, 40, 1000, warning("sleeping", 0.4)),
                window(1, 40, 1000, at("sleeping", 0.3, "app.A.pause(A.java:7)")));
        assertThat(joined.findings()).extracting(RunFinding::windows).containsExactly(2);
        assertThat(joined.verdict().support()).startsWith("in 2 of 2 windows");
    }

    @Test
    void failedSource_inAllWindows_isSaidFirst() {
        Unchecked failed = new Unchecked(
                "sleeping", "Sleeping", "not recorded, because its source failed (no answer (PT5S)): waits", "");
        Unchecked off = new Unchecked("memory-grows", "Memory", "not recorded: memory", "memory=true");
        Window first = new Window(
                0,
                new Diagnosis(new Verdict("", "", "", "", true), List.of(), List.of("x"), List.of(failed, off)),
                40,
                9);
        Window second = window(1, 40, 1000, warning("a", 0.4));
        assertThat(join(List.of(), first).verdict().reservations())
                .containsExactly("Incomplete: 1 rule is not checked, because a source failed: no answer (PT5S).");
        assertThat(join(List.of(), first, second).verdict().reservations()).isEmpty();
    }

    @Test
    void growthOfMemory_withStepsThatGetSlower_isOneFindingWithTheirGain() {
        Finding memory = warning("native-memory-grows", 0);
        Finding slower = warning("steps-get-slower", 0.2);
        Finding growth = warning("run-gets-slower", 0.4);
        RunDiagnosis joined = alone(List.of(growth), memory, slower, warning("sleeping", 0.1));
        assertThat(verdict(joined).rule()).isEqualTo("native-memory-grows");
        RunFinding head = joined.findings().get(0);
        assertThat(head.finding().gainShare()).isEqualTo(0.4);
        assertThat(head.parts()).extracting(Finding::rule).containsExactly("run-gets-slower");
        assertThat(joined.findings()).hasSize(2);
        assertThat(findings(alone(List.of(growth), slower)))
                .extracting(Finding::rule)
                .containsExactly("run-gets-slower");
    }

    @Test
    void growthInAWindow_ofARunWhoseStepsAreKnown_isNone() {
        Window window = window(0, 40, 1000, warning("steps-get-slower", 0.2));
        assertThat(findings(RunDiagnosis.of(List.of(window), Optional.of(List.of()))))
                .isEmpty();
        assertThat(findings(RunDiagnosis.of(List.of(window), Optional.empty()))).hasSize(1);
    }

    @Test
    void extraWork_ofPeriodicSlowSteps_isAPartOfThem() {
        Finding work =
                finding("extra-work", Severity.WARNING, Role.CAUSE, 0.6, "12 steps are slow; the slow ones save");
        RunFinding joined = alone(List.of(PERIODIC), work).findings().get(0);
        assertThat(joined.finding().sentence()).isEqualTo("every 20th step is slow; the slow ones save");
        assertThat(joined.parts()).extracting(Finding::rule).containsExactly("extra-work");
    }

    @Test
    void findingsAboutTheInput_areOneWithItsParts() {
        Finding head = warning("input-bound", 0.3);
        Diagnosis diagnosis = new Diagnosis(
                Headline.of(head, true),
                FindingSubsumption.of(
                        List.of(head, warning("loading-not-overlapped", 0.25), warning("decode-bound-input", 0.3))),
                List.of(),
                List.of());
        assertThat(RunDiagnosis.of(List.of(new Window(0, diagnosis, 40, 1000)), Optional.empty())
                        .findings())
                .singleElement()
                .satisfies(found -> assertThat(found.parts())
                        .extracting(Finding::rule)
                        .containsExactly("loading-not-overlapped", "decode-bound-input"));
    }

    @Test
    void runFinding_inAWindowWithoutACause_isTheVerdict() {
        Finding slow = finding("slow-steps", Severity.INFORMATION, Role.SYMPTOM, 0.1, "2 steps are slow");
        RunDiagnosis diagnosis = alone(List.of(PERIODIC), slow);
        assertThat(verdict(diagnosis).rule()).isEqualTo(PERIODIC.rule());
        assertThat(diagnosis.verdict().support()).isEqualTo("by all steps of the run");
        assertThat(diagnosis.findings()).singleElement().satisfies(found -> {
            assertThat(found.finding()).isEqualTo(PERIODIC);
            assertThat(found.parts()).extracting(Finding::rule).containsExactly("slow-steps");
        });
    }

    @Test
    void runFinding_besideACauseThatExplainsHalfOfIt_leavesTheVerdict() {
        assertThat(verdict(alone(List.of(PERIODIC), warning("system-gc", 0.3))).rule())
                .isEqualTo("system-gc");
    }

    @Test
    void runFinding_besideASmallCause_isTheVerdict() {
        assertThat(verdict(alone(List.of(PERIODIC), warning("sleeping", 0.06))).rule())
                .isEqualTo(PERIODIC.rule());
    }

    @Test
    void growthOfTheRun_besideAnyCauseInTheWindow_leavesTheVerdict() {
        Finding growth = warning("run-gets-slower", 0.4);
        assertThat(verdict(alone(List.of(growth), warning("sleeping", 0.06))).rule())
                .isEqualTo("sleeping");
        assertThat(verdict(alone(List.of(growth))).rule()).isEqualTo("run-gets-slower");
    }

    @Test
    void information_aboutTheRun_isNoVerdict() {
        Finding information = finding("run-gets-slower", Severity.INFORMATION, Role.CAUSE, 0.2, "it grows");
        RunDiagnosis diagnosis = alone(List.of(information));
        assertThat(verdict(diagnosis).title()).isEqualTo("No bottleneck found");
        assertThat(findings(diagnosis)).containsExactly(information);
    }

    @Test
    void periodicSteps_withExtraWorkInTheWindow_nameIt() {
        Finding work = finding(
                ExtraWork.ID,
                Severity.INFORMATION,
                Role.CAUSE,
                0.05,
                "2 of 40 steps are slow; the slow ones do Train.validate, the others do not");
        Verdict verdict = verdict(alone(List.of(PERIODIC), work));
        assertThat(verdict.sentence())
                .isEqualTo("every 20th step is slow; the slow ones do Train.validate, the others do not");
        assertThat(verdict.nextStep()).isEqualTo("next of extra-work");
    }
}
