package io.stepprofiler.readers.xspace.trace;

import io.stepprofiler.trace.TraceBuilder;
import java.util.HashSet;
import java.util.Set;

/** Ids of threads: the id of the line, if it is valid and free, else another. */
final class ThreadIds {
    private static final long FIRST_OTHER = 1L << 32;

    private final Set<Long> taken = new HashSet<>();
    private long next = FIRST_OTHER;

    long take(long wanted) {
        boolean isPossible = wanted > 0 && wanted < TraceBuilder.FIRST_LANE_ID;
        if (isPossible && taken.add(wanted)) {
            return wanted;
        }
        while (!taken.add(next)) {
            next++;
        }
        return next;
    }
}
