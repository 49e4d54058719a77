package io.stepprofiler.averages;

import java.util.List;

/** The count and the times of a row, to compare them at once. */
record Times(String name, long count, long self, long total, long sum, long min, long max, long p50, long p99) {
    static Times of(KeyAverage row) {
        return new Times(
                row.name(),
                row.count(),
                row.selfNanos(),
                row.totalNanos(),
                row.sumNanos(),
                row.minNanos(),
                row.maxNanos(),
                row.p50Nanos(),
                row.p99Nanos());
    }

    static List<Times> of(KeyAverages averages) {
        return averages.rows().stream().map(Times::of).toList();
    }
}
