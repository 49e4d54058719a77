package io.stepprofiler.fleet.sync;

import io.stepprofiler.amount.Quantiles;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Fit of the clocks of hosts to each other by the ends of their collectives. Hosts are placed one after the other
 * against placed neighbours; then all are fitted anew to the medians of their collectives, until no clock of a part
 * moves against the others by a microsecond. All hosts of a sweep see the medians before it, so the order of hosts has
 * no effect. A host whose clock jumps fits no line: it is set aside, so that its jump is no lateness of its ranks.
 */
final class ClockFit {
    private static final long STILL_NANOS = 1_000;
    private static final int MOST_SWEEPS = 50;
    private static final int NO_PART = -1;
    private static final int JUMP_BLOCKS = 32;
    private static final int LEAST_BLOCKS = 8;
    private static final int JUMP_FACTOR = 20;
    private static final long JUMP_NANOS = 1_000_000;

    private final HostEnds ends;
    private final @Nullable ClockLine[] lines;
    private final int[] parts;

    /** Ends of each host by increasing time, and the collective of each end. */
    private final int[][] ofHost;

    private final int[] collectiveOf;

    /** Median of the ends of each collective on the common time, over the hosts that are placed. */
    private final long[] medians;

    private final boolean[] isKnown;
    private final boolean[] jumps;
    private int sweeps;
    private long lastMoveNanos;

    ClockFit(HostEnds ends, int hosts) {
        this.ends = ends;
        lines = new ClockLine[hosts];
        jumps = new boolean[hosts];
        parts = new int[hosts];
        Arrays.fill(parts, NO_PART);
        medians = new long[ends.collectives()];
        isKnown = new boolean[ends.collectives()];
        collectiveOf = new int[ends.start(ends.collectives())];
        ofHost = new int[hosts][];
        index();
        place();
        settle();
        boolean isAnyJump = false;
        for (int host = 0; host < hosts; host++) {
            jumps[host] = isJumping(host);
            isAnyJump |= jumps[host];
        }
        if (isAnyJump) {
            settle();
        }
    }

    /** Returns whether the offset of a host changes at once by far more than it does otherwise. */
    private boolean isJumping(int host) {
        long[] offsets = Arrays.stream(ofHost[host]).mapToLong(this::offset).toArray();
        int blocks = Math.min(JUMP_BLOCKS, offsets.length / 2);
        long[] medians = IntStream.range(0, blocks)
                .mapToLong(i -> Quantiles.midpoint(
                        Arrays.copyOfRange(offsets, i * offsets.length / blocks, (i + 1) * offsets.length / blocks)))
                .toArray();
        long[] changes = IntStream.range(1, blocks)
                .mapToLong(i -> Math.abs(medians[i] - medians[i - 1]))
                .sorted()
                .toArray();
        return blocks >= LEAST_BLOCKS
                && changes[changes.length - 1] > Math.max(JUMP_NANOS, JUMP_FACTOR * Quantiles.of(changes, 0.5));
    }

    private void index() {
        int[] counts = new int[ofHost.length];
        for (int i = 0; i < collectiveOf.length; i++) {
            counts[ends.host(i)]++;
        }
        for (int i = 0; i < ofHost.length; i++) {
            ofHost[i] = new int[counts[i]];
        }
        for (int collective = 0; collective < ends.collectives(); collective++) {
            for (int i = ends.start(collective); i < ends.start(collective + 1); i++) {
                collectiveOf[i] = collective;
                int host = ends.host(i);
                ofHost[host][ofHost[host].length - counts[host]--] = i;
            }
        }
        for (int i = 0; i < ofHost.length; i++) {
            ofHost[i] = RowOrder.by(ends::nanos, ofHost[i]);
        }
    }

    private void place() {
        int part = 0;
        for (int host = 0; host < lines.length; host++) {
            if (lines[host] == null) {
                lines[host] = ClockLine.NONE;
                parts[host] = part;
                boolean isGrowing = true;
                while (isGrowing) {
                    isGrowing = placeNeighbours(part);
                }
                part++;
            }
        }
    }

    private boolean placeNeighbours(int part) {
        findMedians();
        boolean isPlaced = false;
        for (int host = 0; host < lines.length; host++) {
            if (lines[host] == null) {
                lines[host] = fit(host);
                if (lines[host] != null) {
                    parts[host] = part;
                    isPlaced = true;
                }
            }
        }
        return isPlaced;
    }

    private void settle() {
        do {
            findMedians();
            long[] first = new long[lines.length];
            long[] last = new long[lines.length];
            for (int host = 0; host < lines.length; host++) {
                ClockLine old = placed(host);
                ClockLine line = fit(host);
                if (line != null) {
                    long begin = ends.nanos(ofHost[host][0]);
                    long end = ends.nanos(ofHost[host][ofHost[host].length - 1]);
                    first[host] = line.at(begin) - old.at(begin);
                    last[host] = line.at(end) - old.at(end);
                    lines[host] = line;
                }
            }
            lastMoveNanos = Math.max(spread(first), spread(last));
            sweeps++;
        } while (lastMoveNanos >= STILL_NANOS && sweeps < MOST_SWEEPS);
        findMedians();
    }

    /** Returns the largest difference of moves in a part; a move of all its hosts only renames the common time. */
    private long spread(long... moves) {
        Map<Integer, LongSummaryStatistics> ofParts = new HashMap<>();
        for (int host = 0; host < moves.length; host++) {
            ofParts.computeIfAbsent(parts[host], any -> new LongSummaryStatistics())
                    .accept(moves[host]);
        }
        return ofParts.values().stream()
                .mapToLong(part -> part.getMax() - part.getMin())
                .max()
                .orElse(0);
    }

    private void findMedians() {
        for (int collective = 0; collective < medians.length; collective++) {
            int from = ends.start(collective);
            long[] common = new long[ends.start(collective + 1) - from];
            int count = 0;
            for (int i = from; i < from + common.length; i++) {
                ClockLine line = lines[ends.host(i)];
                if (line != null && !jumps[ends.host(i)]) {
                    common[count++] = ends.nanos(i) - line.at(ends.nanos(i));
                }
            }
            isKnown[collective] = count > 0;
            medians[collective] = count > 0 ? Quantiles.midpoint(common, 0, count) : 0;
        }
    }

    /** Returns the line of a host through its offsets from the medians; null if none of them is known. */
    private @Nullable ClockLine fit(int host) {
        long[] times = new long[ofHost[host].length];
        long[] offsets = new long[times.length];
        int count = 0;
        for (int end : ofHost[host]) {
            if (isKnown[collectiveOf[end]]) {
                times[count] = ends.nanos(end);
                offsets[count++] = offset(end);
            }
        }
        return count == 0 ? null : ClockLine.fit(Arrays.copyOf(times, count), Arrays.copyOf(offsets, count));
    }

    private long offset(int end) {
        return ends.nanos(end) - medians[collectiveOf[end]];
    }

    private ClockLine placed(int host) {
        ClockLine line = lines[host];
        return line == null ? ClockLine.NONE : line;
    }

    HostClock clock(int host, String name) {
        ClockLine line = placed(host);
        long[] remaining = Arrays.stream(ofHost[host])
                .mapToLong(end -> offset(end) - line.at(ends.nanos(end)))
                .toArray();
        return new HostClock(
                name,
                parts[host],
                jumps[host] ? 0 : remaining.length,
                line,
                remaining.length == 0 ? 0 : deviation(remaining));
    }

    /** Returns the standard deviation by the median absolute deviation; values are changed. */
    private static long deviation(long... values) {
        long middle = Quantiles.midpoint(values);
        Arrays.setAll(values, i -> Math.abs(values[i] - middle));
        return Math.round(Quantiles.NORMAL * Quantiles.midpoint(values));
    }

    int sweeps() {
        return sweeps;
    }

    long lastMoveNanos() {
        return lastMoveNanos;
    }
}
