package io.stepprofiler.readers.perfetto;

import io.stepprofiler.wire.WireReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The clocks of a file, tied to each other by the snapshots that it has of them, and the one among them that the times
 * of its trace are of.
 */
final class Clocks {
    static final long REALTIME = 1;
    static final long MONOTONIC = 3;
    static final long BOOTTIME = 6;
    /** The clocks that each sequence defines for itself are from here on. */
    static final long FIRST_OF_SEQUENCE = 64;
    /** They are below this. */
    static final long END_OF_SEQUENCE = 128;

    /** In place of a time that is not known, or beyond all that clocks show. */
    static final long INVALID = Long.MIN_VALUE;
    /** No time is larger, 146 years, so that sums of two do not overflow. */
    static final long MOST = (1L << 62) - 1;

    private static final int MOST_CLOCKS = 1000;

    /** One clock of a snapshot. */
    record Reading(long clock, long timestamp, boolean isIncremental, long unitNanos) {
        boolean isOfSequence() {
            return clock >= FIRST_OF_SEQUENCE && clock < END_OF_SEQUENCE;
        }

        /** In nanoseconds, or {@link #INVALID}. */
        long nanos() {
            return times(timestamp, unitNanos);
        }
    }

    /** The clocks at one instant, and which of them the trace is of, or 0. */
    record Snapshot(List<Reading> readings, long primary) {}

    private final List<Map<Long, Long>> snapshots = new ArrayList<>();
    private long primary;

    static Snapshot snapshot(WireReader snapshot) throws IOException {
        List<Reading> readings = new ArrayList<>();
        long primary = 0;
        for (int field = snapshot.field(); field != 0; field = snapshot.field()) {
            if (field == Fields.SNAPSHOT_CLOCK && readings.size() < MOST_CLOCKS) {
                readings.add(reading(snapshot.message()));
            } else if (field == Fields.SNAPSHOT_PRIMARY_CLOCK) {
                primary = snapshot.number();
            } else {
                snapshot.skip();
            }
        }
        return new Snapshot(readings, primary);
    }

    private static Reading reading(WireReader clock) throws IOException {
        long id = 0;
        long timestamp = 0;
        boolean isIncremental = false;
        long unit = 1;
        for (int field = clock.field(); field != 0; field = clock.field()) {
            switch (field) {
                case Fields.CLOCK_ID -> id = clock.number();
                case Fields.CLOCK_TIMESTAMP -> timestamp = clock.number();
                case Fields.CLOCK_IS_INCREMENTAL -> isIncremental = clock.flag();
                case Fields.CLOCK_UNIT_NANOS -> unit = Math.max(clock.number(), 1);
                default -> clock.skip();
            }
        }
        return new Reading(id, timestamp, isIncremental, unit);
    }

    /** Whether a snapshot ties clocks to each other, and was kept; those of a sequence alone are not. */
    boolean add(Snapshot taken) {
        primary = primary == 0 ? taken.primary() : primary;
        Map<Long, Long> snapshot = new HashMap<>();
        for (Reading reading : taken.readings()) {
            if (!reading.isOfSequence() && reading.nanos() != INVALID) {
                snapshot.put(reading.clock(), reading.nanos());
            }
        }
        return snapshot.size() > 1 && snapshots.add(snapshot);
    }

    /** A time of some clock as one of the trace's clock; {@link #INVALID} if nothing ties the two. */
    long toTrace(long clock, long nanos) {
        return convert(clock, traceClock(), nanos);
    }

    /** A time of the trace as one of the wall clock; 0 if nothing ties the two. */
    long toEpoch(long nanos) {
        long epoch = snapshots.isEmpty() ? INVALID : convert(traceClock(), REALTIME, nanos);
        return epoch == INVALID ? 0 : epoch;
    }

    /** The monotonic and the wall clock of each snapshot that has both, in the order of the file. */
    List<long[]> anchors() {
        return snapshots.stream()
                .filter(snapshot -> snapshot.containsKey(MONOTONIC) && snapshot.containsKey(REALTIME))
                .map(snapshot -> new long[] {snapshot.get(MONOTONIC), snapshot.get(REALTIME)})
                .toList();
    }

    private long traceClock() {
        if (primary != 0) {
            return primary;
        }
        boolean hasBoottime = snapshots.isEmpty() || snapshots.get(0).containsKey(BOOTTIME);
        return hasBoottime ? BOOTTIME : MONOTONIC;
    }

    private long convert(long from, long to, long nanos) {
        if (from == to || snapshots.isEmpty()) {
            return nanos;
        }
        // The last snapshot not after the time counts; the first one for what is before.
        long offset = INVALID;
        for (Map<Long, Long> snapshot : snapshots) {
            Long here = snapshot.get(from);
            Long there = snapshot.get(to);
            if (here != null && there != null && (offset == INVALID || here <= nanos)) {
                offset = there - here;
            }
        }
        return offset == INVALID ? INVALID : sum(nanos, offset);
    }

    /** A sum, or {@link #INVALID} if one of the two or the sum is out of range. */
    static long sum(long one, long other) {
        if (Math.abs(one) > MOST || Math.abs(other) > MOST || one == INVALID || other == INVALID) {
            return INVALID;
        }
        long sum = one + other;
        return Math.abs(sum) > MOST ? INVALID : sum;
    }

    /** A product, or {@link #INVALID} if it is out of range. */
    static long times(long value, long unit) {
        long high = Math.multiplyHigh(value, unit);
        long low = value * unit;
        boolean fits = (high == 0 && low >= 0) || (high == -1 && low < 0);
        return fits && Math.abs(low) <= MOST ? low : INVALID;
    }
}
