package io.stepprofiler.fleet.sync;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.fleet.FleetSteps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Waits in the collectives of one step, by rank: a pure function of the step's parts and of the clocks. */
final class StepWaits {
    /** Arrivals that differ by less than this part of the step are the same time. */
    private static final int STEP_PART = 100;

    private final StepTimeline timeline;
    private final LostTime lost;
    private final FleetClocks clocks;
    private final SyncHosts hosts;
    private final long shortNanos;
    private final List<SyncTransfer> transfers = new ArrayList<>();
    private long negativeTransfers;

    StepWaits(StepMatches matches, FleetClocks clocks, SyncHosts hosts, RankTimes times, int step) {
        this.clocks = clocks;
        this.hosts = hosts;
        int ranks = hosts.ofRanks().length;
        timeline = new StepTimeline(matches, clocks, hosts);
        lost = new LostTime(timeline, ranks);
        long median = Quantiles.median(Arrays.stream(times.durations()).filter(nanos -> nanos != FleetSteps.UNKNOWN));
        shortNanos = median / STEP_PART;
        timeline.events().forEach(event -> add(event, step));
    }

    private void add(SyncEvent event, int step) {
        int last = timeline.lastRow(event.rows()[0]);
        long[] sameTime = Arrays.stream(event.rows())
                .mapToLong(row -> clocks.sameTimeNanos(host(row), host(last)))
                .toArray();
        int[] late = IntStream.range(0, sameTime.length)
                .filter(i ->
                        timeline.arrival(event.rows()[i]) >= timeline.arrival(last) - Math.max(shortNanos, sameTime[i]))
                .map(i -> event.rows()[i])
                .toArray();
        lost.charge(event.rows(), late);
        long transfer = timeline.transferNanos(event);
        if (transfer < 0) {
            negativeTransfers++;
        } else if (transfer > Arrays.stream(sameTime).max().orElse(0)) {
            int[] ends = Arrays.stream(event.rows())
                    .map(this::host)
                    .sorted()
                    .distinct()
                    .toArray();
            transfers.add(new SyncTransfer(step, event, ends, timeline.bytes(event), transfer));
        }
    }

    private int host(int row) {
        return hosts.ofRanks()[timeline.rank(row)];
    }

    StepTimeline timeline() {
        return timeline;
    }

    LostTime lost() {
        return lost;
    }

    /** Returns the transfers that are longer than the error of the clocks. */
    List<SyncTransfer> transfers() {
        return transfers;
    }

    /** Returns the number of collectives with an end before the last arrival. */
    long negativeTransfers() {
        return negativeTransfers;
    }
}
