package io.stepprofiler.analysis.rules;

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

    private static final Set<String> OF_THE_INPUT = Set.of("input-bound", "device-waits-for-data");
    private static final Set<String> OF_COLLECTIONS = Set.of("system-gc", "humongous-allocation", "full-collection");

    /** Rules whose findings may be the head of a finding, by the id of its rule. */
    private static final Map<String, Set<String>> HEADS = Map.ofEntries(
            Map.entry("input-bound", Set.of("device-waits-for-data")),
            Map.entry("loading-not-overlapped", OF_THE_INPUT),
            Map.entry("storage-bound-input", OF_THE_INPUT),
            Map.entry("decode-bound-input", OF_THE_INPUT),
            Map.entry("unaccounted", Set.of("exceptions", "not-running")),
            Map.entry("native-memory-grows", Set.of("memory-grows")),
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

    /** Returns the findings; a finding with a head becomes information without a gain of its own. */
    static List<Finding> of(List<Finding> findings) {
        return findings.stream()
                .map(each -> head(each, findings).map(head -> under(head, each)).orElse(each))
                .toList();
    }

    private static Optional<Finding> head(Finding finding, List<Finding> all) {
        Set<String> heads = HEADS.getOrDefault(finding.rule(), Set.of());
        return all.stream()
                .filter(each -> heads.contains(each.rule())
                        && each.severity().compareTo(finding.severity()) >= 0
                        && each.gainShare() >= COVERED * finding.gainShare())
                // Only outermost heads: a finding under another head is none.
                .filter(each -> head(each, all).isEmpty())
                .max((one, other) -> Double.compare(one.gainShare(), other.gainShare()));
    }

    private static Finding under(Finding head, Finding finding) {
        return new Finding(
                finding.rule(),
                finding.title(),
                Severity.INFORMATION,
                finding.role(),
                finding.measure(),
                finding.sentence() + " (part of: " + head.title() + ")",
                finding.nextStep(),
                0,
                0,
                finding.proofs(),
                finding.advice());
    }
}
