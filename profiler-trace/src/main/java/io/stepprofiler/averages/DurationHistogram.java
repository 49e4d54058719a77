package io.stepprofiler.averages;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.wire.WireReader;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.Arrays;

/**
 * Histogram of durations by magnitude, which takes little memory for any number of them: 32 buckets for each doubling,
 * stored only if not empty.
 *
 * <p>Up to 63 every value has its own bucket. Above, a bucket is as wide as a 32nd of the power of two below it, and
 * its middle is at most 1/64 (1.6 %) away from each of its values.
 */
final class DurationHistogram {
    private static final int SUB_BITS = 5;
    /** Fewer durations are added one by one, more of them by an array of all buckets. */
    private static final int FEW = 64;

    static final int BUCKETS = bucket(Long.MAX_VALUE) + 1;

    private short[] buckets = {};
    private long[] counts = {};

    /** The bucket of a duration, which is not negative; larger durations have larger buckets. */
    static int bucket(long duration) {
        int shift = Math.max(0, 63 - SUB_BITS - Long.numberOfLeadingZeros(duration | 1));
        return (shift << SUB_BITS) + (int) (duration >>> shift);
    }

    /** The middle of a bucket. */
    static long middle(int bucket) {
        int shift = Math.max(0, (bucket >>> SUB_BITS) - 1);
        long low = (long) (bucket - (shift << SUB_BITS)) << shift;
        return low + ((1L << shift) - 1) / 2;
    }

    /** Adds {@code durations[from, to)}. */
    void add(long[] durations, int from, int to) {
        if (to - from < FEW) {
            for (int i = from; i < to; i++) {
                add(bucket(durations[i]));
            }
            return;
        }
        long[] dense = dense();
        for (int i = from; i < to; i++) {
            dense[bucket(durations[i])]++;
        }
        keep(dense);
    }

    void add(long duration) {
        add(bucket(duration));
    }

    /** Adds the number of durations in each bucket. */
    void add(long[] ofBuckets) {
        long[] dense = dense();
        for (int bucket = 0; bucket < dense.length; bucket++) {
            dense[bucket] += ofBuckets[bucket];
        }
        keep(dense);
    }

    void add(DurationHistogram other) {
        add(other.dense());
    }

    /** Writes the fields 3 and 4 of the message {@code Durations}. */
    void write(WireWriter out) {
        int mark = out.begin(3);
        int last = -1;
        for (short bucket : buckets) {
            out.varint(bucket - last - 1);
            last = bucket;
        }
        out.endColumn(mark);
        mark = out.begin(4);
        for (long count : counts) {
            out.varint(count);
        }
        out.endColumn(mark);
    }

    /** Reads the fields 3 and 4 of the message {@code Durations}. */
    static DurationHistogram read(WireReader gaps, WireReader counts) throws IOException {
        long[] dense = new long[BUCKETS];
        long total = 0;
        for (int bucket = -1; gaps.hasMore(); ) {
            bucket += 1 + gaps.varintBelow(BUCKETS - bucket - 1);
            dense[bucket] = counts.varint();
            total += dense[bucket];
            if (dense[bucket] <= 0 || total < 0) {
                throw counts.wrong("no number of durations");
            }
        }
        DurationHistogram histogram = new DurationHistogram();
        histogram.keep(dense);
        return histogram;
    }

    private long[] dense() {
        long[] dense = new long[BUCKETS];
        for (int i = 0; i < buckets.length; i++) {
            dense[buckets[i]] = counts[i];
        }
        return dense;
    }

    private void add(int bucket) {
        int at = Arrays.binarySearch(buckets, (short) bucket);
        if (at < 0) {
            at = -at - 1;
            int size = buckets.length;
            buckets = Arrays.copyOf(buckets, size + 1);
            counts = Arrays.copyOf(counts, size + 1);
            System.arraycopy(buckets, at, buckets, at + 1, size - at);
            System.arraycopy(counts, at, counts, at + 1, size - at);
            buckets[at] = (short) bucket;
            counts[at] = 0;
        }
        counts[at]++;
    }

    private void keep(long[] dense) {
        int used = (int) Arrays.stream(dense).filter(count -> count > 0).count();
        buckets = new short[used];
        counts = new long[used];
        int at = 0;
        for (int bucket = 0; bucket < dense.length; bucket++) {
            if (dense[bucket] > 0) {
                buckets[at] = (short) bucket;
                counts[at++] = dense[bucket];
            }
        }
    }

    /** The number of buckets that are not empty. */
    int size() {
        return buckets.length;
    }

    /** The nearest-rank percentile, within 1.6 %; 0 if there are no durations. */
    long percentile(int percent) {
        long rank = Quantiles.rank(Arrays.stream(counts).sum(), percent);
        long seen = 0;
        for (int i = 0; i < buckets.length; i++) {
            seen += counts[i];
            if (seen > rank) {
                return middle(buckets[i]);
            }
        }
        return 0;
    }
}
