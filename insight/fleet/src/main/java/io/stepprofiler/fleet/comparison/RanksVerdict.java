package io.stepprofiler.fleet.comparison;

import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.ranks.ExcessCause;
import io.stepprofiler.fleet.ranks.OwnTimesWhatIf;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

// D34: the first line is of all findings, and an all-clear needs the evidence.
/**
 * Verdict on the ranks of a run: all forms of the report, the exit status and the next command follow it. All slow ranks
 * are one finding with one gain, because gains of single ranks neither add up nor show several equal ones.
 *
 * @param kind what is known
 * @param subject what is slow
 * @param severity severity of the finding; empty without one
 * @param pattern where the ranks are that are slow all the time; without any, the ranks that are slow for a time
 * @param culprits all slow ranks, by number
 * @param gainNanos gain of a mean step if all culprits together were as fast as the others, or if the subject was
 *     repaired; 0 if it is not known
 * @param gain the same as a part of the step
 */
public record RanksVerdict(
        Kind kind,
        Subject subject,
        Optional<Severity> severity,
        RankPattern pattern,
        List<Culprit> culprits,
        long gainNanos,
        double gain) {
    /** Fewest steps to be sure. */
    static final int SURE_STEPS = 20;

    /** Fewest ranks to be sure: of two, either may be the usual one. */
    private static final int SURE_RANKS = 3;

    private static final double WARNING_GAIN = 0.005;

    /** Kind of a verdict. */
    public enum Kind {
        /** Something is slow. */
        SLOW,
        /** Something is slow in too few steps, or among too few ranks, to be sure. */
        PROBABLY_SLOW,
        /** Nothing slow is found, but the data does not suffice to rule it out. */
        CANNOT_TELL,
        /** No rank is slow: all ranks are compared in enough steps, by their own times. */
        NO_SLOW_RANK
    }

    /** Slow part of the run. */
    public enum Subject {
        /** Nothing is found. */
        NONE,
        /** A stage of the pipeline. */
        STAGE,
        /** Ranks, at a place or in a pattern. */
        RANKS,
        /** Collections of the ranks in different steps. */
        COLLECTIONS,
        /** The batches of the ranks. */
        BATCHES
    }

    /** Copies the culprits. */
    public RanksVerdict {
        culprits = List.copyOf(culprits);
    }

    /** Returns the verdict without a finding. */
    static RanksVerdict without(boolean isComplete) {
        Kind kind = isComplete ? Kind.NO_SLOW_RANK : Kind.CANNOT_TELL;
        return new RanksVerdict(kind, Subject.NONE, Optional.empty(), RankPattern.NONE, List.of(), 0, 0);
    }

    /** Findings become verdicts of the same extent. */
    record Findings(FleetComparison.Extent extent, long stepNanos) {
        RanksVerdict of(Subject subject, Severity severity, long gainNanos) {
            return of(subject, severity, gainNanos, RankPattern.NONE, List.of());
        }

        private RanksVerdict of(
                Subject subject, Severity severity, long gainNanos, RankPattern pattern, List<Culprit> culprits) {
            boolean isSure = extent.steps() >= SURE_STEPS && extent.ranks() >= SURE_RANKS;
            return new RanksVerdict(
                    isSure ? Kind.SLOW : Kind.PROBABLY_SLOW,
                    subject,
                    Optional.of(isSure ? severity : Severity.INFORMATION),
                    pattern,
                    culprits,
                    gainNanos,
                    (double) gainNanos / Math.max(1, stepNanos));
        }

        /** Returns the verdict on collections in different steps; collections of one rank are of a slow rank. */
        Optional<RanksVerdict> pauses(Optional<FleetPauses> pauses, List<Straggler> stragglers) {
            boolean isOfRank = stragglers.stream().anyMatch(each -> each.cause() == ExcessCause.PAUSES);
            return pauses.filter(any -> stepNanos > 0 && !isOfRank)
                    .flatMap(each -> each.severity(stepNanos)
                            .map(severity -> of(Subject.COLLECTIONS, severity, each.savedNanos())));
        }

        /** Returns the verdict on all slow ranks; empty if there are none. */
        Optional<RanksVerdict> ranks(FleetSteps steps, List<Straggler> stragglers, List<Episode> episodes) {
            Set<Integer> always = stragglers.stream()
                    .filter(each -> each.partOf().isEmpty())
                    .flatMap(each -> each.ranks().stream())
                    .collect(Collectors.toSet());
            Set<Integer> slow = Stream.concat(
                            always.stream(),
                            episodes.stream().filter(Episode::isFinding).flatMap(each -> each.ranks().stream()))
                    .collect(Collectors.toSet());
            if (slow.isEmpty()) {
                return Optional.empty();
            }
            OwnTimesWhatIf without = OwnTimesWhatIf.of(steps, place -> slow.contains(place.rank()), Map.of());
            long gain = Math.max(0, without.stepNanos() - without.changedNanos());
            return Optional.of(of(
                    Subject.RANKS,
                    gain >= WARNING_GAIN * stepNanos ? Severity.WARNING : Severity.INFORMATION,
                    gain,
                    RankPattern.of(always.isEmpty() ? slow : always, steps.places(), extent.missingRanks() == 0),
                    Culprit.all(steps.places(), extent.missingRanks() == 0).stream()
                            .filter(each -> slow.contains(each.rank()))
                            .toList()));
        }
    }
}
