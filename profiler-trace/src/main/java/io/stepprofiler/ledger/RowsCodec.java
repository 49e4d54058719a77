package io.stepprofiler.ledger;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.columns.LongColumn;
import io.stepprofiler.wire.EnumNumbers;
import io.stepprofiler.wire.WireReader;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.function.IntToLongFunction;

/** The message {@code Steps} of {@code steps.proto}: each number is written as its difference from a prediction. */
final class RowsCodec {
    /** Limit of rows in a block, which its size in bytes does not imply. */
    static final int MAX_ROWS = 1 << 12;

    private static final EnumNumbers<StepValue> VALUES = new EnumNumbers<>(StepValue.values());

    /**
     * The message.
     *
     * @param written time of the encoding
     * @param overwrittenSteps steps lost since the run began
     * @param failedWrites failed writes since the run began
     * @param ended true if the profile has ended
     * @param rows the rows
     */
    record Block(ClockAnchor written, long overwrittenSteps, long failedWrites, boolean ended, StepRows rows) {
        Block with(StepRows others) {
            return new Block(written, overwrittenSteps, failedWrites, ended, others);
        }
    }

    private RowsCodec() {}

    static void write(Block block, WireWriter out) {
        StepRows rows = block.rows;
        RunCodec.writeAnchor(1, block.written, out);
        int losses = out.begin(2);
        out.number(1, block.overwrittenSteps);
        out.number(2, block.failedWrites);
        out.end(losses);
        out.flag(3, block.ended);
        int size = rows.size();
        out.number(4, size);
        optional(5, rows, 1, rows.steps::get, row -> 1, out);
        column(6, size, rows.numbers::get, row -> nextNumber(rows, row - 1), out);
        column(7, size, rows.durations::get, row -> before(rows.durations, row), out);
        column(8, size, rows.starts::get, row -> end(rows, row - 1), out);
        optional(9, rows, 0, row -> rows.mean(row) - rows.least(row), row -> 0, out);
        optional(10, rows, 0, row -> rows.greatest(row) - rows.mean(row), row -> 0, out);
        optional(11, rows, 0, rows.flags::get, row -> before(rows.flags, row), out);
        for (StepValue value : StepValue.values()) {
            LongColumn column = rows.column(value);
            if (!isConstant(rows, StepLedger.UNKNOWN, column::get)) {
                int mark = out.begin(12);
                out.number(1, VALUES.of(value));
                column(2, size, column::get, row -> before(column, row), out);
                out.end(mark);
            }
        }
    }

    static long before(LongColumn column, int row) {
        return row == 0 ? 0 : column.get(row - 1);
    }

    private static long nextNumber(StepRows rows, int row) {
        return row < 0 ? 0 : rows.numbers.get(row) + rows.steps.get(row);
    }

    private static long end(StepRows rows, int row) {
        return row < 0 ? 0 : rows.starts.get(row) + rows.durations.get(row);
    }

    private static void optional(
            int field,
            StepRows rows,
            long none,
            IntToLongFunction value,
            IntToLongFunction prediction,
            WireWriter out) {
        if (!isConstant(rows, none, value)) {
            column(field, rows.size(), value, prediction, out);
        }
    }

    private static boolean isConstant(StepRows rows, long none, IntToLongFunction value) {
        for (int row = 0; row < rows.size(); row++) {
            if (value.applyAsLong(row) != none) {
                return false;
            }
        }
        return true;
    }

    static void column(int field, int size, IntToLongFunction value, IntToLongFunction prediction, WireWriter out) {
        int mark = out.begin(field);
        for (int row = 0; row < size; row++) {
            out.varint(WireWriter.zigzag(value.applyAsLong(row) - prediction.applyAsLong(row)));
        }
        out.endColumn(mark);
    }

    /**
     * Reads a message, whose columns precede the columns that their predictions need.
     *
     * @throws IOException if it is damaged
     */
    static Block read(WireReader in) throws IOException {
        ClockAnchor written = new ClockAnchor(0, 0);
        long[] losses = new long[3];
        boolean ended = false;
        int size = 0;
        StepRows rows = new StepRows();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> written = RunCodec.readAnchor(in.message());
                case 2 -> losses = losses(in.message());
                case 3 -> ended = in.flag();
                case 4 -> size = rows.fill(in.count(MAX_ROWS));
                case 5 -> fill(rows.steps, size, in, row -> 1);
                case 6 -> fill(rows.numbers, size, in, row -> nextNumber(rows, row - 1));
                case 7 -> fill(rows.durations, size, in, row -> before(rows.durations, row));
                case 8 -> fill(rows.starts, size, in, row -> end(rows, row - 1));
                case 9 -> fill(rows.least, size, in, row -> 0);
                case 10 -> fill(rows.greatest, size, in, row -> 0);
                case 11 -> fill(rows.flags, size, in, row -> before(rows.flags, row));
                case 12 -> readValues(in.message(), rows, size);
                default -> in.skip();
            }
        }
        checkAndComplete(rows, in);
        return new Block(written, losses[1], losses[2], ended, rows);
    }

    private static void checkAndComplete(StepRows rows, WireReader in) throws IOException {
        for (int row = 0; row < rows.size(); row++) {
            if (rows.steps.get(row) < 1 || rows.durations.get(row) < 0) {
                throw in.wrong(
                        "no row has " + rows.steps.get(row) + " steps and the duration " + rows.durations.get(row));
            }
            if (rows.steps.get(row) > 1) {
                long mean = rows.mean(row);
                rows.least.set(row, mean - rows.least.get(row));
                rows.greatest.set(row, mean + rows.greatest.get(row));
            }
        }
    }

    private static void readValues(WireReader in, StepRows rows, int size) throws IOException {
        int number = 0;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> number = in.count(Integer.MAX_VALUE);
                case 2 -> {
                    // A newer release may know further values.
                    if (number < StepValue.values().length) {
                        LongColumn column = rows.column(VALUES.value(number));
                        fill(column, size, in, row -> before(column, row));
                    } else {
                        in.skip();
                    }
                }
                default -> in.skip();
            }
        }
    }

    private static long[] losses(WireReader in) throws IOException {
        long[] losses = new long[3];
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field < losses.length) {
                losses[field] = in.natural();
            } else {
                in.skip();
            }
        }
        return losses;
    }

    static void fill(LongColumn column, int size, WireReader in, IntToLongFunction prediction) throws IOException {
        WireReader numbers = in.message();
        for (int row = 0; row < size; row++) {
            column.set(row, prediction.applyAsLong(row) + numbers.signedVarint());
        }
        if (numbers.hasMore()) {
            throw in.wrong("a column has more numbers than rows: " + size);
        }
    }
}
