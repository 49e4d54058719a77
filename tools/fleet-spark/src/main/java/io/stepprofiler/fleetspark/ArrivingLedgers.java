package io.stepprofiler.fleetspark;

import io.stepprofiler.fleet.report.UnreadLedger;
import io.stepprofiler.ledger.LedgerBuilder;
import io.stepprofiler.ledger.StepLedger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;

/**
 * Step ledgers of a run that arrive at the driver in parts, in any order, except that the collectives of a ledger come
 * before its steps. A ledger is built as soon as all of its steps have arrived, so that its parts need no more memory.
 * For one thread at a time.
 */
final class ArrivingLedgers {
    private final Map<Integer, Row> rows = new HashMap<>();
    private final Map<Integer, Map<LedgerTable, List<LedgerColumns>>> parts = new HashMap<>();
    private final Map<Integer, StepLedger> ledgers = new TreeMap<>();
    private final List<UnreadLedger> unread = new ArrayList<>();

    /** Adds a file, before the parts of its ledger. */
    void add(ReadFile file) {
        if (file.isLedger()) {
            rows.put(file.row().getAs("ledger"), file.row());
        } else {
            unread.add(ReadFile.unread(file.row()));
        }
    }

    void add(LedgerPart part) {
        parts.computeIfAbsent(part.ledger(), any -> new EnumMap<>(LedgerTable.class))
                .computeIfAbsent(part.table(), any -> new ArrayList<>())
                .add(part.columns());
        Row row = rows.get(part.ledger());
        if (row != null
                && part.table() == LedgerTable.STEPS
                && size(part.ledger(), LedgerTable.STEPS) == row.<Integer>getAs("rows")) {
            build(part.ledger(), row);
        }
    }

    private List<LedgerColumns> columns(int ledger, LedgerTable table) {
        return parts.getOrDefault(ledger, Map.of()).getOrDefault(table, List.of());
    }

    private int size(int ledger, LedgerTable table) {
        return columns(ledger, table).stream().mapToInt(LedgerColumns::size).sum();
    }

    private void build(int ledger, Row row) {
        LedgerBuilder builder = new LedgerBuilder(RanksTable.run(row));
        int leftOut = row.<Integer>getAs("collectives") - size(ledger, LedgerTable.SYNCS);
        builder.losses(RanksTable.losses(row, leftOut));
        for (LedgerTable table : LedgerTable.values()) {
            table.build(columns(ledger, table), builder);
        }
        ledgers.put(ledger, builder.build());
        parts.remove(ledger);
    }

    /** Returns the ledgers that have arrived, by number. */
    List<StepLedger> ledgers() {
        rows.forEach((ledger, row) -> {
            if (!ledgers.containsKey(ledger)) {
                build(ledger, row);
            }
        });
        return List.copyOf(ledgers.values());
    }

    /** Returns the files that are no readable ledgers. */
    List<UnreadLedger> unread() {
        return List.copyOf(unread);
    }
}
