package io.stepprofiler.analysis.rules;

import java.util.List;
import java.util.Optional;

/**
 * Check of the ranks of a run for one problem that no single window shows.
 *
 * @param id its name in options and files, such as {@code straggler-rank}
 * @param title its name for people, such as {@code Straggler}
 * @param thresholds figures from which on it reports a finding
 * @param check finds the figure
 */
public record RankRule(String id, String title, Thresholds thresholds, Check check) {
    /** Finds the figure of a rule in the ranks of a run. */
    @FunctionalInterface
    public interface Check {
        /**
         * {@return the symptom, with the gain of one step; empty if the ranks show no figure to compare}
         *
         * <p>An exception is reported as a finding.
         *
         * @param ranks the facts of each rank, two or more, in the order of their numbers
         */
        Optional<Symptom> look(List<RankFacts> ranks);
    }

    /**
     * Checks the id.
     *
     * @param id its name in options and files
     * @param title its name for people
     * @param thresholds figures from which on it reports a finding
     * @param check finds the figure
     */
    public RankRule {
        Rule.checkId(id);
    }

    RankRule withThresholds(Thresholds others) {
        return new RankRule(id, title, others, check);
    }

    Optional<Finding> finding(List<RankFacts> ranks) {
        try {
            return check.look(ranks).flatMap(symptom -> finding(symptom, ranks));
        } catch (RuntimeException e) {
            // A rule of another provider may fail without losing the other findings.
            return Optional.of(new Finding(
                    id,
                    title,
                    Severity.INFORMATION,
                    Role.REMARK,
                    0,
                    "the check failed: " + e,
                    "",
                    0,
                    0,
                    List.of(),
                    List.of()));
        }
    }

    private Optional<Finding> finding(Symptom symptom, List<RankFacts> ranks) {
        long stepNanos = ranks.stream().mapToLong(RankFacts::stepNanos).max().orElse(0);
        return Severity.of(symptom.measure(), thresholds)
                .map(severity -> new Finding(
                        id,
                        title,
                        severity,
                        Role.CAUSE,
                        symptom.measure(),
                        symptom.sentence(),
                        symptom.nextStep(),
                        stepNanos == 0 ? 0 : (double) symptom.gainNanos() / stepNanos,
                        symptom.gainNanos(),
                        symptom.proofs(),
                        symptom.advice()));
    }
}
