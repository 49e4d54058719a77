package io.stepprofiler.report.faces;

import static io.stepprofiler.report.faces.Trials.diagnosis;
import static io.stepprofiler.report.faces.Trials.eventually;
import static io.stepprofiler.report.faces.Trials.stacks;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Communication;
import io.stepprofiler.Memory;
import io.stepprofiler.Scope;
import io.stepprofiler.analysis.rules.Diagnosis;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.Rule;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.analysis.rules.WindowFacts;
import io.stepprofiler.event.Collective;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule finds its fault in a real program, and nothing in the same program without it. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
@Tag("alone")
@Tag("long")
class RulesTest {
    private static final int STEPS = 4;
    private static final int MORE_STEPS = 12;
    private static final long LONG = SmallLoop.LONG_MILLIS;

    private static Diagnosis clean;

    private final Faults faults = new Faults();

    @BeforeAll
    static void runClean() throws Exception {
        clean = RuleSet.builtIn().check(WindowFacts.of(SmallLoop.clean(STEPS)));
    }

    @AfterEach
    void closeFaults() throws IOException {
        faults.close();
    }

    private static void assertSilentWithoutFault(String rule) {
        if (clean.findings().stream().anyMatch(each -> each.rule().equals(rule))) {
            clean = diagnosis(cleanWindow());
        }
        assertThat(clean.findings()).extracting(Finding::rule).doesNotContain(rule);
    }

    private static Trace cleanWindow() {
        try {
            return SmallLoop.clean(STEPS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Finding found(String rule, SmallLoop.Fault fault) throws Exception {
        Finding found = Trials.found(rule, diagnosis(SmallLoop.withFault(STEPS, fault)));
        assertSilentWithoutFault(rule);
        return found;
    }

    private static Finding found(String rule, Diagnosis diagnosis) {
        Finding found = Trials.found(rule, diagnosis);
        assertSilentWithoutFault(rule);
        return found;
    }

    @Test
    void clean_isComputeBoundAndNothingElse() {
        eventually(() -> {
            // Not the first window of the process, in whose steps the profiler looks at how that started.
            clean = diagnosis(cleanWindow());
            assertThat(clean.verdict().rule()).as("%s", clean).isEqualTo("compute-bound");
            assertThat(clean.findings())
                    .as("%s", clean)
                    .allSatisfy(each -> assertThat(each.severity()).isEqualTo(Severity.INFORMATION));
            assertThat(clean.unchecked())
                    .extracting(each -> each.rule())
                    .containsOnly(
                            "input-bound",
                            "loading-not-overlapped",
                            "storage-bound-input",
                            "decode-bound-input",
                            "memory-grows",
                            "native-memory-grows",
                            "memory-near-limit",
                            "cpu-oversubscribed",
                            "other-processes",
                            "throttled",
                            "started-threads");
        });
    }

    @Test
    void storageBoundInput_loaderReadsASocket_isFound() {
        eventually(() -> {
            Finding found = found("storage-bound-input", step -> Faults.loading(faults::read, step));
            assertThat(found.partOf()).isEqualTo("input-bound");
            assertThat(found.severity()).as("%s", found).isEqualTo(Severity.INFORMATION);
            assertThat(found.gainNanosPerStep()).as("%s", found).isZero();
            assertThat(stacks(found)).anyMatch(frame -> frame.contains("Faults.read"));
        });
    }

    private static Arguments of(String rule, Function<Faults, SmallLoop.Fault> fault) {
        return Arguments.of(rule, fault);
    }

    private static Stream<Arguments> faultsOfEachStep() {
        return Stream.of(
                of("humongous-allocation", faults -> faults::allocateHumongous),
                of("sleeping", faults -> Faults::sleep),
                of("waiting-for-threads", faults -> faults::waitForOthers),
                of("io-in-step", faults -> faults::read),
                of("communication", faults -> RulesTest::reduce),
                of("small-operations", faults -> faults::manySmallOperations));
    }

    private static void reduce(int step) throws Exception {
        try (Scope ignored = Communication.of("gloo", Collective.ALL_REDUCE).open(1, ElementType.FLOAT)) {
            Faults.sleep(step);
        }
    }

    @ParameterizedTest
    @MethodSource("faultsOfEachStep")
    void fault_ofEachStep_isWarnedOf(String rule, Function<Faults, SmallLoop.Fault> fault) {
        eventually(() -> {
            Finding found = found(rule, fault.apply(faults));
            assertThat(found.severity()).as("%s", found).isEqualTo(Severity.WARNING);
            assertThat(found.gainNanosPerStep()).as("%s", found).isPositive();
            if (rule.equals("sleeping")) {
                assertThat(stacks(found)).anyMatch(frame -> frame.contains("Faults.sleep"));
            }
        });
    }

    @Test
    void collectionRules_fullCollectionsOfALargeHeap_areFound() {
        eventually(() -> {
            Diagnosis diagnosis = diagnosis(SmallLoop.withFault(STEPS, faults::collect));
            assertThat(found("system-gc", diagnosis).severity()).isEqualTo(Severity.WARNING);
            assertThat(found("system-gc", diagnosis).gainNanosPerStep()).isPositive();
            assertThat(List.of("full-collection", "gc-pauses"))
                    .allSatisfy(
                            rule -> assertThat(found(rule, diagnosis).partOf()).isEqualTo("system-gc"));
        });
    }

    @Test
    void memoryGrows_nothingIsFreed_isFound() {
        eventually(() -> {
            Trace trace = SmallLoop.run(
                    STEPS,
                    step -> {
                        try (Scope ignored = Scope.open("keep")) {
                            Memory.allocated(1000 + step, 1 << 20);
                        }
                    },
                    builder -> builder.profileMemory(true));
            Finding found = found("memory-grows", diagnosis(trace));
            assertThat(found.proofs()).anyMatch(proof -> proof.text().contains("keep"));
        });
    }

    @Test
    void memoryGrows_allIsFreed_isFine() {
        eventually(() -> {
            Trace trace = SmallLoop.run(
                    STEPS,
                    step -> {
                        Memory.allocated(1000, 1 << 20);
                        Memory.freed(1000);
                    },
                    builder -> builder.profileMemory(true));
            assertThat(diagnosis(trace).fine()).contains("Memory grows");
        });
    }

    @Test
    void notRunning_theStepSleepsAndNoWaitsAreRecorded_isTheVerdict() {
        eventually(() -> {
            Diagnosis diagnosis = diagnosis(SmallLoop.run(STEPS, Faults::sleep, builder -> builder));
            assertThat(diagnosis.verdict().rule()).as("%s", diagnosis).isEqualTo("not-running");
            assertSilentWithoutFault("not-running");
            assertThat(diagnosis.unchecked())
                    .anyMatch(each ->
                            each.rule().equals("sleeping") && each.turnOn().contains("FlightRecorderSource"));
        });
    }

    @Test
    void slowSteps_oneSleeps_saysWhichAndWhy() {
        eventually(() -> {
            Diagnosis diagnosis = diagnosis(SmallLoop.withFault(MORE_STEPS, step -> {
                if (step == 7) {
                    Thread.sleep(10 * LONG);
                }
            }));
            assertThat(diagnosis.verdict().rule()).as("%s", diagnosis).isEqualTo("sleeping");
            Finding found = found("slow-steps", diagnosis);
            assertThat(found.partOf()).isEqualTo("sleeping");
            assertThat(found.proofs().get(0).step()).isEqualTo(7);
            assertThat(found.proofs().get(0).text()).contains("sleeping");
        });
    }

    @Test
    void stepsGetSlower_moreIsComputedInEachStep_saysWhatGrows() {
        eventually(() -> {
            Finding found = found("steps-get-slower", diagnosis(SmallLoop.withFault(MORE_STEPS, step -> {
                try (Scope ignored = Scope.open("metrics")) {
                    for (int i = 0; i < step; i++) {
                        SmallLoop.compute();
                    }
                }
            })));
            assertThat(found.severity()).isEqualTo(Severity.WARNING);
            assertThat(found.sentence()).contains("for metrics");
            assertThat(found.gainNanosPerStep()).isPositive();
            assertThat(found.proofs())
                    .singleElement()
                    .satisfies(proof -> assertThat(proof.text()).contains("first third", "last"));
            assertThat(diagnosis(SmallLoop.clean(MORE_STEPS)).fine()).contains("Steps get slower");
        });
    }

    @Test
    void notWarmedUp_classesAreLoadedInTheFirstSteps_isFound() {
        eventually(() -> {
            Finding found = found("not-warmed-up", diagnosis(SmallLoop.withFault(MORE_STEPS, step -> {
                if (step <= MORE_STEPS / 2) {
                    Faults.loadClasses(step);
                }
            })));
            assertThat(found.severity()).isEqualTo(Severity.WARNING);
        });
    }

    @Test
    void recordingNotWhole_moreEventsThanRoom_isFound() {
        eventually(() -> {
            Trace trace = SmallLoop.run(
                    STEPS,
                    faults::manySmallOperations,
                    builder -> builder.limits(limits -> limits.withMaxEvents(2_000)));
            assertThat(found("recording-not-whole", diagnosis(trace)).sentence())
                    .contains("not in the recording");
        });
    }

    @Test
    void profilerCost_earlierWindowIsWrittenBesideTheSteps_isFound() {
        eventually(() -> assertThat(found("profiler-cost", diagnosis(SmallLoop.besideDelivery(STEPS)))
                        .severity())
                .isEqualTo(Severity.WARNING));
    }

    @Test
    void all_withAProvider_hasItsRules() {
        assertThat(RuleSet.all().rules()).extracting(Rule::id).contains("input-bound", "own-rule");
    }
}
