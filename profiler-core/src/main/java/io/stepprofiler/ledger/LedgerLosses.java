package io.stepprofiler.ledger;

/**
 * Account of the losses of a step ledger.
 *
 * @param overwrittenSteps steps that ended faster than they could be copied
 * @param failedWrites times that the file could not be written; the next successful write contained its rows
 * @param missingBlocks blocks of the file that are missing or damaged
 * @param damagedBytes bytes of the file that belong to no readable block
 */
public record LedgerLosses(long overwrittenSteps, long failedWrites, long missingBlocks, long damagedBytes) {
    /** No loss. */
    public static final LedgerLosses NONE = new LedgerLosses(0, 0, 0, 0);
}
