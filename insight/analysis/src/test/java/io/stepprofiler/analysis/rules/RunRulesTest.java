package io.stepprofiler.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.rules.Diagnosis.Verdict;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Findings about the whole run in the diagnosis of a window. */
class RunRulesTest {
    private static final Finding PERIODIC =
            finding("periodic-slow-steps", Severity.WARNING, Role.CAUSE, 0.5, "every 20th step is slow");

    private static Finding finding(String rule, Severity severity, Role role, double gain, String sentence) {
        return new Finding(
                rule, rule, severity, role, gain, sentence, "next of " + rule, gain, 1, List.of(), List.of());
    }

    private static Diagnosis window(Finding... findings) {
        Verdict verdict = Stream.of(findings)
                .findFirst()
                .map(first -> new Verdict(first.rule(), first.title(), first.sentence(), first.nextStep(), true))
                .orElse(new Verdict("", "No bottleneck found", "", "", true));
        return new Diagnosis(verdict, List.of(findings), List.of(), List.of());
    }

    @Test
    void runFinding_inAWindowWithoutACause_isTheVerdict() {
        Finding slow = finding("slow-steps", Severity.INFORMATION, Role.SYMPTOM, 0.1, "2 steps are slow");
        Diagnosis diagnosis = RunRules.join(window(slow), List.of(PERIODIC));
        assertThat(diagnosis.verdict().rule()).isEqualTo(PERIODIC.rule());
        assertThat(diagnosis.findings()).containsExactly(PERIODIC, slow);
    }

    @Test
    void runFinding_besideACauseThatExplainsHalfOfIt_leavesTheVerdict() {
        Finding cause = finding("system-gc", Severity.WARNING, Role.CAUSE, 0.3, "System.gc() is called");
        assertThat(RunRules.join(window(cause), List.of(PERIODIC)).verdict().rule())
                .isEqualTo("system-gc");
    }

    @Test
    void runFinding_besideASmallCause_isTheVerdict() {
        Finding cause = finding("sleeping", Severity.WARNING, Role.CAUSE, 0.06, "the step sleeps");
        assertThat(RunRules.join(window(cause), List.of(PERIODIC)).verdict().rule())
                .isEqualTo(PERIODIC.rule());
    }

    @Test
    void growthOfTheRun_besideAnyCauseInTheWindow_leavesTheVerdict() {
        Finding cause = finding("native-memory-grows", Severity.WARNING, Role.CAUSE, 0, "memory grows");
        Finding growth = finding("run-gets-slower", Severity.WARNING, Role.CAUSE, 0.4, "it grows");
        assertThat(RunRules.join(window(cause), List.of(growth)).verdict().rule())
                .isEqualTo("native-memory-grows");
        assertThat(RunRules.join(window(), List.of(growth)).verdict().rule()).isEqualTo("run-gets-slower");
    }

    @Test
    void information_aboutTheRun_isNoVerdict() {
        Finding information = finding("run-gets-slower", Severity.INFORMATION, Role.CAUSE, 0.2, "it grows");
        Diagnosis diagnosis = RunRules.join(window(), List.of(information));
        assertThat(diagnosis.verdict().title()).isEqualTo("No bottleneck found");
        assertThat(diagnosis.findings()).containsExactly(information);
    }

    @Test
    void periodicSteps_withExtraWorkInTheWindow_nameIt() {
        Finding work = finding(
                ExtraWork.ID,
                Severity.INFORMATION,
                Role.CAUSE,
                0.05,
                "2 of 40 steps are slow; the slow ones do Train.validate, the others do not");
        Verdict verdict = RunRules.join(window(work), List.of(PERIODIC)).verdict();
        assertThat(verdict.sentence())
                .isEqualTo("every 20th step is slow; the slow ones do Train.validate, the others do not");
        assertThat(verdict.nextStep()).isEqualTo("next of extra-work");
    }

    @Test
    void runFindings_twice_areThereOnce() {
        Diagnosis once = RunRules.join(window(), List.of(PERIODIC));
        assertThat(RunRules.join(once, List.of(PERIODIC))).isEqualTo(once);
    }
}
