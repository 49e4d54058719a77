package io.stepprofiler.fleet.comparison;

import io.stepprofiler.fleet.ranks.FleetGroups;
import io.stepprofiler.fleet.ranks.PlaceLevel;
import io.stepprofiler.fleet.ranks.RankGroups;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Division of the difference between the slowest and the mean rank into stage, rack, host and rank. Each level adds the
 * difference between its slowest group and the slowest group of the level above. The figure of a group is the median
 * over its ranks; for racks and hosts, of their times above the medians of their stages, because a host may have ranks
 * of several stages. A level adds nothing if its groups are single places of the level below.
 */
final class PersistentWaste {
    private final long[] medians;
    private final long top;
    private final List<WastePart> parts = new ArrayList<>();
    private long level;

    private PersistentWaste(long[] medians) {
        this.medians = medians;
        top = Arrays.stream(medians).max().orElse(0);
        level = Arrays.stream(medians).sum() / medians.length;
    }

    /** Returns the parts, from stage to rank, for the median time of each rank. */
    static List<WastePart> of(long[] medians, FleetGroups groups) {
        PersistentWaste waste = new PersistentWaste(medians);
        RankGroups stages = groups.stages();
        long[] ofStage = stages.medians(rank -> true, rank -> medians[rank]);
        waste.add(WasteKind.STAGE, stages, rank -> stages.size() > 1, ofStage);
        for (PlaceLevel place : List.of(PlaceLevel.RACK, PlaceLevel.HOST, PlaceLevel.RANK)) {
            RankGroups at = groups.at(place);
            long[] above = at.medians(rank -> true, rank -> medians[rank] - ofStage[rank]);
            waste.add(
                    WasteKind.valueOf(place.name()),
                    at,
                    rank -> at.size() > 1 && groups.isSeveral(place, at.of(rank)),
                    IntStream.range(0, medians.length)
                            .mapToLong(rank -> ofStage[rank] + above[rank])
                            .toArray());
        }
        return waste.parts;
    }

    private void add(WasteKind kind, RankGroups groups, IntPredicate counts, long[] figures) {
        int slowest = -1;
        for (int rank = 0; rank < medians.length; rank++) {
            if (counts.test(rank) && (slowest < 0 || figures[rank] > figures[slowest])) {
                slowest = rank;
            }
        }
        long next = slowest < 0 ? level : Math.max(level, Math.min(top, figures[slowest]));
        parts.add(new WastePart(kind, next > level ? groups.name(groups.of(slowest)) : "", next - level));
        level = next;
    }
}
