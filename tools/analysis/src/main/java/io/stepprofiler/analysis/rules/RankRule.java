package io.stepprofiler.analysis.rules;

import java.util.List;
import java.util.Optional;

/**
 * One thing to look for in the ranks of a run, which no window shows by itself.
 *
 * @param id its name in options and files, such as {@code straggler-rank}
 * @param title its name for people, such as {@code Straggler}
 * @param thresholds from what figure on it says something
 * @param check finds the figure
 */
public record RankRule(String id, String title, Thresholds thresholds, Check check) {
    /** Finds the figure of a rule in the ranks of a run. */
    @FunctionalInterface
    public interface Check {
        /**
         * {@return what is seen, whose gain is that of one step; empty if there is nothing to hold against thresholds}
         *
         * <p>An exception makes a finding that says so.
         *
         * @param ranks what is known of each rank, two or more, in the order of their numbers
         */
        Optional<Symptom> look(List<RankFacts> ranks);
    }

    /**
     * Checks the id.
     *
     * @param id its name in options and files
     * @param title its name for people
     * @param thresholds from what figure on it says something
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
            // Somebody else's rule may be wrong: it costs itself.
            return Optional.of(new Finding(
                    id,
                    title,
                    Severity.INFORMATION,
                    Role.REMARK,
                    0,
                    "could not be checked, it failed: " + e,
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
