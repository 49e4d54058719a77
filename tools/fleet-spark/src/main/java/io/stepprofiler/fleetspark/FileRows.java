package io.stepprofiler.fleetspark;

import io.stepprofiler.ledger.StepLedger;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;

/**
 * A file that a task has read, and the rows of its ledger.
 *
 * @param file facts about the file
 * @param tables the rows for each table; empty if it is no readable ledger
 */
record FileRows(ReadFile file, List<LedgerColumns> tables) implements Serializable {
    /** Reads a file, inside of a task. */
    static FileRows of(LedgerFile file) {
        try {
            StepLedger ledger = file.read();
            return new FileRows(
                    ReadFile.of(file, ledger),
                    Stream.of(LedgerTable.values())
                            .map(table -> table.columns(ledger))
                            .toList());
        } catch (IOException e) {
            return new FileRows(ReadFile.of(file, e), List.of());
        }
    }

    /** Returns the rows for a table, without or with one element. */
    @SuppressWarnings("EnumOrdinal") // A place in the list.
    Stream<LedgerColumns> columns(LedgerTable table) {
        return tables.stream().skip(table.ordinal()).limit(1);
    }

    /** Returns the rows for a table of the lake. */
    Stream<Row> rows(LedgerTable table) {
        return columns(table)
                .flatMap(columns -> table.rows(file.ledger(), file.row().getAs("rank"), columns));
    }
}
