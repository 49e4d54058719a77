package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.SentenceFigures.percent;
import static io.stepprofiler.analysis.rules.SentenceFigures.time;

import io.stepprofiler.analysis.breakdown.Distribution;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Rules that compare the ranks of a run. */
final class RankRules {
    /** Smallest part of the difference that is named as its cause. */
    private static final double MOST = 0.8;

    static final List<RankRule> ALL =
            List.of(new RankRule("straggler-rank", "Straggler", new Thresholds(0.1, 0.2), RankRules::straggler));

    /** Additional time of a rank compared with the median rank, in one part of its steps. */
    private record Excess(String part, long nanos) {}

    private RankRules() {}

    private static long median(List<RankFacts> ranks, ToLongFunction<RankFacts> figure) {
        return Distribution.of(ranks.stream().mapToLong(figure)).median();
    }

    /** Finds the rank with the most own time: total step times are equal, since all ranks wait for the slowest. */
    private static Optional<Symptom> straggler(List<RankFacts> ranks) {
        long usual = median(ranks, RankFacts::ownNanos);
        RankFacts slowest = ranks.stream()
                .max(Comparator.comparingLong(RankFacts::ownNanos))
                .orElseThrow();
        long longer = slowest.ownNanos() - usual;
        if (usual <= 0 || longer <= 0) {
            return Optional.empty();
        }
        Excess most = slowest.parts().entrySet().stream()
                .map(part ->
                        new Excess(part.getKey(), part.getValue() - median(ranks, rank -> of(rank, part.getKey()))))
                .max(Comparator.comparingLong(Excess::nanos))
                .orElse(new Excess("", 0));
        boolean isCause = most.nanos >= MOST * longer;
        return Optional.of(new Symptom(
                (double) longer / usual,
                "rank " + slowest.rank() + " takes " + time(longer) + " (" + percent((double) longer / usual)
                        + ") longer than the median rank for its own work in a step"
                        + (most.nanos <= 0
                                ? ""
                                : (isCause ? ", mostly for " : ", in several parts, most in ") + most.part + " ("
                                        + time(most.nanos) + ")"),
                isCause
                        ? "look at this part of rank " + slowest.rank() + ": " + most.part
                        : "compare the window of rank " + slowest.rank() + " with another",
                longer,
                ranks.stream()
                        .sorted(Comparator.comparingLong(RankFacts::ownNanos).reversed())
                        .map(RankRules::proof)
                        .toList(),
                List.of(
                        Advice.of("give each rank the same number of samples, of about the same length"),
                        Advice.of("look for other programs on that machine, its clock rate and its cooling:"
                                + " stepprof diff RANK0 -- RANK" + slowest.rank()))));
    }

    private static long of(RankFacts rank, String part) {
        return rank.parts().entrySet().stream()
                .filter(each -> each.getKey().equals(part))
                .mapToLong(Map.Entry::getValue)
                .findFirst()
                .orElse(0);
    }

    /** Returns evidence without a time: ranks have no common clock. */
    private static Proof proof(RankFacts rank) {
        return Proof.at(
                "rank " + rank.rank() + (rank.source().isEmpty() ? "" : " (" + rank.source() + ")") + ": "
                        + time(rank.ownNanos()) + " of own work in a step of " + time(rank.stepNanos())
                        + (rank.longestStep() == RankFacts.UNKNOWN_STEP
                                ? ""
                                : "; most in step " + rank.longestStep() + ", of " + time(rank.longestNanos())),
                List.of());
    }
}
