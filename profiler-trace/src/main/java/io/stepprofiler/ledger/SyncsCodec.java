package io.stepprofiler.ledger;

import io.stepprofiler.columns.CollectiveColumn;
import io.stepprofiler.columns.LongColumn;
import io.stepprofiler.event.Collective;
import io.stepprofiler.wire.WireReader;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.function.IntToLongFunction;

/** The message {@code Syncs} of {@code steps.proto}. */
final class SyncsCodec {
    /** Number of the field of the first column. */
    private static final int FIRST_COLUMN = 5;

    private static final CollectiveColumn[] COLUMNS = CollectiveColumn.values();

    /**
     * The message.
     *
     * @param overwritten collectives lost since the run began
     * @param dropped collectives left out at the limit of the file since the run began
     * @param rows the collectives
     */
    record Block(long overwritten, long dropped, StepSyncs rows) {}

    private SyncsCodec() {}

    static void write(Block block, WireWriter out) {
        StepSyncs rows = block.rows;
        out.number(1, block.overwritten);
        out.number(2, block.dropped);
        for (SyncGroup group : rows.groups()) {
            int mark = out.begin(3);
            out.text(1, group.name());
            out.number(2, group.firstRank());
            out.number(3, group.size());
            out.end(mark);
        }
        out.number(4, rows.size());
        for (int i = 0; i < COLUMNS.length; i++) {
            RowsCodec.column(
                    FIRST_COLUMN + i, rows.size(), rows.column(COLUMNS[i])::get, prediction(COLUMNS[i], rows), out);
        }
    }

    private static IntToLongFunction prediction(CollectiveColumn column, StepSyncs rows) {
        LongColumn predicting =
                rows.column(column == CollectiveColumn.END_NANOS ? CollectiveColumn.ARRIVAL_NANOS : column);
        return column == CollectiveColumn.END_NANOS ? predicting::get : row -> RowsCodec.before(predicting, row);
    }

    /**
     * Reads a message, whose columns precede the columns that their predictions need.
     *
     * @throws IOException if it is damaged
     */
    static Block read(WireReader in) throws IOException {
        long overwritten = 0;
        long dropped = 0;
        StepSyncs rows = new StepSyncs();
        int size = 0;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> overwritten = in.natural();
                case 2 -> dropped = in.natural();
                case 3 -> rows.numberOf(readGroup(in.message()));
                case 4 -> size = rows.fill(in.count(RowsCodec.MAX_ROWS));
                default -> {
                    if (field < FIRST_COLUMN + COLUMNS.length) {
                        CollectiveColumn column = COLUMNS[field - FIRST_COLUMN];
                        RowsCodec.fill(rows.column(column), size, in, prediction(column, rows));
                    } else {
                        in.skip();
                    }
                }
            }
        }
        check(rows, in);
        return new Block(overwritten, dropped, rows);
    }

    private static SyncGroup readGroup(WireReader in) throws IOException {
        String name = "";
        int firstRank = 0;
        int size = 0;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> name = in.text();
                case 2 -> firstRank = in.count(Integer.MAX_VALUE);
                case 3 -> size = in.count(Integer.MAX_VALUE);
                default -> in.skip();
            }
        }
        return new SyncGroup(name, firstRank, size);
    }

    private static void check(StepSyncs rows, WireReader in) throws IOException {
        for (int row = 0; row < rows.size(); row++) {
            checkBelow(
                    rows.column(CollectiveColumn.GROUP).get(row), rows.groups().size(), in);
            checkBelow(rows.column(CollectiveColumn.KIND).get(row), Collective.values().length, in);
            if (rows.endNanos(row) < rows.arrivalNanos(row)) {
                throw in.wrong("a collective ends before it begins");
            }
        }
    }

    private static void checkBelow(long number, int limit, WireReader in) throws IOException {
        if (number < 0 || number >= limit) {
            throw in.wrong(number + " is not below " + limit);
        }
    }
}
