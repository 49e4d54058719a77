package io.stepprofiler.fleet.sync;

/**
 * Parts of a rank's step, or of several; they add up to the duration exactly.
 *
 * @param ownNanos time outside of collectives
 * @param waitNanos time in collectives until the last rank has arrived
 * @param transferNanos time in collectives afterwards
 * @param unaccountedNanos time in collectives that are left out or were not kept: waits or transfers
 */
public record RankStep(long ownNanos, long waitNanos, long transferNanos, long unaccountedNanos) {
    static final RankStep NONE = new RankStep(0, 0, 0, 0);

    RankStep plus(RankStep other) {
        return new RankStep(
                ownNanos + other.ownNanos,
                waitNanos + other.waitNanos,
                transferNanos + other.transferNanos,
                unaccountedNanos + other.unaccountedNanos);
    }
}
