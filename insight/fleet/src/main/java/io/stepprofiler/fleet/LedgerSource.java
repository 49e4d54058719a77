package io.stepprofiler.fleet;

import io.stepprofiler.ledger.LedgerLosses;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepLedger;
import java.util.function.Supplier;

/**
 * A step ledger of a run: the facts that precede the comparison of its steps, and a way to read them. The ledgers of a
 * large run are more than the memory of a process.
 *
 * @param run the facts about the process
 * @param losses its losses
 * @param numbers numbers of its steps
 * @param pooledRows number of rows that stand for several steps
 * @param collectives number of its collectives
 * @param content reads the ledger, each time that it is called; throws {@link java.io.UncheckedIOException}
 */
public record LedgerSource(
        LedgerRun run,
        LedgerLosses losses,
        StepRanges numbers,
        long pooledRows,
        int collectives,
        Supplier<StepLedger> content) {
    /**
     * {@return the source of a ledger that stays in memory}
     *
     * @param ledger the ledger
     */
    public static LedgerSource of(StepLedger ledger) {
        return of(ledger, () -> ledger);
    }

    /**
     * {@return the source of a ledger that can be read again}
     *
     * @param ledger the ledger
     * @param content reads it again; throws {@link java.io.UncheckedIOException}
     */
    public static LedgerSource of(StepLedger ledger, Supplier<StepLedger> content) {
        long pooled = 0;
        for (int row = 0; row < ledger.size(); row++) {
            pooled += ledger.steps(row) > 1 ? 1 : 0;
        }
        return new LedgerSource(
                ledger.run(),
                ledger.losses(),
                StepRanges.of(ledger),
                pooled,
                ledger.syncs().size(),
                content);
    }
}
