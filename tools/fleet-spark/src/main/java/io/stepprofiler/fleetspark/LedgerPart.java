package io.stepprofiler.fleetspark;

import java.io.Serializable;

/**
 * Rows of one step ledger in one table, all of them or a part.
 *
 * @param ledger number of the ledger in its run
 * @param table the table
 * @param columns the rows
 */
record LedgerPart(int ledger, LedgerTable table, LedgerColumns columns) implements Serializable {
    /** Returns the rows of steps from a number on. */
    LedgerPart from(long step) {
        return new LedgerPart(ledger, table, columns.from(step));
    }
}
