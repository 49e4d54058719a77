package io.stepprofiler.fleet.history;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.TiledSteps;
import io.stepprofiler.fleet.ranks.EvidenceLevel;
import io.stepprofiler.fleet.report.FleetReport;
import java.util.ArrayList;
import java.util.Arrays;
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
    private final EvidenceLevel evidence;
    private final List<RankChange> changes = new ArrayList<>();
    private final List<RankPlace> places = new ArrayList<>();
    private final List<Integer> indexes = new ArrayList<>();

    RelativeSteps(FleetReport base, FleetReport next) {
        FleetSteps before = base.read().steps();
        this.next = next.read().steps();
        evidence = base.comparison().extent().evidence() == EvidenceLevel.OWN_TIMES
                ? next.comparison().extent().evidence()
                : EvidenceLevel.STEP_TIMES;
        List<Long> usualBefore = usual(before);
        List<Long> usualAfter = usual(this.next);
        Map<Integer, Integer> ofBase = new HashMap<>();
        for (int i = 0; i < before.places().size(); i++) {
            ofBase.put(before.places().get(i).rank(), i);
        }
        for (int i = 0; i < this.next.places().size(); i++) {
            RankPlace place = this.next.places().get(i);
            Integer other = ofBase.get(place.rank());
            if (other != null && usualBefore.get(other) > 0 && usualAfter.get(i) > 0) {
                changes.add(new RankChange(
                        place.rank(),
                        before.places().get(other).host(),
                        place.host(),
                        usualBefore.get(other),
                        usualAfter.get(i)));
                places.add(place);
                indexes.add(i);
            }
        }
    }

    private List<Long> usual(FleetSteps steps) {
        EvidenceLevel level = evidence;
        return steps.byRank(rank ->
                Quantiles.median(Arrays.stream(level.nanos(rank)).filter(nanos -> nanos != FleetSteps.UNKNOWN)));
    }

    /** Returns the changes of the ranks that both runs have. */
    List<RankChange> changes() {
        return changes;
    }

    /** Returns the relative steps of these ranks. */
    FleetSteps steps() {
        EvidenceLevel level = evidence;
        TiledSteps relative = new TiledSteps(places, next.numbers());
        long common = Quantiles.median(changes.stream().mapToLong(RankChange::baseNanos));
        for (int i = 0; i < places.size(); i++) {
            int rank = i;
            double base = changes.get(i).baseNanos();
            long[] nanos = next.byRank(new int[] {indexes.get(i)}, level::nanos).get(0);
            IntStream.range(0, nanos.length)
                    .filter(step -> nanos[step] != FleetSteps.UNKNOWN)
                    .forEach(step -> {
                        long scaled =
                                Math.min(FleetSteps.MOST_FIGURE, Math.round((double) nanos[step] * common / base));
                        boolean isOwn = level == EvidenceLevel.OWN_TIMES;
                        relative.set(rank, step, scaled, isOwn ? scaled : FleetSteps.UNKNOWN);
                    });
        }
        return relative;
    }
}
