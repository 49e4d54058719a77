package io.stepprofiler.analysis.rules;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.trace.StackSamples;
import io.stepprofiler.trace.Track;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Evidence that names the threads with the most samples of running Java code. */
final class RunningThreads {
    private static final double LEAST_PART = 0.2;

    private RunningThreads() {}

    static List<Proof> of(WindowFacts facts, int limit) {
        Map<Long, String> names =
                facts.trace().tracks().stream().collect(Collectors.toMap(Track::id, Track::name, (one, other) -> one));
        return counts(facts).entrySet().stream()
                .sorted(Map.Entry.<Long, Integer>comparingByValue(Comparator.reverseOrder()))
                .limit(limit)
                .map(each -> Proof.at(
                        "thread " + names.getOrDefault(each.getKey(), "?") + " runs in "
                                + Amount.count(each.getValue(), "sample"),
                        List.of()))
                .toList();
    }

    /** True if threads without steps are in enough samples to compete with the threads of steps. */
    static boolean areBesideSteps(WindowFacts facts) {
        Map<Long, Integer> counts = counts(facts);
        long all = counts.values().stream().mapToLong(Integer::longValue).sum();
        long beside = counts.entrySet().stream()
                .filter(each -> !facts.walk().stepping().contains(each.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
        return beside >= RunningCode.FEWEST && beside >= LEAST_PART * all;
    }

    private static Map<Long, Integer> counts(WindowFacts facts) {
        StackSamples samples = facts.trace().samples();
        Map<Long, Integer> counts = new LinkedHashMap<>();
        for (int i = 0; i < samples.size(); i++) {
            // A thread in native code may be waiting.
            if (samples.kind(i) == SampleKind.JAVA || samples.kind(i) == SampleKind.CPU_TIME) {
                counts.merge(samples.trackId(i), 1, Integer::sum);
            }
        }
        return counts;
    }
}
