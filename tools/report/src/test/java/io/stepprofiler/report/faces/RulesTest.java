package io.stepprofiler.report.faces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.Collective;
import io.stepprofiler.Communication;
import io.stepprofiler.Memory;
import io.stepprofiler.Scope;
import io.stepprofiler.analysis.rules.Diagnosis;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.Rule;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.analysis.rules.WindowFacts;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each rule finds its fault in a real program, and nothing in the same program without it. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
@Tag("alone")
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

    private static Diagnosis diagnosis(Trace trace) {
        return RuleSet.builtIn().check(WindowFacts.of(trace));
    }

    /**
     * Tries for a while: what samples see, and whether the machine takes the processor away, comes by chance. A rule
     * that is wrong is wrong in every run.
     */
    private static void eventually(ThrowingRunnable assertions) {
        await().pollInSameThread()
                .pollDelay(Duration.ZERO)
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(assertions);
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

    private static Finding found(String rule, Diagnosis diagnosis) {
        Optional<Finding> found = diagnosis.findings().stream()
                .filter(each -> each.rule().equals(rule))
                .findFirst();
        assertThat(found).as("%s in %s", rule, diagnosis).isPresent();
        assertSilentWithoutFault(rule);
        return found.orElseThrow();
    }

    private static Finding warned(String rule, SmallLoop.Fault fault) throws Exception {
        Finding found = found(rule, diagnosis(SmallLoop.withFault(STEPS, fault)));
        assertThat(found.severity()).as("%s", found).isEqualTo(Severity.WARNING);
        assertThat(found.gainNanosPerStep()).as("%s", found).isPositive();
        assertThat(found.proofs()).as("%s", found).isNotEmpty();
        assertThat(found.advice()).as("%s", found).isNotEmpty();
        return found;
    }

    /** A finding about time that another one counts. */
    private static Finding partOf(String head, String rule, SmallLoop.Fault fault) throws Exception {
        Finding found = found(rule, diagnosis(SmallLoop.withFault(STEPS, fault)));
        assertThat(found.sentence()).endsWith("(part of: " + head + ")");
        assertThat(found.severity()).as("%s", found).isEqualTo(Severity.INFORMATION);
        assertThat(found.gainNanosPerStep()).as("%s", found).isZero();
        assertThat(found.proofs()).as("%s", found).isNotEmpty();
        assertThat(found.advice()).as("%s", found).isNotEmpty();
        return found;
    }

    private static List<String> stacks(Finding finding) {
        return finding.proofs().stream()
                .flatMap(proof -> proof.stack().stream())
                .toList();
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
                            "memory-near-limit",
                            "gradients-zeroed",
                            "optimizer-per-parameter",
                            "operation-loop",
                            "copies",
                            "values-read-back",
                            "changing-shapes",
                            "cpu-oversubscribed",
                            "other-processes",
                            "throttled");
        });
    }

    @Test
    void inputBound_loaderSleeps_isTheVerdict() {
        eventually(() -> {
            Diagnosis diagnosis = diagnosis(SmallLoop.withFault(STEPS, step -> Faults.loading(Faults::sleep, step)));
            assertThat(found("input-bound", diagnosis).severity()).isEqualTo(Severity.WARNING);
            assertThat(diagnosis.verdict().rule()).isEqualTo("input-bound");
            found("loading-not-overlapped", diagnosis);
        });
    }

    @Test
    void loadingNotOverlapped_loaderWaitsForAnotherThread_isFine() {
        eventually(() -> {
            Diagnosis diagnosis =
                    diagnosis(SmallLoop.withFault(STEPS, step -> Faults.loading(faults::waitForOthers, step)));
            found("input-bound", diagnosis);
            assertThat(diagnosis.fine()).contains("Loading is not overlapped");
        });
    }

    @Test
    void storageBoundInput_loaderReadsASocket_isFound() {
        eventually(() -> {
            Finding found = partOf("Input-bound", "storage-bound-input", step -> Faults.loading(faults::read, step));
            assertThat(stacks(found)).anyMatch(frame -> frame.contains("Faults.read"));
        });
    }

    @Test
    void collectionRules_fullCollectionsOfALargeHeap_areFound() {
        eventually(() -> {
            Diagnosis diagnosis = diagnosis(SmallLoop.withFault(STEPS, faults::collect));
            assertThat(found("system-gc", diagnosis).severity()).isEqualTo(Severity.WARNING);
            assertThat(found("system-gc", diagnosis).gainNanosPerStep()).isPositive();
            assertThat(List.of("full-collection", "gc-pauses"))
                    .allSatisfy(rule ->
                            assertThat(found(rule, diagnosis).sentence()).contains("(part of: System.gc() is called)"));
        });
    }

    @Test
    void humongousAllocation_ofLargeArrays_isFound() {
        eventually(() -> {
            warned("humongous-allocation", faults::allocateHumongous);
        });
    }

    @Test
    void sleeping_inEachStep_isTheVerdictAndNamesTheCode() {
        eventually(() -> {
            Finding found = warned("sleeping", Faults::sleep);
            assertThat(stacks(found)).anyMatch(frame -> frame.contains("Faults.sleep"));
        });
    }

    @Test
    void waitingForThreads_aFuture_isFound() {
        eventually(() -> {
            warned("waiting-for-threads", faults::waitForOthers);
        });
    }

    @Test
    void ioInStep_readsASocket_isFound() {
        eventually(() -> {
            warned("io-in-step", faults::read);
        });
    }

    @Test
    void communication_thatTakesLong_isFound() {
        eventually(() -> {
            warned("communication", step -> {
                try (Scope ignored =
                        Communication.of("gloo", Collective.ALL_REDUCE).open(1, ElementType.FLOAT)) {
                    Faults.sleep(step);
                }
            });
        });
    }

    @Test
    void smallOperations_thousandsOfThem_areFound() {
        eventually(() -> {
            warned("small-operations", faults::manySmallOperations);
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
    void unaccounted_nobodySaysWhatTheStepDoes_isTheVerdict() {
        eventually(() -> {
            Diagnosis diagnosis = diagnosis(SmallLoop.run(STEPS, Faults::sleep, builder -> builder));
            found("unaccounted", diagnosis);
            assertThat(diagnosis.verdict().rule()).isEqualTo("unaccounted");
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
            assertThat(found.sentence()).contains("(part of: Sleeping)");
            assertThat(found.proofs().get(0).text()).contains("step 7", "sleeping");
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
            assertThat(found.proofs()).extracting(proof -> proof.step()).containsExactly((long) MORE_STEPS, 1L);
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

    @Test
    void builtIn_everyRule_hasATestHere() {
        Set<String> tested = new TreeSet<>(List.of(
                "input-bound",
                "loading-not-overlapped",
                "storage-bound-input",
                "system-gc",
                "full-collection",
                "gc-pauses",
                "humongous-allocation",
                "sleeping",
                "waiting-for-threads",
                "io-in-step",
                "communication",
                "small-operations",
                "memory-grows",
                "unaccounted",
                "compute-bound",
                "slow-steps",
                "not-warmed-up",
                "recording-not-whole",
                "steps-get-slower",
                // NamedFaultsTest
                "decode-bound-input",
                "lock-contention",
                // LimitRulesTest of analysis
                "memory-near-limit",
                // In OperationRulesTest of the examples, with libtorch.
                "gradients-zeroed",
                "optimizer-per-parameter",
                "operation-loop",
                "copies",
                "values-read-back",
                "changing-shapes",
                "profiler-cost",
                // DeviceRulesTest of analysis
                "device-waits-for-data",
                "launch-bound",
                "low-device-use",
                "no-tensor-cores",
                "exposed-communication",
                "device-bound",
                "device-synchronised",
                "synchronous-copies",
                "pageable-copies",
                "device-memory-near-limit",
                "device-out-of-memory",
                // ProcessorRulesByHandTest of analysis
                "cpu-oversubscribed",
                "other-processes",
                "throttled"));
        List<String> rules = new ArrayList<>();
        for (Rule rule : RuleSet.builtIn().rules()) {
            rules.add(rule.id());
        }
        assertThat(rules).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(tested);
    }
}
