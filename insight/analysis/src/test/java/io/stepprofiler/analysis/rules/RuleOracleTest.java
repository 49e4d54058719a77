package io.stepprofiler.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
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

    /** Programs of other kinds, whose windows have the evidence of other rules. */
    static final List<RuleOracle> PROGRAMS = List.of(
            new CollectingPrograms(),
            new LoadingPrograms(),
            new NamedPrograms(),
            new SteppingPrograms(),
            new LoadedMachines(),
            new SampledPrograms(),
            new RetainingPrograms(),
            new OperationPrograms(),
            new SmallOperationPrograms(),
            new ShapedPrograms(),
            new DevicePrograms());

    /** Rules with a test of their own: by recorded waits that are taken away, and by the waits of pools. */
    private static final Set<String> BY_HAND =
            Set.of("not-running", "starved-pool", "between-steps", "breaks-between-steps");

    /** Nanoseconds are rounded down, and a window takes a tenth of a second or more. */
    private static final double ROUNDED = 1e-6;

    /** Fewest of the random windows of a kind in which each rule with an oracle speaks. */
    private static final int OFTEN = 4;

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

    @Test
    void rules_haveAnOracleOrFiguresByHand() {
        Set<String> known = new TreeSet<>(BY_HAND);
        known.addAll(ORACLES.keySet());
        PROGRAMS.forEach(each -> known.addAll(each.figures().keySet()));
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

    static List<RuleOracle> programs() {
        return PROGRAMS;
    }

    @ParameterizedTest
    @MethodSource("programs")
    void findings_ofRandomPrograms_haveTheFiguresOfTheirOracles(RuleOracle programs) {
        Map<String, Integer> found = new HashMap<>();
        for (long seed : seeds()) {
            NaiveTrace window = new NaiveTrace(programs.trace(new Random(seed)));
            for (Finding finding : check(window.trace).findings()) {
                ToDoubleFunction<NaiveTrace> oracle = programs.figures().get(finding.rule());
                if (oracle != null) {
                    found.merge(finding.rule(), 1, Integer::sum);
                    assertThat(finding.measure())
                            .as("%s of seed %d: %s", finding.rule(), seed, finding.sentence())
                            .isCloseTo(oracle.applyAsDouble(window), within(ROUNDED));
                }
            }
        }
        assertThat(found.keySet()).isEqualTo(programs.figures().keySet());
        assertThat(found)
                .allSatisfy((rule, times) ->
                        assertThat(times).as("windows in which %s speaks", rule).isGreaterThanOrEqualTo(OFTEN));
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
