package io.stepprofiler.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Figures of rules, counted again from the parts of random windows, and what must not change them. */
class RuleOracleTest {
    private static final double EXACT = 1e-9;

    /** Naive figure of each rule, in a window in which the rule finds its symptom. */
    private static final Map<String, ToDoubleFunction<RandomWindow>> ORACLES = Map.of(
            "input-bound", window -> window.share("DataLoader"),
            "lock-contention", window -> window.share("Monitor enter"),
            "sleeping", window -> window.share("Sleep"),
            "waiting-for-threads", RuleOracleTest::parked,
            "io-in-step", window -> window.share("File"),
            "communication", window -> window.share("all_reduce"),
            "gc-pauses", RuleOracleTest::pauses,
            "created-each-time",
                    window -> ofSamples(
                            window,
                            Stream.of("Pattern.compile", "Formatter.format")
                                    .max((one, other) -> Long.compare(count(window, one), count(window, other)))
                                    .orElseThrow()),
            "exceptions", window -> (double) count(window, "fillInStackTrace") / undisturbed(window),
            "other-processes", RuleOracleTest::others);

    /** Rules whose figures are computed by hand in their own tests, because a random window cannot have their evidence. */
    private static final Set<String> BY_HAND = Set.of(
            "loading-not-overlapped",
            "storage-bound-input",
            "decode-bound-input",
            "system-gc",
            "humongous-allocation",
            "full-collection",
            "starved-pool",
            "cpu-oversubscribed",
            "throttled",
            "started-threads",
            "not-compiled",
            "boxed-numbers",
            "contended-atomic",
            "small-operations",
            "memory-grows",
            "unaccounted",
            "compute-bound",
            "not-running",
            "gradients-zeroed",
            "copies",
            "values-read-back",
            "operation-loop",
            "optimizer-per-parameter",
            "input-sizes",
            "changing-shapes",
            "native-memory-grows",
            "memory-near-limit",
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
            "extra-work",
            "slow-steps",
            "not-warmed-up",
            "steps-get-slower",
            "recording-not-whole",
            "profiler-cost");

    /** Parked time as far as other threads of the program use no processors. */
    private static double parked(RandomWindow window) {
        double running =
                window.steps.stream().mapToLong(RandomWindow.Step::running).sum();
        double beside = Math.max(0, mean(values(window, "jvm")) - running / window.millis());
        return window.share("Park (Queue)") * (1 - Math.min(1, beside / RandomWindow.PROCESSORS));
    }

    private static double pauses(RandomWindow window) {
        long nanos = 0;
        for (RandomWindow.Step step : window.steps) {
            for (long at = step.start(); at < step.start() + step.length(); at++) {
                long now = at;
                nanos += window.collections.stream().anyMatch(part -> part.isOpenAt(now)) ? 1 : 0;
            }
        }
        return (double) nanos / window.millis();
    }

    private static long count(RandomWindow window, String frame) {
        return window.samples.stream()
                .filter(sample -> sample.stack().contains(frame))
                .count();
    }

    private static double ofSamples(RandomWindow window, String frame) {
        double running =
                window.steps.stream().mapToLong(RandomWindow.Step::running).sum();
        return running * count(window, frame) / window.samples.size() / undisturbed(window);
    }

    /** The time of the steps; the training thread of a random window never waits for a processor. */
    private static double undisturbed(RandomWindow window) {
        return window.millis();
    }

    /** Each value of a counter is the mean since the value before it. */
    private static double others(RandomWindow window) {
        return (mean(values(window, "machine")) - mean(values(window, "jvm"))) / RandomWindow.PROCESSORS;
    }

    private static double mean(List<RandomWindow.Value> values) {
        return values.subList(values.size() == 1 ? 0 : 1, values.size()).stream()
                .mapToDouble(RandomWindow.Value::value)
                .average()
                .orElseThrow();
    }

    private static List<RandomWindow.Value> values(RandomWindow window, String counter) {
        return window.values.stream()
                .filter(value -> value.counter().startsWith(counter))
                .toList();
    }

    static List<Long> seeds() {
        return new Random(49).longs(60).boxed().toList();
    }

    private static Diagnosis check(Trace trace) {
        return RuleSet.builtIn().check(WindowFacts.of(trace));
    }

    /** What a rule says. */
    private record Said(Severity severity, double measure, String sentence) {}

    private static Map<String, Said> said(Diagnosis diagnosis) {
        return diagnosis.findings().stream()
                .collect(Collectors.toMap(
                        Finding::rule,
                        each -> new Said(each.severity(), each.measure(), each.sentence()),
                        (one, other) -> one,
                        TreeMap::new));
    }

    @Test
    void rules_haveAnOracleOrFiguresByHand() {
        Set<String> known = new TreeSet<>(BY_HAND);
        known.addAll(ORACLES.keySet());
        assertThat(RuleSet.builtIn().rules())
                .extracting(Rule::id)
                .as("a new rule needs an oracle")
                .containsExactlyInAnyOrderElementsOf(known);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void findings_ofARandomWindow_haveTheFiguresOfTheOracle(long seed) {
        RandomWindow window = new RandomWindow(seed);
        for (Finding finding : check(window.trace()).findings()) {
            ToDoubleFunction<RandomWindow> oracle = ORACLES.get(finding.rule());
            if (oracle != null) {
                assertThat(finding.measure())
                        .as("%s: %s", finding.rule(), finding.sentence())
                        .isCloseTo(oracle.applyAsDouble(window), within(EXACT));
            }
        }
    }

    /** Waits that are not recorded, and pauses, are time for which the thread does not run. */
    @ParameterizedTest
    @MethodSource("seeds")
    void notRunning_ofARandomWindowWithoutWaits_isTheTimeInThem(long seed) {
        RandomWindow window = new RandomWindow(seed);
        long known = window.parts.stream()
                .filter(part -> part.kind() == EventKind.DATA_LOADER || part.kind() == EventKind.COMMUNICATION)
                .mapToLong(RandomWindow.Part::length)
                .sum();
        long running =
                window.steps.stream().mapToLong(RandomWindow.Step::running).sum();
        double expected = (double) (window.millis() - known - running) / window.millis();
        List<Double> found = check(window.withoutWaits()).findings().stream()
                .filter(each -> each.rule().equals("not-running"))
                .map(Finding::measure)
                .toList();
        if (expected >= 0.2) {
            assertThat(found).singleElement().satisfies(each -> assertThat(each).isCloseTo(expected, within(EXACT)));
        } else {
            assertThat(found).isEmpty();
        }
    }

    @Test
    void randomWindows_giveEachRuleWithAnOracleItsTurn() {
        Set<String> found = new TreeSet<>();
        seeds().forEach(seed ->
                check(new RandomWindow(seed).trace()).findings().forEach(finding -> found.add(finding.rule())));
        assertThat(found).containsAll(ORACLES.keySet());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void diagnosis_ofTheSameEventsInAnotherOrder_isEqual(long seed) {
        RandomWindow window = new RandomWindow(seed);
        Diagnosis expected = check(window.trace());
        Diagnosis shuffled = check(window.shuffled());
        assertThat(shuffled.verdict()).isEqualTo(expected.verdict());
        assertThat(said(shuffled)).isEqualTo(said(expected));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void diagnosis_besideAnIdleThread_isEqual(long seed) {
        RandomWindow window = new RandomWindow(seed);
        assertThat(said(check(window.besideAnIdleThread()))).isEqualTo(said(check(window.trace())));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shares_ofAWindowWithAllTimesDoubled_areEqual(long seed) {
        RandomWindow window = new RandomWindow(seed);
        Map<String, Said> slower = said(check(window.slower(2)));
        Map<String, Said> expected = said(check(window.trace()));
        assertThat(slower.keySet()).isEqualTo(expected.keySet());
        expected.forEach((rule, said) ->
                assertThat(slower.get(rule).measure()).as("%s", rule).isCloseTo(said.measure(), within(EXACT)));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void sentences_ofSharesNameTheirBases(long seed) {
        List<String> bare = new ArrayList<>();
        Predicate<String> isBare =
                sentence -> sentence.matches(".*\\d %(?! of ).*") || sentence.contains("of the step of");
        for (Finding finding : check(new RandomWindow(seed).trace()).findings()) {
            if (isBare.test(finding.sentence())) {
                bare.add(finding.rule() + ": " + finding.sentence());
            }
        }
        assertThat(bare).isEmpty();
    }
}
