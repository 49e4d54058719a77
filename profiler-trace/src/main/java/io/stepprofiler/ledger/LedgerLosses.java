package io.stepprofiler.ledger;

/**
 * Account of the losses of a step ledger.
 *
 * @param overwrittenSteps steps that ended faster than they could be copied
 * @param failedWrites times that the file could not be written; the next successful write contained its rows
 * @param overwrittenSyncs collectives that ended faster than they could be copied
 * @param droppedSyncs collectives that were left out because the file had grown to its limit, the oldest first
 * @param missingBlocks blocks of the file that are missing or damaged
 * @param damagedBytes bytes of the file that belong to no readable block
 */
public record LedgerLosses(
        long overwrittenSteps,
        long failedWrites,
        long overwrittenSyncs,
        long droppedSyncs,
        long missingBlocks,
        long damagedBytes) {
    /** No loss. */
    public static final LedgerLosses NONE = new LedgerLosses(0, 0, 0, 0, 0, 0);

    /**
     * {@return the losses of both ledgers}
     *
     * @param other losses of another ledger
     */
    public LedgerLosses plus(LedgerLosses other) {
        return new LedgerLosses(
                overwrittenSteps + other.overwrittenSteps,
                failedWrites + other.failedWrites,
                overwrittenSyncs + other.overwrittenSyncs,
                droppedSyncs + other.droppedSyncs,
                missingBlocks + other.missingBlocks,
                damagedBytes + other.damagedBytes);
    }
}
