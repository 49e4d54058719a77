package io.stepprofiler.handlers.xplane;

import io.stepprofiler.trace.Trace;

/**
 * An end of an arrow between events as the value of a stat: two bits of direction, then 56 of the arrow's id.
 *
 * @see <a href="https://github.com/google/tsl/blob/main/tsl/profiler/utils/xplane_schema.h">xplane_schema.h,
 *     XFlow</a>
 */
final class FlowStat {
    /** Value if there is no arrow. */
    static final long NONE = 0;

    private static final int IN = 1;
    private static final int OUT = 2;
    private static final int DIRECTION_BITS = 2;
    private static final long ID_MASK = (1L << 56) - 1;

    private FlowStat() {}

    /** Value for the end of an arrow. */
    static long in(Trace trace, long arrow) {
        return of(trace, arrow, IN);
    }

    /** Value for the start of an arrow. */
    static long out(Trace trace, long arrow) {
        return of(trace, arrow, OUT);
    }

    /** Ids count on from a hash of the trace's id, because viewers show several files together. */
    private static long of(Trace trace, long arrow, int direction) {
        long first = trace.id().hashCode() & 0xFFFF_FFFFL;
        return ((((first << 24) + arrow) & ID_MASK) << DIRECTION_BITS) | direction;
    }
}
