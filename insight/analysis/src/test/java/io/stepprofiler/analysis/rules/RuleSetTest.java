package io.stepprofiler.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.analysis.rules.Diagnosis.Unchecked;
import io.stepprofiler.analysis.rules.Diagnosis.Verdict;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.segment.Journal;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.TraceBuilder;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RuleSetTest {
    private static final Thresholds TENTH_AND_FIFTH = new Thresholds(0.1, 0.2);

    private static TraceBuilder steps(int steps, TraceBuilder builder) {
        for (int i = 0; i < steps; i++) {
            builder.step(new StepMark(i, 100L * i, 100, 1, false));
        }
        return builder;
    }

    private static Rule rule(String id, Role role, double measure, long gainNanos) {
        Symptom symptom = new Symptom(new Figure(measure, ""), "seen by " + id, "", gainNanos, List.of(), List.of());
        return new Rule(id, id, role, Set.of(), TENTH_AND_FIFTH, facts -> Optional.of(symptom));
    }

    private static Rule ofCause(Symptom symptom) {
        return new Rule("a", "a", Role.CAUSE, Set.of(), TENTH_AND_FIFTH, facts -> Optional.of(symptom));
    }

    private static Diagnosis check(int steps, Rule... rules) {
        return new RuleSet(List.of(rules))
                .check(WindowFacts.of(steps(steps, new TraceBuilder()).build()));
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
                .containsExactly("large", "small", "symptom", "information");
        assertThat(diagnosis.findings().get(0).gainShare()).isEqualTo(0.5);
        assertThat(diagnosis.findings().get(0).gainNanosPerStep()).isEqualTo(50);
    }

    @Test
    void check_copiesThatAreCallsThatWaitForTheDevice_areOfTheCalls() {
        Diagnosis diagnosis =
                check(4, rule("copies", Role.CAUSE, 0.5, 220), rule("synchronous-copies", Role.CAUSE, 0.5, 200));
        assertThat(diagnosis.verdict().rule()).isEqualTo("synchronous-copies");
        assertThat(diagnosis.findings())
                .filteredOn(finding -> finding.rule().equals("copies"))
                .singleElement()
                .satisfies(copies -> {
                    assertThat(copies.gainShare()).isZero();
                    assertThat(copies.partOf()).isEqualTo("synchronous-copies");
                });
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 complete steps are too few to find what slows them down",
        "1, 1 complete step is too little to find what slows it down"
    })
    void check_fewerStepsThanTwo_saysHowMany(int steps, String sentence) {
        Verdict verdict = check(steps, rule("a", Role.CAUSE, 0.5, 1)).verdict();
        assertThat(verdict.title()).isEqualTo("Too few steps");
        assertThat(verdict.sentence()).isEqualTo(sentence);
    }

    @Test
    void check_belowTheThreshold_isFine() {
        assertThat(check(4, rule("a", Role.CAUSE, 0.09, 0), rule("b", Role.CAUSE, Double.NaN, 0))
                        .fine())
                .containsExactly("a", "b");
    }

    private static Stream<Arguments> tracesWithoutWaits() {
        String notRecorded = "not recorded: waits";
        return Stream.of(
                Arguments.of(new TraceBuilder(), notRecorded, Evidence.WAITS.turnOn()),
                Arguments.of(
                        with(Journal.NOT_FINISHED, "not finished"),
                        "not recorded, or lost with the end of the journal: waits",
                        Evidence.WAITS.turnOn()),
                Arguments.of(with("step-profiler agent", "wove nothing"), notRecorded, "jvm=flight of the agent"));
    }

    @ParameterizedTest
    @MethodSource("tracesWithoutWaits")
    void check_evidenceIsMissing_saysWhyAndWhatToTurnOn(TraceBuilder builder, String reason, String turnOn) {
        Rule rule = new Rule("a", "a", Role.CAUSE, Set.of(Evidence.WAITS), TENTH_AND_FIFTH, facts -> Optional.empty());
        assertThat(new RuleSet(List.of(rule))
                        .check(WindowFacts.of(steps(4, builder).build()))
                        .unchecked())
                .containsExactly(new Unchecked("a", "a", reason, turnOn));
    }

    @ParameterizedTest
    @CsvSource({"framework.DJL=0.36.0, 1", "java=17, 0"})
    void check_operationsAreMissing_saysSoOnlyToProgramsWithAFramework(String environment, int unchecked) {
        Rule rule =
                new Rule("a", "a", Role.CAUSE, Set.of(Evidence.OPERATIONS), TENTH_AND_FIFTH, facts -> Optional.empty());
        TraceBuilder builder = steps(4, with(Environment.KEY, environment));
        assertThat(new RuleSet(List.of(rule))
                        .check(WindowFacts.of(builder.build()))
                        .unchecked())
                .hasSize(unchecked);
    }

    @Test
    void check_warningWithoutGain_outranksGoodNews() {
        assertThat(check(4, rule("good", Role.GOOD, 0.95, 0), rule("leak", Role.CAUSE, 0.5, 0))
                        .verdict()
                        .rule())
                .isEqualTo("leak");
    }

    @Test
    void check_symptomOrRemarkIsAWarning_whatIsKnownBetterIsTheVerdict() {
        Rule symptom = rule("symptom", Role.SYMPTOM, 0.5, 400);
        assertThat(verdict(symptom, rule("good", Role.GOOD, 0.15, 0))).isEqualTo("good");
        assertThat(verdict(symptom, rule("cause", Role.CAUSE, 0.15, 200))).isEqualTo("cause");
        assertThat(verdict(symptom, rule("cause", Role.CAUSE, 0.15, 199))).isEqualTo("symptom");
        assertThat(verdict(rule("remark", Role.REMARK, 0.5, 0), rule("good", Role.GOOD, 0.15, 0)))
                .isEqualTo("good");
        assertThat(verdict(rule("remark", Role.REMARK, 0.5, 0), rule("cause", Role.CAUSE, 0.15, 10)))
                .isEqualTo("remark");
    }

    private static String verdict(Rule... rules) {
        return check(4, rules).verdict().rule();
    }

    @Test
    void check_severalWarnings_theFirstInTheListIsTheVerdict() {
        Diagnosis diagnosis = check(
                4,
                rule("remark", Role.REMARK, 0.9, 0),
                rule("symptom", Role.SYMPTOM, 0.9, 400),
                rule("cause", Role.CAUSE, 0.3, 0));
        assertThat(diagnosis.findings()).extracting(Finding::rule).containsExactly("cause", "symptom", "remark");
        assertThat(diagnosis.verdict().rule()).isEqualTo("cause");
    }

    @Test
    void check_informationWithSmallGain_isNoHeadline() {
        Verdict none = check(4, rule("small", Role.CAUSE, 0.15, 24)).verdict();
        assertThat(none.rule()).isEmpty();
        assertThat(none.title()).isEqualTo("No bottleneck found");
        assertThat(none.sentence())
                .isEqualTo("no rule reached its warning threshold in 4 steps;"
                        + " the largest finding is small with 6.0 % of the step");
        assertThat(none.nextStep()).isEqualTo("record 20 steps to be sure");
        assertThat(check(4, rule("large", Role.CAUSE, 0.15, 60)).verdict().rule())
                .isEqualTo("large");
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
    void check_twentySteps_areSure() {
        Rule rule = rule("a", Role.CAUSE, 0.5, 1);
        assertThat(check(19, rule).verdict().isSure()).isFalse();
        assertThat(check(20, rule).verdict().isSure()).isTrue();
    }

    private static List<String> advice(TraceBuilder builder) {
        Symptom symptom = new Symptom(
                new Figure(0.5, ""),
                "",
                "",
                1,
                List.of(),
                Stream.of("", "DJL", "DL4J", "PyTorch", Advice.API, Advice.AGENT, "Logback")
                        .map(framework -> new Advice(framework, framework))
                        .toList());
        return new RuleSet(List.of(ofCause(symptom)))
                .check(WindowFacts.of(steps(4, builder).build())).findings().get(0).advice().stream()
                        .map(Advice::text)
                        .toList();
    }

    private static TraceBuilder with(String key, String value) {
        return new TraceBuilder().metadata(key, new MetadataValue(value, false));
    }

    @Test
    void check_ofTheAgent_advisesItsOptionsAndTheFrameworksThatAreWoven() {
        assertThat(advice(with("step-profiler agent", "wove nd4j 3 classes, dl4j 18 classes")))
                .containsExactly("", "DL4J", Advice.AGENT, "Logback");
        assertThat(advice(with("step-profiler agent", "wove step 1 class")
                        .metadata(Environment.KEY, new MetadataValue("java=17", false))))
                .containsExactly("", Advice.AGENT, "Logback");
    }

    @Test
    void check_ofAProgram_advisesCallsAndTheFrameworksOnItsClassPath() {
        assertThat(advice(with(Environment.KEY, "java=17; framework.DJL=0.35")))
                .containsExactly("", "DJL", Advice.API, "Logback");
    }

    @Test
    void check_ofAProgramThatHasLoadedPyTorch_advisesNothingOfPython() {
        assertThat(advice(with(Environment.KEY, "java=17; framework.DJL=0.35; framework.PyTorch=2.7.1")))
                .containsExactly("", "DJL", Advice.API, "Logback");
    }

    @Test
    void check_ofAProgramWhoseStacksShowAFramework_advisesForThatOneOnly() {
        String environment = "java=17; framework.DJL=0.35; framework.Deeplearning4j=1.0";
        assertThat(advice(with(Environment.KEY, environment))).contains("DJL", "DL4J");
        TraceBuilder builder = with(Environment.KEY, environment);
        builder.stackId(List.of(new StackTraceElement("ai.djl.Model", "newInstance", "Model.java", 7)));
        assertThat(advice(builder)).contains("DJL").doesNotContain("DL4J");
    }

    @Test
    void check_ofAFileOfTorch_advisesForPyTorchAndNothingThatIsOfJava() {
        assertThat(advice(ofTorch())).containsExactly("", "PyTorch");
        assertThat(advice(new TraceBuilder())).hasSize(6);
    }

    private static TraceBuilder ofTorch() {
        TraceBuilder builder = new TraceBuilder().process(new ProcessInfo(1, "host", "python"));
        builder.thread(1, "main").add(builder.nameId("aten::mm"), 0, 1);
        return builder;
    }

    @Test
    void check_ofAFileOfTorch_saysWhatToAskItsProfilerFor() {
        Diagnosis none = RuleSet.builtIn().check(WindowFacts.of(ofTorch().build()));
        assertThat(none.verdict().nextStep()).doesNotContain("step");
        assertThat(none.unchecked())
                .extracting(Unchecked::turnOn)
                .anySatisfy(
                        text -> assertThat(text).contains("torch.profiler.schedule(", "prof.step()", "--step=REGEX"))
                .contains("another profiler in addition: torch.profiler cannot record it")
                .anyMatch(text -> text.contains("record_shapes=True"))
                .noneMatch(text -> text.contains("Source.create()") || text.contains("Scope.open"));

        Diagnosis one =
                RuleSet.builtIn().check(WindowFacts.of(steps(1, ofTorch()).build()));
        assertThat(one.verdict().nextStep()).contains("torch.profiler.schedule(", "prof.step()");

        Diagnosis unnamed =
                RuleSet.builtIn().check(WindowFacts.of(steps(4, ofTorch()).build()));
        assertThat(unnamed.verdict().rule()).isEqualTo("unaccounted");
        assertThat(unnamed.verdict().nextStep()).contains("torch.profiler.record_function");
    }

    private static TraceBuilder ofAnother() {
        return new TraceBuilder().process(new ProcessInfo(1, "host", "MainProcess"));
    }

    @Test
    void check_ofAFileOfAnotherProfiler_advisesNothingThatIsOfJava() {
        assertThat(advice(ofAnother())).containsExactly("", "PyTorch");
        Diagnosis none = RuleSet.builtIn().check(WindowFacts.of(ofAnother().build()));
        assertThat(none.verdict().nextStep()).contains("ProfilerStep#7", "step_num");
        assertThat(none.unchecked())
                .isNotEmpty()
                .extracting(Unchecked::turnOn)
                .noneMatch(text -> text.isEmpty()
                        || text.contains("Source.create()")
                        || text.contains("Scope.open")
                        || text.contains("torch"));
        assertThat(none.unchecked())
                .extracting(Unchecked::title)
                .noneMatch(title -> title.contains("virtual machine") || title.contains("collections"));

        Diagnosis unnamed =
                RuleSet.builtIn().check(WindowFacts.of(steps(4, ofAnother()).build()));
        assertThat(unnamed.verdict().rule()).isEqualTo("unaccounted");
        assertThat(unnamed.verdict().nextStep()).contains("the profiler that recorded it");
    }

    @Test
    void check_aSymptomOfACause_isInformationAndGainsNothingOfItsOwn() {
        Diagnosis diagnosis =
                check(4, rule("slow-steps", Role.SYMPTOM, 0.9, 300), rule("lock-contention", Role.CAUSE, 0.5, 200));
        assertThat(diagnosis.verdict().rule()).isEqualTo("lock-contention");
        assertThat(diagnosis.findings().get(1)).satisfies(slow -> {
            assertThat(slow.severity()).isEqualTo(Severity.INFORMATION);
            assertThat(slow.gainNanosPerStep()).isZero();
            assertThat(slow.sentence()).isEqualTo("seen by slow-steps");
            assertThat(slow.partOf()).isEqualTo("lock-contention");
        });
        assertThat(check(4, rule("slow-steps", Role.SYMPTOM, 0.9, 300), rule("lock-contention", Role.CAUSE, 0.5, 100))
                        .findings())
                .as("a cause of the smaller part explains nothing")
                .extracting(Finding::severity)
                .containsOnly(Severity.WARNING);
    }

    @Test
    void check_evidenceWithStacks_namesTheMethodOfTheProgram() {
        Proof proof = Proof.at(
                "",
                List.of(
                        new StackTraceElement("java.lang.Thread", "sleep", "Thread.java", 1),
                        new StackTraceElement("demo.Main", "pause", "Main.java", 7)));
        Symptom symptom = new Symptom(new Figure(0.5, "30 %"), "30 % sleeps", "", 1, List.of(proof), List.of());
        assertThat(check(4, ofCause(symptom)).verdict().sentence())
                .isEqualTo("30 % sleeps, in demo.Main.pause(Main.java:7)");
    }

    @Test
    void withThresholds_ofAnUnknownRule_namesThoseThatThereAre() {
        assertThatThrownBy(() -> RuleSet.builtIn().withThresholds("nothing", TENTH_AND_FIFTH))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing")
                .hasMessageContaining("input-bound");
    }
}
