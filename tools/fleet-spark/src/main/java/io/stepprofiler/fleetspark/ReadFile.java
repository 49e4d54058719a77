package io.stepprofiler.fleetspark;

import io.stepprofiler.fleet.report.UnreadLedger;
import io.stepprofiler.ledger.StepLedger;
import java.io.IOException;
import java.io.Serializable;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Facts about a file that a task has read.
 *
 * @param row row of the table {@code ranks}; of the table {@code unreadable} if the file is no readable ledger
 * @param isLedger true if it is a ledger
 */
record ReadFile(Row row, boolean isLedger) implements Serializable {
    /** Name of the table of files that are no readable ledgers. */
    static final String UNREADABLE = "unreadable";

    static final StructType UNREADABLE_SCHEMA = LedgerFile.SCHEMA.add("reason", DataTypes.StringType, false);

    static ReadFile of(LedgerFile file, StepLedger ledger) {
        return new ReadFile(RanksTable.row(file, ledger), true);
    }

    static ReadFile of(LedgerFile file, IOException reason) {
        return new ReadFile(
                new GenericRowWithSchema(
                        Stream.concat(file.values(), Stream.of(String.valueOf(reason.getMessage())))
                                .toArray(),
                        UNREADABLE_SCHEMA),
                false);
    }

    /** Returns the number of the file in its run. */
    int ledger() {
        return row.getAs("ledger");
    }

    /** Returns the file and the reason against it, from a row of the table of unreadable files. */
    static UnreadLedger unread(Row row) {
        return new UnreadLedger(row.getAs("path"), row.getAs("reason"));
    }
}
