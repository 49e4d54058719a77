package io.stepprofiler.fleet.sync;

import io.stepprofiler.event.Collective;

/**
 * A collective with the parts of its ranks.
 *
 * @param group index of its group
 * @param members number of ranks of the group
 * @param kind its kind; {@link Collective#RECV} for a message from one rank to another
 * @param rows the parts, by increasing rank
 * @param isComplete true if 99 % of the members have recorded it
 */
@SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
record SyncEvent(int group, int members, Collective kind, int[] rows, boolean isComplete) {
    /** True if a message goes from one rank to another: the sender may leave first. */
    boolean isMessage() {
        return kind == Collective.RECV;
    }
}
