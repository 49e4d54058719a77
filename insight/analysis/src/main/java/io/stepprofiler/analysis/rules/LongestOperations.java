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
 * @param names their names, the longest first
 * @param shares their shares of the step
 */
record LongestOperations(List<String> names, List<Double> shares) {
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
        List<Map.Entry<String, Long>> longest = nanos.entrySet().stream()
                .filter(each -> facts.share(each.getValue()) >= LEAST)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(SHOWN)
                .toList();
        return new LongestOperations(
                longest.stream().map(Map.Entry::getKey).toList(),
                longest.stream().map(each -> facts.share(each.getValue())).toList());
    }

    /** Returns the operations with their shares as the end of a sentence; empty if there are none. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < names.size(); i++) {
            text.append(i == 0 ? "; longest operations: " : ", ")
                    .append(names.get(i))
                    .append(" (")
                    .append(Amount.share(shares.get(i), "the step"))
                    .append(")");
        }
        return text.toString();
    }

    /** Returns what to look at next; empty if there are no operations. */
    Optional<String> nextStep() {
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of("make these operations cheaper, of which the table of operators has more: "
                        + names.stream().collect(Collectors.joining(", ")));
    }
}
