package io.stepprofiler.fleetspark;

import io.stepprofiler.ledger.StepLedger;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;

/**
 * A file that a task has read, and the rows of its ledger.
 *
 * @param file facts about the file
 * @param parts the rows, a part for each table; empty if it is no readable ledger
 */
record FileRows(ReadFile file, List<LedgerPart> parts) implements Serializable {
    /** Reads a file, inside of a task. */
    static FileRows of(LedgerFile file) {
        try {
            StepLedger ledger = file.read();
            return new FileRows(
                    ReadFile.of(file, ledger),
                    Stream.of(LedgerTable.values())
                            .map(table -> new LedgerPart(file.ledger(), table, table.columns(ledger)))
                            .toList());
        } catch (IOException e) {
            return new FileRows(ReadFile.of(file, e), List.of());
        }
    }

    private Stream<LedgerPart> parts(LedgerTable table) {
        return parts.stream().filter(part -> part.table() == table);
    }

    /** Returns the rows for a table of the lake. */
    Stream<Row> rows(LedgerTable table) {
        return parts(table).flatMap(part -> table.rows(part.ledger(), file.row().getAs("rank"), part.columns()));
    }

    /** Returns the steps of the collectives. */
    LongStream syncSteps() {
        return parts(LedgerTable.SYNCS)
                .map(LedgerPart::columns)
                .flatMapToLong(columns -> IntStream.range(0, columns.size()).mapToLong(row -> columns.get(0, row)));
    }

    /** Returns the rows without the collectives of steps before a number. */
    FileRows from(long firstSyncStep) {
        return firstSyncStep == SyncRoom.ALL_STEPS
                ? this
                : new FileRows(
                        file,
                        parts.stream()
                                .map(part -> part.table() == LedgerTable.SYNCS ? part.from(firstSyncStep) : part)
                                .toList());
    }
}
