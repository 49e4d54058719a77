package io.stepprofiler.fleet.sync;

import io.stepprofiler.event.Collective;
import io.stepprofiler.fleet.FleetSteps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Time of the ranks in the collectives of one step. A rank waits from its arrival until the last rank's; then the
 * collective transfers until its end. If parts of one rank overlap, because it sends and receives at once, its time
 * counts once, as a wait if one of them is a wait. Times are on the common time of the clocks.
 */
final class StepTimeline {
    private static final int UNKNOWN = -1;

    private final SyncRows rows;
    private final List<SyncEvent> events = new ArrayList<>();
    private final long[] arrivals;
    private final long[] ends;

    /** Row of the last rank of each row's collective; {@link #UNKNOWN} if it is not known. */
    private final int[] lastRows;

    /** Each row's wait; both are the same if it has none. */
    private final long[] waitStarts;

    private final long[] waitEnds;

    /** Rows of each rank with a wait, by increasing time. */
    private final int[][] waits;

    private final long[] waitNanos;
    private final long[] transferNanos;
    private final long[] unknownNanos;
    private final boolean[] isRecorded;
    private long incomparable;

    StepTimeline(StepMatches matches, FleetClocks clocks, SyncHosts hosts) {
        rows = matches.rows();
        int size = rows.size();
        int ranks = hosts.ofRanks().length;
        arrivals = new long[size];
        ends = new long[size];
        lastRows = new int[size];
        Arrays.fill(lastRows, UNKNOWN);
        waitStarts = new long[size];
        waitEnds = new long[size];
        waits = new int[ranks][];
        waitNanos = new long[ranks];
        transferNanos = new long[ranks];
        unknownNanos = new long[ranks];
        isRecorded = new boolean[ranks];
        int[] counts = new int[ranks];
        for (int i = 0; i < size; i++) {
            HostClock clock = clocks.clocks().get(hosts.ofRanks()[rows.rank(i)]);
            arrivals[i] = clock.common(rows.arrival(i));
            ends[i] = clock.common(rows.end(i));
            counts[rows.rank(i)]++;
            isRecorded[rows.rank(i)] = true;
        }
        for (SyncEvent event : matches.events()) {
            if (event.isComplete() && clocks.isComparable(event, rows, hosts)) {
                events.add(event);
                findLast(event);
            } else if (event.isComplete()) {
                incomparable += event.rows().length;
            }
        }
        divide(matches.order(), counts);
    }

    private void findLast(SyncEvent event) {
        int last = event.rows()[0];
        for (int row : event.rows()) {
            last = arrivals[row] > arrivals[last] ? row : last;
        }
        for (int row : event.rows()) {
            lastRows[row] = last;
        }
    }

    private void divide(int[] order, int... counts) {
        for (int i = 0; i < waits.length; i++) {
            waits[i] = new int[counts[i]];
        }
        for (int row : order) {
            int rank = rows.rank(row);
            waits[rank][waits[rank].length - counts[rank]--] = row;
        }
        for (int i = 0; i < waits.length; i++) {
            waits[i] = divide(i, RowOrder.by(row -> arrivals[row], waits[i]));
        }
    }

    private int[] divide(int rank, int... ordered) {
        long past = Long.MIN_VALUE;
        for (int row : ordered) {
            waitStarts[row] = Math.max(arrivals[row], past);
            waitEnds[row] = holds(row)
                    ? Math.max(waitStarts[row], Math.min(ends[row], arrivals[lastRows[row]]))
                    : waitStarts[row];
            waitNanos[rank] += waitNanos(row);
            past = waitEnds[row];
        }
        long known = covered(
                Arrays.stream(ordered).filter(row -> lastRows[row] != UNKNOWN).toArray());
        transferNanos[rank] = known - waitNanos[rank];
        unknownNanos[rank] = covered(ordered) - known;
        return Arrays.stream(ordered).filter(row -> waitNanos(row) > 0).toArray();
    }

    /** Returns the time that one or more of the rows cover. */
    private long covered(int... ordered) {
        long sum = 0;
        long past = Long.MIN_VALUE;
        for (int row : ordered) {
            long start = Math.max(arrivals[row], past);
            past = Math.max(start, ends[row]);
            sum += past - start;
        }
        return sum;
    }

    /** True if the rank cannot leave before the last one has come; a sender can. */
    private boolean holds(int row) {
        return lastRows[row] != UNKNOWN && rows.kind(row) != Collective.SEND;
    }

    /** Returns the collectives whose waits are known. */
    List<SyncEvent> events() {
        return events;
    }

    int rank(int row) {
        return rows.rank(row);
    }

    long arrival(int row) {
        return arrivals[row];
    }

    /** Returns the row of the last rank of a row's collective. */
    int lastRow(int row) {
        return lastRows[row];
    }

    long waitStart(int row) {
        return waitStarts[row];
    }

    long waitEnd(int row) {
        return waitEnds[row];
    }

    long waitNanos(int row) {
        return waitEnds[row] - waitStarts[row];
    }

    /** Returns the rows of a rank with a wait, by increasing time. */
    int[] waits(int rank) {
        return waits[rank];
    }

    /** Returns the time from the last arrival to the first end; negative if the clocks or the data are wrong. */
    long transferNanos(SyncEvent event) {
        long end = Long.MAX_VALUE;
        for (int row : event.rows()) {
            end = holds(row) ? Math.min(end, ends[row]) : end;
        }
        return end - arrivals[lastRow(event.rows()[0])];
    }

    long bytes(SyncEvent event) {
        return rows.bytes(event.rows()[0]);
    }

    /** Returns the number of parts in collectives of hosts whose clocks cannot be compared. */
    long incomparable() {
        return incomparable;
    }

    /** True if the rank has recorded a collective in the step. */
    boolean isRecorded(int rank) {
        return isRecorded[rank];
    }

    /**
     * Divides a step of a rank, so that the parts add up to it exactly.
     *
     * @param rank index of the rank
     * @param durationNanos duration of the step
     * @param ownNanos its time outside of collectives, if all are counted; or else {@link FleetSteps#UNKNOWN}
     */
    RankStep step(int rank, long durationNanos, long ownNanos) {
        long inside = ownNanos == FleetSteps.UNKNOWN
                ? Math.min(durationNanos, waitNanos[rank] + transferNanos[rank] + unknownNanos[rank])
                : durationNanos - ownNanos;
        long wait = Math.min(waitNanos[rank], inside);
        long transfer = Math.min(transferNanos[rank], inside - wait);
        return new RankStep(durationNanos - inside, wait, transfer, inside - wait - transfer);
    }
}
