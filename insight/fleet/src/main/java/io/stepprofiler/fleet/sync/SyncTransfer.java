package io.stepprofiler.fleet.sync;

import io.stepprofiler.event.Collective;

/**
 * Transfer of a collective.
 *
 * @param step index of the step
 * @param event the collective
 * @param hosts indexes of its hosts, increasing
 * @param bytes size of the message
 * @param nanos time from the last arrival to the first end
 */
@SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
record SyncTransfer(int step, SyncEvent event, int[] hosts, long bytes, long nanos) {
    /** Returns the bytes a nanosecond over the busiest link of a group that uses its links evenly. */
    double busBandwidth() {
        return factor(event.kind(), event.members()) * bytes / nanos;
    }

    /** Returns the part of the message that the busiest link carries. */
    static double factor(Collective kind, int members) {
        double others = (double) (members - 1) / members;
        return switch (kind) {
            case ALL_REDUCE -> 2 * others;
            case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL -> others;
            default -> 1;
        };
    }

    /** Returns the power of two of the size. */
    int sizeClass() {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(bytes);
    }
}
