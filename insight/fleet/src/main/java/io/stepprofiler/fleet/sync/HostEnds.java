package io.stepprofiler.fleet.sync;

import io.stepprofiler.amount.Quantiles;
import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/**
 * Ends of collectives on several hosts, one for each host, in columns. All ranks of a collective leave it at about the
 * same time, so its ends show the offsets between the clocks.
 */
final class HostEnds {
    /** Index of the first end of each collective, and the number of ends. */
    private int[] starts = new int[16];

    private int[] hosts = new int[64];
    private long[] nanos = new long[64];
    private int collectives;

    /** Adds the collectives of a step with two hosts or more: the median end of the ranks of each host. */
    void add(StepMatches step, SyncHosts hostsOfRanks) {
        SyncRows rows = step.rows();
        IntUnaryOperator hostOf = row -> hostsOfRanks.ofRanks()[rows.rank(row)];
        for (SyncEvent event : step.events()) {
            int[] ordered = RowOrder.by(hostOf::applyAsInt, event.rows());
            if (!event.isMessage() && hostOf.applyAsInt(ordered[0]) != hostOf.applyAsInt(ordered[ordered.length - 1])) {
                add(ordered, hostOf, rows::end);
            }
        }
    }

    private void add(int[] ordered, IntUnaryOperator hostOf, IntToLongFunction endOf) {
        int count = starts[collectives];
        int to;
        for (int from = 0; from < ordered.length; from = to) {
            int host = hostOf.applyAsInt(ordered[from]);
            to = from + 1;
            while (to < ordered.length && hostOf.applyAsInt(ordered[to]) == host) {
                to++;
            }
            if (count == hosts.length) {
                hosts = Arrays.copyOf(hosts, 2 * count);
                nanos = Arrays.copyOf(nanos, 2 * count);
            }
            hosts[count] = host;
            nanos[count++] = Quantiles.midpoint(
                    Arrays.stream(ordered, from, to).mapToLong(endOf).toArray());
        }
        if (collectives + 2 > starts.length) {
            starts = Arrays.copyOf(starts, 2 * starts.length);
        }
        starts[++collectives] = count;
    }

    int collectives() {
        return collectives;
    }

    /** Returns the index of the first end of a collective; of the number of collectives, the number of ends. */
    int start(int collective) {
        return starts[collective];
    }

    int host(int end) {
        return hosts[end];
    }

    long nanos(int end) {
        return nanos[end];
    }
}
