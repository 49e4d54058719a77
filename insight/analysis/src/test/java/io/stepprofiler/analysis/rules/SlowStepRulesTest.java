package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.StepsOfATrace.MAIN;
import static io.stepprofiler.analysis.rules.StepsOfATrace.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.window.SampledPhases;
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

    private static final int STEPS = 36;

    private static StepsOfATrace everySixth(String... inSlow) {
        StepsOfATrace steps = new StepsOfATrace();
        for (int i = 0; i < STEPS; i++) {
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
                .isEqualTo("6 of 36 steps are slow and cost 45.5 % of the step time, every 6 steps from step 4 on;"
                        + " demo.Train.validate(Train.java:9) takes 50.0 ms in slow steps and at most 500 µs in the"
                        + " others, by samples");
        assertThat(diagnosis.verdict().nextStep())
                .isEqualTo("do what demo.Train.validate does in these steps less often, or on another thread");
        assertThat(diagnosis.findings().get(0).advice().get(0).text()).contains("validate on a part of the data");
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

    /** Slow steps have a scope of 50 ms, each usual one has the same scope for a while. */
    private static Finding withScope(String name, long usualMicros, String... inSlow) {
        StepsOfATrace steps = everySixth(inSlow);
        int id = steps.builder.nameId(name);
        long start = 0;
        for (int i = 0; i < STEPS; i++) {
            boolean isSlow = i % 6 == 4;
            if (isSlow || usualMicros > 0) {
                steps.builder.thread(MAIN, "main").add(id, start, isSlow ? 50 * MILLI : usualMicros * 1000);
            }
            start += (isSlow ? 60 : 10) * MILLI;
        }
        return steps.finding("extra-work");
    }

    @Test
    void extraWork_phaseOfSlowStepsOnly_isNamed() {
        Finding found = withScope("checkpoint", 0);
        assertThat(found.sentence()).endsWith("; the slow ones do checkpoint, the others do not");
        assertThat(found.nextStep()).startsWith("do checkpoint less often");
        assertThat(found.advice()).extracting(Advice::text).noneMatch(text -> text.contains("validate"));
    }

    @Test
    void extraWork_phaseThatAllStepsHave_isComparedWithTheOthers() {
        Finding found = withScope("Journal.add", 2, BACKWARD);
        assertThat(found.sentence())
                .endsWith(
                        "; Journal.add takes 50.0 ms in slow steps and 2.00 µs in the others; slow steps run mostly in"
                                + " demo.Mlp.backward(Mlp.java:56)");
        assertThat(found.nextStep())
                .isEqualTo("do what Journal.add does in these steps less often, or on another thread");
        assertThat(ExtraWork.work(found)).startsWith("Journal.add takes 50.0 ms");
    }

    @Test
    void extraWork_phaseOfSlowStepsBySamples_isNotSaidToTakeNoTimeInTheOthers() {
        assertThat(withScope("Train.validate" + SampledPhases.MARK, 0).sentence())
                .endsWith(
                        "; Train.validate takes 50.0 ms in slow steps, by samples, and no sample shows it in the others");
    }

    @Test
    void extraWork_phaseThatIsALittleLonger_isNotFound() {
        StepsOfATrace steps = everySixth();
        int id = steps.builder.nameId("forward");
        for (int i = 0, start = 0; i < STEPS; i++) {
            long millis = i % 6 == 4 ? 60 : 10;
            steps.builder.thread(MAIN, "main").add(id, start * MILLI, millis * MILLI);
            start += (int) millis;
        }
        assertThat(steps.diagnosis().findings()).extracting(Finding::rule).doesNotContain("extra-work");
    }

    @Test
    void slowSteps_atThreeEqualDistancesAsChanceGivesThem_haveNoPeriod() {
        StepsOfATrace steps = new StepsOfATrace();
        for (int i = 0; i < 40; i++) {
            steps.step(i == 3 || i == 20 || i == 37 ? 60 : 10);
        }
        assertThat(steps.finding("slow-steps").sentence()).doesNotContain("every");
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    void slowSteps_withoutPeriod_haveNone(int last) {
        StepsOfATrace steps = new StepsOfATrace();
        for (int i = 0; i < 24; i++) {
            steps.step(i == 2 || i == 12 || i == 18 + last ? 60 : 10);
        }
        assertThat(steps.finding("slow-steps").sentence())
                .startsWith("3 of 24 steps are slow and cost 38.5 % of the step time");
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

    @Test
    void slowSteps_besideWaitsForAProcessor_haveOneBaseALine() {
        StepsOfATrace steps = preempted(2);
        steps.step(100, 40);
        Finding found = steps.finding("slow-steps");
        assertThat(found.sentence())
                .startsWith(
                        "1 of 25 steps is slow, without waits for a processor, too, and costs 5.6 % of the step time");
        assertThat(found.proofs())
                .singleElement()
                .extracting(Proof::text)
                .isEqualTo("30.0 ms longer than the median without waits for a processor");
    }

    @Test
    void slowSteps_ofAHistory_adviseNoHistory() {
        StepsOfATrace steps = everySixth();
        assertThat(steps.finding("slow-steps").advice()).isNotEmpty();
        steps.builder.metadata("snapshot", new MetadataValue("step 7 took 3.5 times the median", false));
        assertThat(steps.finding("slow-steps").advice()).isEmpty();
    }

    @Test
    void stepsGetSlower_oneLongFirstStep_showsTheCourseNotThatStep() {
        StepsOfATrace steps = new StepsOfATrace();
        steps.step(279);
        for (int i = 0; i < 29; i++) {
            steps.step(10 + i);
        }
        assertThat(steps.finding("steps-get-slower").proofs())
                .singleElement()
                .extracting(Proof::text)
                .isEqualTo("median step: 14.0 ms in the first third, 23.0 ms in the second, 33.0 ms in the last");
    }
}
