package io.stepprofiler.analysis.functions;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.functions.FunctionProfile.OperationTotal;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.Operand;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random traces, against a naive oracle. */
class FunctionsPropertyTest {
    private static final int TRACES = 300;

    /** A selector, and what it selects, said otherwise. */
    @SuppressWarnings("ImmutableEnumChecker") // Both are lambdas without state.
    enum Selection {
        FUNCTIONS(FunctionSelector.FUNCTIONS, event -> ofKind(event, EventKind.FUNCTION)),
        MODULES(FunctionSelector.MODULES, event -> ofKind(event, EventKind.MODULE)),
        NAMES(
                FunctionSelector.named("f", "phase", "aten::mm"),
                event -> List.of("f", "phase", "aten::mm").contains(event.name())
                        ? Optional.of(event.name())
                        : Optional.empty()),
        SHARED(
                FunctionSelector.FUNCTIONS.shared("all"),
                event -> event.kind() == EventKind.FUNCTION ? Optional.of("all") : Optional.empty());

        private final FunctionSelector selector;
        private final Function<TraceEvent, Optional<String>> functionOf;

        Selection(FunctionSelector selector, Function<TraceEvent, Optional<String>> functionOf) {
            this.selector = selector;
            this.functionOf = functionOf;
        }

        private static Optional<String> ofKind(TraceEvent event, EventKind kind) {
            return event.kind() == kind ? Optional.of(event.name()) : Optional.empty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void functions_ofRandomTraces_areThoseOfTheOracle(Selection selection) {
        for (int seed = 0; seed < TRACES; seed++) {
            Trace trace = RandomCalls.of(new Random(seed));
            FunctionProfiles profiles = new FunctionProfiles(selection.selector, false);
            profiles.add(trace);
            compare(seed, profiles, NaiveFunctions.of(trace, selection.functionOf));
        }
    }

    @Test
    void steps_ofRandomTraces_areThoseOfTheOracle() {
        for (int seed = 0; seed < TRACES; seed++) {
            Trace trace = RandomCalls.of(new Random(seed));
            FunctionProfiles profiles = new FunctionProfiles(FunctionSelector.STEPS, false);
            profiles.add(trace);
            NaiveFunctions naive = NaiveFunctions.ofSteps(trace);
            compare(seed, List.of(profiles.functions()), naive.functions);
        }
    }

    @Test
    void times_ofRandomTraces_addUpToTheCalls() {
        for (int seed = 0; seed < TRACES; seed++) {
            FunctionProfiles profiles = new FunctionProfiles(FunctionSelector.FUNCTIONS, false);
            profiles.add(RandomCalls.of(new Random(seed)));
            for (FunctionProfile profile : profiles.functions()) {
                assertThat(profile.betweenNanos()).as("seed %d", seed).isNotNegative();
                assertThat(profile.aroundNanos()).as("seed %d", seed).isNotNegative();
                assertThat(profile.operationNanos() + profile.betweenNanos() + profile.aroundNanos())
                        .isEqualTo(profile.calls().nanos());
                assertThat(profile.classes().stream()
                                .mapToLong(OperationTotal::nanos)
                                .sum())
                        .isEqualTo(profile.operationNanos());
                assertThat(profile.ops().stream()
                                .mapToLong(OperationTotal::nanos)
                                .sum())
                        .isEqualTo(profile.operationNanos());
            }
        }
    }

    @Test
    void windows_addedOrMerged_areTheSumOfThem() {
        for (int seed = 0; seed < 50; seed++) {
            FunctionProfiles added = new FunctionProfiles(FunctionSelector.FUNCTIONS, false);
            FunctionProfiles merged = new FunctionProfiles(FunctionSelector.FUNCTIONS, false);
            for (int window = 0; window < 4; window++) {
                Trace trace = RandomCalls.of(new Random(4L * seed + window));
                added.add(trace);
                FunctionProfiles one = new FunctionProfiles(FunctionSelector.FUNCTIONS, false);
                one.add(trace);
                merged.merge(one);
            }
            assertThat(merged.functions()).as("seed %d", seed).isEqualTo(added.functions());
            assertThat(merged.sum("all")).isEqualTo(added.sum("all"));
            assertThat(merged.traces()).isEqualTo(4);
        }
    }

    private static void compare(int seed, FunctionProfiles profiles, NaiveFunctions naive) {
        compare(seed, List.of(profiles.functions()), naive.functions);
        FunctionProfile sum = profiles.sum("sum");
        compare(seed, List.of(List.of(sum)), Map.of("sum", naive.sum), false);
    }

    private static void compare(
            int seed, List<List<FunctionProfile>> profiles, Map<String, NaiveFunctions.Sums> naive) {
        compare(seed, profiles, naive, true);
    }

    private static void compare(
            int seed,
            List<List<FunctionProfile>> profiles,
            Map<String, NaiveFunctions.Sums> naive,
            boolean withUnfinished) {
        Map<String, String> actual = new TreeMap<>();
        profiles.get(0)
                .forEach(profile -> actual.put(
                        profile.name(),
                        text(
                                profile.calls().count(),
                                profile.calls().nanos(),
                                profile.calls().spanNanos(),
                                withUnfinished ? profile.calls().unfinished() : 0,
                                nodes(profile))));
        Map<String, String> expected = new TreeMap<>();
        naive.forEach((name, sums) -> {
            List<String> nodes = new ArrayList<>();
            sums.nodes.forEach((node, figures) -> nodes.add(node + ": " + figures[0] + ", " + figures[1]));
            expected.put(name, text(sums.calls, sums.nanos, sums.spanNanos, sums.unfinished, nodes));
        });
        assertThat(actual).as("seed %d", seed).isEqualTo(expected);
    }

    private static String text(long calls, long nanos, long span, long unfinished, List<String> nodes) {
        return calls + " calls, " + nanos + " ns, " + span + " ns, " + unfinished + " unfinished\n"
                + String.join("\n", nodes.stream().sorted().toList());
    }

    private static List<String> nodes(FunctionProfile profile) {
        return profile.applies().stream()
                .map(apply -> (apply.path().isEmpty() ? "" : String.join("/", apply.path()) + "/")
                        + apply.operation().name()
                        + apply.operation().signature().inputs().stream()
                                .map(FunctionsPropertyTest::text)
                                .toList()
                        + apply.site() + " #" + apply.occurrence() + ": " + apply.calls() + ", " + apply.nanos())
                .toList();
    }

    private static String text(Operand operand) {
        return operand.dimsText() + operand.stridesText() + operand.text();
    }
}
