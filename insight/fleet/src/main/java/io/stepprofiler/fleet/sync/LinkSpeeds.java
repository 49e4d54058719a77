package io.stepprofiler.fleet.sync;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.event.Collective;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Comparison of the bandwidths of equal groups. */
final class LinkSpeeds {
    private static final int HALVES = 2;
    private static final double SLOW = 0.8;
    private static final long LEAST_BYTES = 1 << 16;

    /** Fewest groups to compare: of two different ones, neither is usual. */
    private static final int LEAST_GROUPS = 3;

    /** Fewest transfers of a group in each half. */
    private static final int LEAST_TRANSFERS = 5;

    /** Collectives that are equally fast on equal links. */
    private record Equal(Collective kind, int sizeClass, int members, int hosts) {
        private static final Comparator<Equal> ORDER = Comparator.comparing(Equal::kind)
                .thenComparing(Equal::sizeClass)
                .thenComparing(Equal::members)
                .thenComparing(Equal::hosts);
    }

    /** A group, and its hosts. */
    private record Link(int group, List<Integer> hosts) {
        static Link of(SyncTransfer transfer) {
            return new Link(
                    transfer.event().group(),
                    Arrays.stream(transfer.hosts()).boxed().toList());
        }
    }

    private final FleetSyncs syncs;
    private final Map<Equal, Map<Link, List<List<Double>>>> bandwidths = new TreeMap<>(Equal.ORDER);
    private final List<SlowLink> slow = new ArrayList<>();
    private int compared;

    LinkSpeeds(FleetSyncs syncs) {
        this.syncs = syncs;
    }

    void add(SyncTransfer transfer, int steps) {
        // The time of small messages is latency, which is no bandwidth.
        if (transfer.bytes() >= LEAST_BYTES) {
            SyncEvent event = transfer.event();
            Equal equal = new Equal(event.kind(), transfer.sizeClass(), event.members(), transfer.hosts().length);
            bandwidths
                    .computeIfAbsent(equal, any -> new LinkedHashMap<>())
                    .computeIfAbsent(Link.of(transfer), any -> List.of(new ArrayList<>(), new ArrayList<>()))
                    .get((int) ((long) transfer.step() * HALVES / steps))
                    .add(transfer.busBandwidth());
        }
    }

    void compare() {
        bandwidths.forEach((equal, links) -> {
            Map<Link, double[]> medians = new LinkedHashMap<>();
            links.forEach((link, halves) -> {
                if (halves.stream().allMatch(half -> half.size() >= LEAST_TRANSFERS)) {
                    medians.put(
                            link,
                            halves.stream().mapToDouble(LinkSpeeds::median).toArray());
                }
            });
            if (medians.size() >= LEAST_GROUPS) {
                compared += medians.size();
                compare(equal, medians);
            }
        });
    }

    private void compare(Equal equal, Map<Link, double[]> medians) {
        double[] usual = IntStream.range(0, HALVES)
                .mapToDouble(half -> median(
                        medians.values().stream().map(halves -> halves[half]).toList()))
                .toArray();
        medians.forEach((link, halves) -> {
            if (IntStream.range(0, HALVES).allMatch(half -> halves[half] < SLOW * usual[half])) {
                int slower = halves[0] <= halves[1] ? 0 : 1;
                slow.add(new SlowLink(
                        syncs.groupName(link.group()),
                        equal.kind(),
                        1L << equal.sizeClass(),
                        link.hosts().stream().map(syncs.hosts().names()::get).toList(),
                        halves[slower],
                        usual[slower]));
            }
        });
    }

    private static double median(List<Double> values) {
        return Quantiles.median(values.stream().mapToDouble(Double::doubleValue));
    }

    /** Returns the slow groups, by kind, size and group. */
    List<SlowLink> slow() {
        return slow;
    }

    /** Returns the number of groups that are compared with equal ones. */
    int compared() {
        return compared;
    }
}
