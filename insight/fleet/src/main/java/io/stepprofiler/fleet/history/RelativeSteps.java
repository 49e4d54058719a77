package io.stepprofiler.fleet.history;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.ranks.EvidenceLevel;
import io.stepprofiler.fleet.report.FleetReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Steps of a run relative to the usual steps of another: each rank's times are multiplied so that its usual time in the
 * other run becomes the same for all ranks. Ranks that are slow in both runs are then as fast as the others.
 */
final class RelativeSteps {
    private final FleetSteps next;
    private final boolean isOwn;
    private final List<RankChange> changes = new ArrayList<>();
    private final List<RankPlace> places = new ArrayList<>();
    private final List<Integer> indexes = new ArrayList<>();

    RelativeSteps(FleetReport base, FleetReport next) {
        FleetSteps before = base.read().steps();
        this.next = next.read().steps();
        isOwn = base.comparison().extent().evidence() == EvidenceLevel.OWN_TIMES
                && next.comparison().extent().evidence() == EvidenceLevel.OWN_TIMES;
        Map<Integer, Integer> ofBase = new HashMap<>();
        for (int i = 0; i < before.places().size(); i++) {
            ofBase.put(before.places().get(i).rank(), i);
        }
        for (int i = 0; i < this.next.places().size(); i++) {
            RankPlace place = this.next.places().get(i);
            Integer other = ofBase.get(place.rank());
            long usualBefore = other == null ? 0 : usual(before, other);
            long usualAfter = usual(this.next, i);
            if (other != null && usualBefore > 0 && usualAfter > 0) {
                changes.add(new RankChange(
                        place.rank(), before.places().get(other).host(), place.host(), usualBefore, usualAfter));
                places.add(place);
                indexes.add(i);
            }
        }
    }

    private long nanos(FleetSteps steps, int rank, int step) {
        return isOwn ? steps.ownNanos(rank, step) : steps.durationNanos(rank, step);
    }

    private long usual(FleetSteps steps, int rank) {
        return Quantiles.median(IntStream.range(0, steps.steps())
                .mapToLong(step -> nanos(steps, rank, step))
                .filter(nanos -> nanos != FleetSteps.UNKNOWN));
    }

    /** Returns the changes of the ranks that both runs have. */
    List<RankChange> changes() {
        return changes;
    }

    /** Returns the relative steps of these ranks. */
    FleetSteps steps() {
        FleetSteps relative = new FleetSteps(places, next.numbers());
        long common = Quantiles.median(changes.stream().mapToLong(RankChange::baseNanos));
        for (int i = 0; i < indexes.size(); i++) {
            for (int step = 0; step < next.steps(); step++) {
                long nanos = nanos(next, indexes.get(i), step);
                if (nanos != FleetSteps.UNKNOWN) {
                    long scaled = Math.min(
                            FleetSteps.MOST_FIGURE,
                            Math.round((double) nanos * common / changes.get(i).baseNanos()));
                    relative.set(i, step, scaled, isOwn ? scaled : FleetSteps.UNKNOWN);
                }
            }
        }
        return relative;
    }
}
