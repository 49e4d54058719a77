package io.stepprofiler.fleet.sync;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Clocks of all hosts of a fleet, fitted to each other.
 *
 * @param clocks clock of each host, in the order of their first ranks
 * @param sweeps number of fits of all clocks
 * @param lastMoveNanos largest change by the last of them; below a microsecond if the fit has settled
 */
public record FleetClocks(List<HostClock> clocks, int sweeps, long lastMoveNanos) {
    private static final double SAME_TIME_SIGMAS = 3;

    static FleetClocks of(List<StepMatches> steps, SyncHosts hosts) {
        HostEnds ends = new HostEnds();
        steps.forEach(step -> ends.add(step, hosts));
        ClockFit fit = new ClockFit(ends, hosts.names().size());
        List<HostClock> clocks = new ArrayList<>();
        for (int i = 0; i < hosts.names().size(); i++) {
            clocks.add(fit.clock(i, hosts.names().get(i)));
        }
        return new FleetClocks(List.copyOf(clocks), fit.sweeps(), fit.lastMoveNanos());
    }

    /** {@return the names of the hosts of each part: times of different parts cannot be compared} */
    public List<List<String>> parts() {
        Map<Integer, List<String>> parts = new TreeMap<>();
        clocks.forEach(clock ->
                parts.computeIfAbsent(clock.part(), any -> new ArrayList<>()).add(clock.host()));
        return List.copyOf(parts.values());
    }

    /** {@return the hosts whose times cannot be compared with the times of the largest part, or whose error is not known} */
    public List<String> unaligned() {
        Set<String> largest = parts().stream()
                .max(Comparator.comparingInt(List::size))
                .map(Set::copyOf)
                .orElse(Set.of());
        return clocks.stream()
                .filter(clock -> clocks.size() > 1 && !(clock.isFitted() && largest.contains(clock.host())))
                .map(HostClock::host)
                .toList();
    }

    /** {@return the largest standard deviation of the ends of collectives around the fit of a host's clock} */
    public long errorNanos() {
        return clocks.stream()
                .filter(HostClock::isFitted)
                .mapToLong(HostClock::sigmaNanos)
                .max()
                .orElse(0);
    }

    /** True if times of all ranks of a collective can be compared. */
    boolean isComparable(SyncEvent event, SyncRows rows, SyncHosts hosts) {
        int first = hosts.ofRanks()[rows.rank(event.rows()[0])];
        boolean isOneHost = true;
        boolean isFitted = true;
        for (int row : event.rows()) {
            int host = hosts.ofRanks()[rows.rank(row)];
            isOneHost &= host == first;
            isFitted &= clocks.get(host).isFitted()
                    && clocks.get(host).part() == clocks.get(first).part();
        }
        return isOneHost || isFitted;
    }

    /**
     * {@return the difference up to which two times are the same: three standard deviations}
     *
     * @param host index of the clock of the one
     * @param other index of the clock of the other
     */
    long sameTimeNanos(int host, int other) {
        if (host == other) {
            return 0;
        }
        double sigma = Math.hypot((double) clocks.get(host).sigmaNanos(), (double)
                clocks.get(other).sigmaNanos());
        return Math.round(SAME_TIME_SIGMAS * sigma);
    }
}
