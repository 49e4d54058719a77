package io.stepprofiler.fleet.report;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.comparison.Episode;
import io.stepprofiler.fleet.comparison.Straggler;
import io.stepprofiler.fleet.ranks.ComparedSteps;
import io.stepprofiler.fleet.ranks.EvidenceLevel;
import io.stepprofiler.fleet.ranks.FleetGroups;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The ranks whose traces explain why a fleet is slow.
 *
 * @param slow numbers of slow ranks, in the order of the stragglers: of a slow host or rack its slowest rank; of a slow
 *     stage the rank with the median time
 * @param usual number of the rank with the median time among the peers of the first slow rank, or in the other stages
 */
public record CaptureRanks(List<Integer> slow, OptionalInt usual) {
    /**
     * {@return the ranks; without slow ones if there is neither a straggler nor a slow stage}
     *
     * @param report the comparison
     * @param most most slow ranks
     */
    public static CaptureRanks of(FleetReport report, int most) {
        return new Choice(report).ranks(most);
    }

    /** The compared ranks with their median times. */
    private static final class Choice {
        private final FleetReport report;
        private final List<RankPlace> places;
        private final FleetGroups groups;
        private final long[] medians;

        Choice(FleetReport report) {
            this.report = report;
            ComparedSteps compared = new ComparedSteps(report.read().steps());
            places = compared.places();
            groups = new FleetGroups(places);
            EvidenceLevel evidence = compared.evidence();
            medians = compared
                    .byRank(rank -> Quantiles.median(
                            Arrays.stream(evidence.nanos(rank)).filter(nanos -> nanos != FleetSteps.UNKNOWN)))
                    .stream()
                    .mapToLong(Long::longValue)
                    .toArray();
        }

        CaptureRanks ranks(int most) {
            List<List<Integer>> found = Stream.concat(
                            report.comparison().stragglers().stream()
                                    .filter(straggler -> straggler.partOf().isEmpty())
                                    .map(Straggler::ranks),
                            report.comparison().episodes().stream()
                                    .filter(Episode::isFinding)
                                    .map(Episode::ranks))
                    .toList();
            if (!found.isEmpty()) {
                Set<Integer> slow = found.stream().flatMap(List::stream).collect(Collectors.toSet());
                List<Integer> slowest = found.stream()
                        .map(each -> at(1, rank -> each.contains(number(rank))).orElseThrow())
                        .distinct()
                        .limit(most)
                        .toList();
                int peers = groups.peers().of(slowest.get(0));
                return numbers(
                        slowest, at(0.5, rank -> groups.peers().of(rank) == peers && !slow.contains(number(rank))));
            }
            return report.comparison()
                    .stage()
                    .map(stage -> numbers(
                            at(0.5, rank -> places.get(rank).stage() == stage.stage()).stream()
                                    .boxed()
                                    .toList(),
                            at(0.5, rank -> places.get(rank).stage() != stage.stage())))
                    .orElse(new CaptureRanks(List.of(), OptionalInt.empty()));
        }

        private int number(int rank) {
            return places.get(rank).rank();
        }

        private CaptureRanks numbers(List<Integer> slow, OptionalInt usual) {
            return new CaptureRanks(
                    slow.stream().map(this::number).toList(),
                    usual.isPresent() ? OptionalInt.of(number(usual.getAsInt())) : usual);
        }

        /** Returns the rank at a part of the ranks by their times: 0.5 is the median, 1 the slowest. */
        private OptionalInt at(double part, IntPredicate counts) {
            List<Integer> sorted = IntStream.range(0, medians.length)
                    .filter(counts)
                    .boxed()
                    .sorted(Comparator.comparingLong(rank -> medians[rank]))
                    .toList();
            return sorted.isEmpty()
                    ? OptionalInt.empty()
                    : OptionalInt.of(sorted.get((int) (part * (sorted.size() - 1))));
        }
    }
}
