package io.stepprofiler.analysis.memory;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A timeline reduced to the points that a chart can show: all moments if they are few, else for each interval the
 * moments with the most and the fewest bytes and the last one, so that no peak is lost. Immutable.
 */
public final class MemoryChart {
    /** Most points of a chart. */
    static final int MAX_POINTS = 4000;

    /** Number of intervals, with up to three points each. */
    private static final int STRETCHES = MAX_POINTS / 3;

    private final MemoryTimeline timeline;
    private final long firstNanos;
    private int moments;
    private long lastNanos;

    MemoryChart(MemoryTimeline timeline) {
        this.timeline = timeline;
        firstNanos = firstNanos();
        lastNanos = firstNanos;
        for (MemoryMoments sums = sums(); sums.next(); moments++) {
            lastNanos = nanos(sums);
        }
    }

    /** {@return the number of moments of the timeline} */
    public int moments() {
        return moments;
    }

    /** {@return the moments to draw, in the order of time} Takes two passes over the changes. */
    public List<MemoryMoment> points() {
        BitSet chosen = chosen();
        List<MemoryMoment> points = new ArrayList<>();
        int moment = 0;
        for (MemoryMoments sums = sums(); sums.next(); moment++) {
            if (chosen.get(moment)) {
                points.add(new MemoryMoment(sums, nanos(sums)));
            }
        }
        return points;
    }

    private BitSet chosen() {
        BitSet chosen = new BitSet();
        if (moments <= MAX_POINTS) {
            chosen.set(0, moments);
            return chosen;
        }
        double width = ((double) lastNanos - firstNanos + 1) / STRETCHES;
        long stretch = -1;
        long most = 0;
        long least = 0;
        int mostAt = 0;
        int leastAt = 0;
        int moment = 0;
        for (MemoryMoments sums = sums(); sums.next(); moment++) {
            long next = (long) (((double) nanos(sums) - firstNanos) / width);
            boolean begins = next != stretch;
            if (begins && moment > 0) {
                chosen.set(mostAt);
                chosen.set(leastAt);
                chosen.set(moment - 1);
            }
            if (begins || sums.total() > most) {
                most = sums.total();
                mostAt = moment;
            }
            if (begins || sums.total() < least) {
                least = sums.total();
                leastAt = moment;
            }
            stretch = next;
        }
        chosen.set(mostAt);
        chosen.set(leastAt);
        chosen.set(moment - 1);
        return chosen;
    }

    private MemoryMoments sums() {
        return new MemoryMoments(timeline.rows(), nanos -> nanos);
    }

    private long firstNanos() {
        TimelineRows rows = timeline.rows();
        long start = timeline.trace().start().monotonicNanos();
        for (int row = 0; row < rows.size(); row++) {
            if (!rows.isPreexisting(row)) {
                return Math.min(start, rows.nanos(row));
            }
        }
        return start;
    }

    /** Time of a moment; the state before the window is shown at the start of the chart. */
    private long nanos(MemoryMoments sums) {
        return sums.isPreexisting() ? firstNanos : sums.time();
    }
}
