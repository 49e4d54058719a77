package io.stepprofiler.analysis.rules;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.window.StepCalls;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Operations of a framework with the most time in steps; operations that others call count for these.
 *
 * @param shares their shares of the step by their names, the longest first
 */
record LongestOperations(List<Map.Entry<String, Double>> shares) {
    private static final int SHOWN = 3;

    /** Least share of the step of an operation that is worth naming. */
    private static final double LEAST = 0.05;

    static LongestOperations of(WindowFacts facts) {
        StepCalls calls = facts.calls();
        Map<String, Long> nanos = new HashMap<>();
        for (int call = 0; call < calls.size(); call++) {
            if (calls.isOutermost(call)) {
                nanos.merge(calls.operation(call), calls.nanos(call), Long::sum);
            }
        }
        return new LongestOperations(nanos.entrySet().stream()
                .map(each -> Map.entry(each.getKey(), facts.share(each.getValue())))
                .filter(each -> each.getValue() >= LEAST)
                .sorted(Map.Entry.<String, Double>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(SHOWN)
                .toList());
    }

    /** Returns the operations with their shares as the end of a sentence; empty if there are none. */
    String text() {
        return shares.stream()
                .map(each -> each.getKey() + " (" + Amount.share(each.getValue(), "the step") + ")")
                .collect(Collectors.collectingAndThen(
                        Collectors.joining(", "), all -> all.isEmpty() ? "" : "; longest operations: " + all));
    }

    /** Returns what to look at next; empty if there are no operations. */
    Optional<String> nextStep() {
        return shares.stream()
                .map(Map.Entry::getKey)
                .reduce((one, other) -> one + ", " + other)
                .map(names -> "make these operations cheaper, of which the table of operators has more: " + names);
    }
}
