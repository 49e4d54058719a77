package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.StepsOfATrace.MAIN;
import static io.stepprofiler.analysis.rules.StepsOfATrace.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.MetadataValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps of 10 ms, some of which take 60 ms. */
class SlowStepRulesTest {
    private static final String FORWARD = "Mlp.forward:22 Train.step:7 Train.main:3";
    private static final String BACKWARD = "Mlp.backward:56 Train.step:8 Train.main:3";
    private static final String VALIDATE =
            "Mlp.forward:22 Train.evaluate:12 Train.validate:9 Train.step:10 Train.main:3";

    private static StepsOfATrace everySixth(String... inSlow) {
        StepsOfATrace steps = new StepsOfATrace();
        for (int i = 0; i < 24; i++) {
            if (i % 6 == 4) {
                steps.step(60, inSlow);
            } else {
                steps.step(10, FORWARD, BACKWARD);
            }
        }
        return steps;
    }

    @Test
    void extraWork_methodOfSlowStepsOnly_isTheVerdictByItsOutermostMethod() {
        Diagnosis diagnosis = everySixth(FORWARD, VALIDATE, VALIDATE, VALIDATE, VALIDATE, VALIDATE)
                .diagnosis();
        assertThat(diagnosis.verdict().rule()).isEqualTo("extra-work");
        assertThat(diagnosis.verdict().sentence())
                .isEqualTo(
                        "4 of 24 steps are slow and cost 45.5 % of the time beyond the median, every 6 steps from step 4 on;"
                                + " the slow ones do demo.Train.validate(Train.java:9), the others do not (45.5 % of the time)");
        assertThat(diagnosis.verdict().nextStep()).contains("do demo.Train.validate less often");
        assertThat(diagnosis.findings())
                .filteredOn(each -> each.rule().equals("slow-steps"))
                .singleElement()
                .satisfies(slow -> assertThat(slow.partOf()).isEqualTo("extra-work"));
    }

    @Test
    void extraWork_slowStepsDoTheSame_isNotFound() {
        assertThat(everySixth(FORWARD, BACKWARD, FORWARD, BACKWARD).diagnosis().findings())
                .extracting(Finding::rule)
                .contains("slow-steps")
                .doesNotContain("extra-work");
    }

    @Test
    void extraWork_phaseOfSlowStepsOnly_isNamed() {
        StepsOfATrace steps = everySixth();
        for (int slow = 0; slow < 4; slow++) {
            long start = (slow * 110L + 40) * MILLI;
            steps.builder.thread(MAIN, "main").add(steps.builder.nameId("checkpoint"), start, 50 * MILLI);
        }
        assertThat(steps.finding("extra-work").sentence())
                .contains("the slow ones do checkpoint, the others do not (45.5 % of the time)");
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    void slowSteps_withoutPeriod_haveNone(int last) {
        StepsOfATrace steps = new StepsOfATrace();
        for (int i = 0; i < 24; i++) {
            steps.step(i == 2 || i == 12 || i == 18 + last ? 60 : 10);
        }
        assertThat(steps.finding("slow-steps").sentence())
                .startsWith("3 of 24 steps are slow and cost 38.5 % of the time beyond the median");
        assertThat(steps.finding("slow-steps").sentence()).doesNotContain("every");
    }

    /** Steps that run 10 ms, some of which take 60 ms, on a machine of two processors. */
    private static StepsOfATrace preempted(double machineCores) {
        StepsOfATrace steps = new StepsOfATrace();
        steps.builder
                .metadata(Environment.KEY, new MetadataValue("java=17; processors=2; machine.processors=2", false))
                .metadata("jvm_flight_recorder_groups", new MetadataValue("WAITS", false));
        for (int i = 0; i < 24; i++) {
            steps.step(i % 6 == 4 ? 60 : 10, 10);
        }
        for (int i = 0; i < 4; i++) {
            steps.builder.counter(ProcessorLoad.OF_PROCESS, i * 100L * MILLI, 1);
            steps.builder.counter(ProcessorLoad.OF_MACHINE, i * 100L * MILLI, machineCores);
        }
        return steps;
    }

    @Test
    void slowSteps_withoutAProcessorOfABusyMachine_areNotSlowByThemselves() {
        assertThat(preempted(2).diagnosis().findings())
                .extracting(Finding::rule)
                .contains("other-processes")
                .doesNotContain("slow-steps");
        assertThat(preempted(1).diagnosis().findings())
                .extracting(Finding::rule)
                .contains("slow-steps");
    }
}
