package io.stepprofiler.fleet.sync;

import io.stepprofiler.fleet.FleetSteps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Sums of the waits of steps: whole numbers, so that the order of steps has no effect. */
final class WaitSums {
    private final FleetSteps steps;
    private final LinkSpeeds links;
    private final RankStep[] parts;
    private final int[] known;
    private final long[] caused;
    private final long[] marginal;
    private final Map<SyncProblem, Long> leftOut;
    private long collectives;
    private long negativeTransfers;

    WaitSums(FleetSteps steps, FleetSyncs syncs) {
        this.steps = steps;
        links = new LinkSpeeds(syncs);
        leftOut = new EnumMap<>(SyncProblem.class);
        leftOut.putAll(syncs.refused());
        int ranks = steps.places().size();
        parts = new RankStep[ranks];
        Arrays.fill(parts, RankStep.NONE);
        known = new int[ranks];
        caused = new long[ranks];
        marginal = new long[ranks];
    }

    /** Adds a step; returns the own times of the ranks that recorded a collective in it. */
    long[] add(StepMatches matches, StepWaits waits, RankTimes times) {
        StepTimeline timeline = waits.timeline();
        matches.leftOut().forEach((problem, count) -> leftOut.merge(problem, count, Long::sum));
        if (timeline.incomparable() > 0) {
            leftOut.merge(SyncProblem.CLOCK_UNKNOWN, timeline.incomparable(), Long::sum);
        }
        collectives += timeline.events().size();
        negativeTransfers += waits.negativeTransfers();
        waits.transfers().forEach(transfer -> links.add(transfer, steps.numbers().length));
        long[] own = new long[parts.length];
        Arrays.fill(own, FleetSteps.UNKNOWN);
        for (int rank = 0; rank < parts.length; rank++) {
            caused[rank] += waits.lost().causedNanos(rank);
            long duration = times.durations()[rank];
            // Collectives of several groups may wait for the same time of a rank, which no step has twice.
            marginal[rank] += duration == FleetSteps.UNKNOWN
                    ? waits.lost().marginalNanos(rank)
                    : Math.min(waits.lost().marginalNanos(rank), duration);
            if (duration != FleetSteps.UNKNOWN && timeline.isRecorded(rank)) {
                RankStep divided = timeline.step(rank, duration, times.own()[rank]);
                own[rank] = divided.ownNanos();
                parts[rank] = parts[rank].plus(divided);
                known[rank]++;
            }
        }
        return own;
    }

    FleetWaits waits(FleetClocks clocks) {
        links.compare();
        List<RankWaits> ranks = new ArrayList<>();
        for (int i = 0; i < parts.length; i++) {
            ranks.add(new RankWaits(steps.places().get(i).rank(), known[i], parts[i], caused[i], marginal[i]));
        }
        return new FleetWaits(
                clocks,
                collectives,
                Collections.unmodifiableMap(leftOut),
                negativeTransfers,
                List.copyOf(ranks),
                links.compared(),
                List.copyOf(links.slow()));
    }
}
