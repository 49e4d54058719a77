package io.stepprofiler.fleetspark;

import io.stepprofiler.ledger.StepLedger;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Growing columns of numbers that are sent between processes, 8 bytes for each number. A column takes no memory as long
 * as all of its numbers are {@link StepLedger#UNKNOWN}. A number may stand for a text. Not safe for threads.
 */
final class LedgerColumns implements Serializable {
    private static final long serialVersionUID = 1;
    private static final int FIRST = 16;

    private final long[][] columns;
    private final List<String> texts = new ArrayList<>();
    private final Map<String, Long> numbers = new HashMap<>();
    private int size;

    LedgerColumns(int columns) {
        this.columns = new long[columns][0];
    }

    int size() {
        return size;
    }

    long get(int column, int row) {
        return row < columns[column].length ? columns[column][row] : StepLedger.UNKNOWN;
    }

    String text(int column, int row) {
        return texts.get((int) get(column, row));
    }

    /** Returns the number that stands for a text. */
    long number(String text) {
        return numbers.computeIfAbsent(text, added -> {
            texts.add(added);
            return texts.size() - 1L;
        });
    }

    /** Returns the rows whose first number is at least a number. */
    LedgerColumns from(long least) {
        LedgerColumns kept = new LedgerColumns(columns.length);
        texts.forEach(kept::number);
        IntStream.range(0, size)
                .filter(row -> get(0, row) >= least)
                .forEach(row -> kept.add(IntStream.range(0, columns.length)
                        .mapToLong(column -> get(column, row))
                        .toArray()));
        return kept;
    }

    /** Adds a row with a number for each column. */
    void add(long... row) {
        for (int column = 0; column < columns.length; column++) {
            if (row[column] != StepLedger.UNKNOWN || columns[column].length > 0) {
                if (size >= columns[column].length) {
                    fit(column, Math.max(FIRST, size + (size >> 1) + 1));
                }
                columns[column][size] = row[column];
            }
        }
        size++;
    }

    private void fit(int column, int length) {
        int used = Math.min(length, columns[column].length);
        columns[column] = Arrays.copyOf(columns[column], length);
        Arrays.fill(columns[column], used, length, StepLedger.UNKNOWN);
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        for (int column = 0; column < columns.length; column++) {
            fit(column, Math.min(size, columns[column].length));
        }
        out.defaultWriteObject();
    }
}
