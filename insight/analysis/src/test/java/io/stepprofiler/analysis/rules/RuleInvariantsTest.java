package io.stepprofiler.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.StepReport.Source;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What changes no diagnosis of a window, whatever its program: each rule in random windows of each kind. */
class RuleInvariantsTest {
    private static final double ROUNDED = 1e-6;

    /** Rules that compare times with times, not with each other: short operations, short kernels, many bytes a second. */
    private static final Set<String> OF_ABSOLUTE_TIMES =
            Set.of("small-operations", "launch-bound", "optimizer-per-parameter", "boxed-numbers", "exceptions");

    /** Rules that count per step or window, or the time of a counter: their figures do not grow with the times. */
    private static final Set<String> OF_COUNTERS = Set.of("throttled", "profiler-cost", "cpu-oversubscribed");

    /** Rules whose figures are shares of the steps, of which those of a window lie between those of its halves. */
    private static final Set<String> SHARES = Set.of(
            "input-bound",
            "loading-not-overlapped",
            "storage-bound-input",
            "decode-bound-input",
            "gc-pauses",
            "lock-contention",
            "sleeping",
            "communication",
            "compute-bound",
            "gradients-zeroed",
            "copies",
            "operation-loop",
            "small-operations",
            "device-waits-for-data",
            "device-bound",
            "exposed-communication",
            "synchronous-copies",
            "pageable-copies",
            "no-tensor-cores",
            "humongous-allocation",
            "system-gc");

    /** Programs that wait, whose figures are counted from their parts. */
    private static final class WaitingPrograms implements RuleOracle {
        @Override
        public Trace trace(Random random) {
            return new RandomWindow(random.nextLong()).trace();
        }

        @Override
        public Map<String, ToDoubleFunction<NaiveTrace>> figures() {
            return Map.of();
        }
    }

    static Stream<RuleOracle> programs() {
        return Stream.concat(Stream.of(new WaitingPrograms()), RuleOracleTest.PROGRAMS.stream());
    }

    private static Diagnosis check(Trace trace) {
        return RuleSet.builtIn().check(WindowFacts.of(trace));
    }

    private static void each(RuleOracle programs, BiConsumer<Long, Trace> test) {
        new Random(50)
                .longs(programs instanceof WaitingPrograms ? 60 : 20)
                .forEach(seed -> test.accept(seed, programs.trace(new Random(seed))));
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

    @ParameterizedTest
    @MethodSource("programs")
    void diagnosis_ofTheSameEventsInAnotherOrder_isEqual(RuleOracle programs) {
        each(programs, (seed, trace) -> {
            Diagnosis expected = check(trace);
            Diagnosis shuffled = check(TraceVariants.shuffled(trace));
            assertThat(said(shuffled)).as("seed %d", seed).isEqualTo(said(expected));
            assertThat(shuffled.verdict()).as("seed %d", seed).isEqualTo(expected.verdict());
        });
    }

    @ParameterizedTest
    @MethodSource("programs")
    void diagnosis_besideAnIdleThread_isEqual(RuleOracle programs) {
        each(programs, (seed, trace) -> {
            Map<String, Said> expected = said(check(trace));
            Map<String, Said> beside = said(check(TraceVariants.besideAnIdleThread(trace)));
            // The event of the thread is one more of which some are lost.
            expected.remove("recording-not-whole");
            beside.remove("recording-not-whole");
            assertThat(beside).as("seed %d", seed).isEqualTo(expected);
        });
    }

    @ParameterizedTest
    @MethodSource("programs")
    void shares_ofAWindowWithAllTimesDoubled_areEqual(RuleOracle programs) {
        each(programs, (seed, trace) -> {
            Map<String, Said> expected = said(check(trace));
            Map<String, Said> slower = said(check(TraceVariants.slower(trace, 2)));
            Stream.of(OF_ABSOLUTE_TIMES, OF_COUNTERS).forEach(rules -> {
                expected.keySet().removeAll(rules);
                slower.keySet().removeAll(rules);
            });
            assertThat(slower.keySet()).as("seed %d", seed).isEqualTo(expected.keySet());
            expected.forEach((rule, said) -> assertThat(slower.get(rule).measure())
                    .as("%s of seed %d", rule, seed)
                    .isCloseTo(said.measure(), within(ROUNDED)));
        });
    }

    /** What both halves have, the whole has, and its share lies between theirs. No event is cut. */
    @ParameterizedTest
    @MethodSource("programs")
    void findings_ofTheHalvesOfAWindow_areNotContradictedByTheWhole(RuleOracle programs) {
        each(programs, (seed, trace) -> {
            List<StepMark> steps = trace.steps().stream()
                    .sorted(Comparator.comparingLong(StepMark::startNanos))
                    .toList();
            long middle = steps.stream()
                    .skip(steps.size() / 3)
                    .mapToLong(StepMark::startNanos)
                    .filter(at -> isBetweenEvents(trace, at))
                    .findFirst()
                    .orElse(0);
            Map<String, Said> first = said(check(trace.slice(0, middle)));
            Map<String, Said> second = said(check(trace.slice(middle, Long.MAX_VALUE)));
            Map<String, Said> whole = said(check(trace));
            for (String rule : SHARES) {
                if (first.containsKey(rule) && second.containsKey(rule)) {
                    double one = first.get(rule).measure();
                    double other = second.get(rule).measure();
                    assertThat(whole).as("seed %d", seed).containsKey(rule);
                    assertThat(whole.get(rule).measure())
                            .as("%s of seed %d, of %s and %s", rule, seed, one, other)
                            .isBetween(Math.min(one, other) - ROUNDED, Math.max(one, other) + ROUNDED);
                }
            }
        });
    }

    private static boolean isBetweenEvents(Trace trace, long nanos) {
        return trace.tracks().stream()
                .allMatch(track -> IntStream.range(0, track.size())
                        .noneMatch(i ->
                                track.startNanos(i) < nanos && nanos < track.startNanos(i) + track.durationNanos(i)));
    }

    /** The copy of a file is no further window in which something was found. */
    @ParameterizedTest
    @MethodSource("programs")
    void verdict_besideACopyOfTheFile_isEqual(RuleOracle programs) {
        each(programs, (seed, recorded) -> {
            Trace trace = TraceVariants.ofAProcess(recorded);
            Source source = new Source("a.json", new WindowAnalysis(trace), List.of());
            Source copy = new Source("copy of a.json", new WindowAnalysis(trace), List.of());
            StepReport expected = StepReport.of(List.of(source), RuleSet.builtIn());
            assertThat(StepReport.of(List.of(source, copy), RuleSet.builtIn()).verdicts())
                    .as("seed %d", seed)
                    .isEqualTo(expected.verdicts());
        });
    }
}
