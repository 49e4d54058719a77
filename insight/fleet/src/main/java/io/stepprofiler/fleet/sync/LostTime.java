package io.stepprofiler.fleet.sync;

import io.stepprofiler.amount.Search;
import java.util.Arrays;
import java.util.function.LongBinaryOperator;

/**
 * Charge of the waits of one step to the ranks that cause them. The ranks wait for the last one; while that one waits
 * in an earlier collective itself, the charge goes to the rank that it waits for, and so on. So the last stage of a
 * pipeline is charged with its own work only, and the slow stage in front of it with the rest. The charges add up to
 * the waits exactly.
 */
final class LostTime {
    /** Most ranks between a wait and its cause; pipelines have fewer stages. */
    private static final int MOST_HOPS = 64;

    private final StepTimeline timeline;
    private final long[] caused;
    private final long[] marginal;

    LostTime(StepTimeline timeline, int ranks) {
        this.timeline = timeline;
        caused = new long[ranks];
        marginal = new long[ranks];
    }

    /**
     * Charges the waits of a collective in equal parts to the ranks that arrive last, the remainder to the first.
     *
     * @param waiting rows of the collective
     * @param late the rows that arrive at the same time as the last one, by increasing rank
     */
    void charge(int[] waiting, int... late) {
        OpenWaits waits = new OpenWaits(
                Arrays.stream(waiting).mapToLong(timeline::waitStart).toArray(),
                Arrays.stream(waiting).mapToLong(timeline::waitEnd).toArray());
        long last = timeline.arrival(timeline.lastRow(late[0]));
        long lost = waits.between(waits.first(), last);
        if (lost == 0) {
            return;
        }
        LongBinaryOperator share = (from, until) -> waits.between(from, until) / late.length;
        long charged = 0;
        for (int row : late) {
            int rank = timeline.rank(row);
            long arrival = Math.max(waits.first(), timeline.arrival(row));
            charged += walk(rank, waits.first(), arrival, share, caused, 0);
            charged += add(rank, arrival, last, share, caused);
        }
        caused[timeline.rank(late[0])] += lost - charged;
        if (late.length == 1) {
            long second = Arrays.stream(waiting)
                    .filter(row -> row != late[0])
                    .mapToLong(timeline::arrival)
                    .max()
                    .orElse(last);
            walk(timeline.rank(late[0]), second, last, (from, until) -> until - from, marginal, 0);
        }
    }

    /** Charges a period in which others wait for a rank; returns the sum of the charges. */
    private long walk(int rank, long from, long until, LongBinaryOperator charge, long[] account, int hops) {
        long charged = 0;
        long past = from;
        int[] waits = timeline.waits(rank);
        for (int i = firstAfter(from, waits); hops < MOST_HOPS && i < waits.length; i++) {
            long start = Math.max(past, timeline.waitStart(waits[i]));
            long end = Math.min(until, timeline.waitEnd(waits[i]));
            if (start >= end) {
                break;
            }
            charged += add(rank, past, start, charge, account);
            int awaited = timeline.rank(timeline.lastRow(waits[i]));
            charged += walk(awaited, start, end, charge, account, hops + 1);
            past = end;
        }
        return charged + add(rank, past, until, charge, account);
    }

    private static long add(int rank, long from, long until, LongBinaryOperator charge, long[] account) {
        long nanos = charge.applyAsLong(from, until);
        account[rank] += nanos;
        return nanos;
    }

    /** Returns the position of the first wait that ends after a time; waits of a rank do not overlap. */
    private int firstAfter(long nanos, int... waits) {
        return Search.upTo(nanos, waits.length, i -> timeline.waitEnd(waits[i]));
    }

    /** Returns the waits of all ranks that a rank has caused. */
    long causedNanos(int rank) {
        return caused[rank];
    }

    /** Returns the time by which collectives would have begun earlier if only this rank had been faster. */
    long marginalNanos(int rank) {
        return marginal[rank];
    }
}
