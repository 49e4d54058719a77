package io.stepprofiler.analysis.rules;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Groups findings about the same time under one head, so that no time is counted as gain twice. A cause is the head of
 * its symptom, a specific finding the head of a general one.
 */
final class FindingSubsumption {
    /** A head has at least this part of the possible gain of a finding under it. */
    private static final double COVERED = 0.5;

    private static final Set<String> OF_MEMORY = Set.of("memory-grows", "native-memory-grows");
    private static final Set<String> OF_THE_INPUT = Set.of("input-bound", "device-waits-for-data");
    private static final Set<String> OF_COLLECTIONS = Set.of("system-gc", "humongous-allocation", "full-collection");

    /** Rules whose findings may be the head of a finding, by the id of its rule. */
    private static final Map<String, Set<String>> HEADS = Map.ofEntries(
            Map.entry("input-bound", Set.of("device-waits-for-data")),
            Map.entry("loading-not-overlapped", OF_THE_INPUT),
            Map.entry("storage-bound-input", OF_THE_INPUT),
            Map.entry("decode-bound-input", OF_THE_INPUT),
            Map.entry("unaccounted", Set.of("exceptions", "not-running")),
            Map.entry("not-running", Set.of("cpu-oversubscribed", "io-in-step", "throttled")),
            Map.entry("changing-shapes", Set.of("input-sizes")),
            Map.entry("extra-work", Set.of("input-sizes", "periodic-slow-steps")),
            Map.entry("native-memory-grows", Set.of("memory-grows")),
            Map.entry("run-gets-slower", OF_MEMORY),
            Map.entry("steps-get-slower", Set.of("memory-grows", "native-memory-grows", "run-gets-slower")),
            Map.entry("full-collection", Set.of("system-gc")),
            Map.entry("gc-pauses", OF_COLLECTIONS),
            Map.entry(
                    "small-operations",
                    Set.of(
                            "launch-bound",
                            "operation-loop",
                            "values-read-back",
                            "gradients-zeroed",
                            "optimizer-per-parameter")),
            Map.entry("values-read-back", Set.of("device-synchronised")),
            Map.entry("synchronous-copies", Set.of("pageable-copies")),
            Map.entry("copies", Set.of("synchronous-copies", "pageable-copies")),
            Map.entry("boxed-numbers", Set.of("gc-pauses")),
            Map.entry("communication", Set.of("exposed-communication")),
            Map.entry("waiting-for-threads", Set.of("starved-pool")),
            Map.entry(
                    "low-device-use",
                    Set.of(
                            "device-waits-for-data",
                            "input-bound",
                            "launch-bound",
                            "device-synchronised",
                            "synchronous-copies",
                            "gc-pauses",
                            "system-gc",
                            "lock-contention",
                            "sleeping",
                            "waiting-for-threads",
                            "io-in-step")),
            Map.entry(
                    "slow-steps",
                    Set.of(
                            "extra-work",
                            "input-sizes",
                            "periodic-slow-steps",
                            "cpu-oversubscribed",
                            "input-bound",
                            "gc-pauses",
                            "system-gc",
                            "humongous-allocation",
                            "full-collection",
                            "lock-contention",
                            "sleeping",
                            "waiting-for-threads",
                            "starved-pool",
                            "io-in-step",
                            "communication",
                            "throttled")));

    private FindingSubsumption() {}

    /**
     * Returns the findings; a finding with a head becomes information without a gain of its own, and a head that costs no
     * time itself, such as memory that grows, has the largest gain of its parts.
     */
    static List<Finding> of(List<Finding> findings) {
        Map<Finding, Finding> heads = new HashMap<>();
        findings.forEach(each -> head(each, findings).ifPresent(head -> heads.put(each, head)));
        return findings.stream().map(each -> of(each, heads)).toList();
    }

    private static Finding of(Finding finding, Map<Finding, Finding> heads) {
        Finding head = heads.get(finding);
        if (head != null) {
            return under(finding, head.rule());
        }
        Finding own = finding.partOf().isEmpty() ? finding : under(finding, "");
        return own.gainShare() > 0 ? own : withGainOfParts(finding, own, heads);
    }

    private static Finding under(Finding part, String head) {
        return part.with(Severity.INFORMATION, 0, 0, head);
    }

    private static Finding withGainOfParts(Finding before, Finding head, Map<Finding, Finding> heads) {
        return heads.entrySet().stream()
                .filter(each -> each.getValue().equals(before))
                .map(Map.Entry::getKey)
                .max(Comparator.comparingDouble(Finding::gainShare))
                .map(part -> head.with(head.severity(), part.gainShare(), part.gainNanosPerStep(), ""))
                .orElse(head);
    }

    private static Optional<Finding> head(Finding finding, List<Finding> all) {
        Set<String> heads = HEADS.getOrDefault(finding.rule(), Set.of());
        return all.stream()
                .filter(each -> heads.contains(each.rule())
                        && each.severity().compareTo(finding.severity()) >= 0
                        && (OF_MEMORY.contains(each.rule()) || each.gainShare() >= COVERED * finding.gainShare()))
                // Only outermost heads: a finding under another head is none.
                .filter(each -> head(each, all).isEmpty())
                .max((one, other) -> Double.compare(one.gainShare(), other.gainShare()));
    }
}
