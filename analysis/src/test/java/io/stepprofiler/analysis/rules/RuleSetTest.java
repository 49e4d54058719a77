package io.stepprofiler.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.analysis.window.Evidence;
import io.stepprofiler.analysis.window.WindowFacts;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.TraceBuilder;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RuleSetTest {
    private static final Thresholds TENTH_AND_FIFTH = new Thresholds(0.1, 0.2);

    private static WindowFacts facts(int steps) {
        TraceBuilder builder = new TraceBuilder();
        for (int i = 0; i < steps; i++) {
            builder.step(new StepMark(i, 100L * i, 100, 1, false));
        }
        return WindowFacts.of(builder.build());
    }

    private static Rule rule(String id, Role role, double measure, long gainNanos) {
        Symptom symptom = new Symptom(measure, "seen by " + id, "", gainNanos, List.of(), List.of());
        return new Rule(id, id, role, Set.of(), TENTH_AND_FIFTH, facts -> Optional.of(symptom));
    }

    private static Diagnosis check(int steps, Rule... rules) {
        return new RuleSet(List.of(rules)).check(facts(steps));
    }

    @Test
    void check_severalCauses_theLargestGainIsTheVerdict() {
        Diagnosis diagnosis = check(
                4,
                rule("small", Role.CAUSE, 0.9, 40),
                rule("information", Role.CAUSE, 0.15, 400),
                rule("large", Role.CAUSE, 0.3, 200),
                rule("symptom", Role.SYMPTOM, 0.9, 400));
        assertThat(diagnosis.verdict().rule()).isEqualTo("large");
        assertThat(diagnosis.findings())
                .extracting(Finding::rule)
                .containsExactly("symptom", "large", "small", "information");
        assertThat(diagnosis.findings().get(1).gainShare()).isEqualTo(0.5);
        assertThat(diagnosis.findings().get(1).gainNanosPerStep()).isEqualTo(50);
    }

    @Test
    void check_belowTheThreshold_isFine() {
        assertThat(check(4, rule("a", Role.CAUSE, 0.09, 0), rule("b", Role.CAUSE, Double.NaN, 0))
                        .fine())
                .containsExactly("a", "b");
    }

    @Test
    void check_evidenceIsMissing_saysWhatToTurnOn() {
        Rule rule = new Rule("a", "a", Role.CAUSE, Set.of(Evidence.WAITS), TENTH_AND_FIFTH, facts -> Optional.empty());
        assertThat(check(4, rule).unchecked())
                .containsExactly(new Unchecked("a", "a", "not recorded: waits", Evidence.WAITS.turnOn()));
    }

    @Test
    void check_aRuleThrows_costsItself() {
        Rule rule = new Rule("a", "a", Role.CAUSE, Set.of(), TENTH_AND_FIFTH, facts -> {
            throw new IllegalStateException("wrong");
        });
        Diagnosis diagnosis = check(4, rule, rule("b", Role.CAUSE, 0.5, 1));
        assertThat(diagnosis.unchecked())
                .hasSize(1)
                .allMatch(each -> each.reason().contains("wrong"));
        assertThat(diagnosis.verdict().rule()).isEqualTo("b");
    }

    @Test
    void check_oneStep_isTooFewForAVerdict() {
        assertThat(check(1, rule("a", Role.CAUSE, 0.5, 1)).verdict().title()).isEqualTo("Too few steps");
    }

    @Test
    void check_twentySteps_areSure() {
        Rule rule = rule("a", Role.CAUSE, 0.5, 1);
        assertThat(check(19, rule).verdict().isSure()).isFalse();
        assertThat(check(20, rule).verdict().isSure()).isTrue();
    }

    @Test
    void withThresholds_ofAnUnknownRule_namesThoseThatThereAre() {
        assertThatThrownBy(() -> RuleSet.builtIn().withThresholds("nothing", TENTH_AND_FIFTH))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing")
                .hasMessageContaining("input-bound");
    }
}
