package io.stepprofiler.fleet;

import io.stepprofiler.ledger.StepLedger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * Ledgers that stay in memory as long as they are small together; the others are read again when they are needed. Not
 * safe for threads.
 */
public final class KeptLedgers {
    /** A row has 12 columns at most, of 8 bytes, which grow by half. */
    private static final long ROW_BYTES = 150;

    private long rows = Runtime.getRuntime().maxMemory() / 4 / ROW_BYTES;

    /** No ledgers. */
    public KeptLedgers() {}

    /**
     * {@return the source of a ledger}
     *
     * @param ledger the ledger
     * @param file its file
     */
    public LedgerSource add(StepLedger ledger, Path file) {
        rows -= ledger.size() + ledger.syncs().size();
        return LedgerSource.of(ledger, rows >= 0 ? () -> ledger : () -> read(file));
    }

    private static StepLedger read(Path file) {
        try {
            return StepLedger.read(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
