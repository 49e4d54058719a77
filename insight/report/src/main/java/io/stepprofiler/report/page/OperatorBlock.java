package io.stepprofiler.report.page;

import io.stepprofiler.analysis.flame.SparseSums;
import io.stepprofiler.analysis.operators.DurationBuckets;
import io.stepprofiler.analysis.operators.OperatorKey;
import io.stepprofiler.analysis.operators.OperatorTable;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.text.ShownFrame;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The operators of a window by name, shape, module and call stack.
 *
 * <p>Numbers are LEB128. The block is the version; the steps as {@link StepColumns}; the texts as {@link TextTable};
 * the number of call stacks, for each the number of its frames and their texts, innermost first; the number of rows,
 * and the number of rows left out; columns of the rows: texts of names, kinds, shapes and modules, number of the call
 * stack plus 1, floating point operations of a call plus 1, and 1 for work on a device; calls, self times, total times
 * as {@link StepColumns}; 1 if durations are by step; and durations as {@link StepColumns}, in columns of {@link
 * DurationBuckets}.
 */
final class OperatorBlock implements PageBlock {
    /** Incremented by changes that would break readers of the old version. */
    private static final int VERSION = 1;

    private static final int MAX_ROWS = 3_000;
    private static final int MAX_DURATIONS = 200_000;
    private static final int MAX_FRAMES = 12;
    private static final int MAX_TEXT = 300;

    private final int maxRows;
    private final int maxDurations;

    OperatorBlock() {
        this(MAX_ROWS, MAX_DURATIONS);
    }

    OperatorBlock(int maxRows, int maxDurations) {
        this.maxRows = maxRows;
        this.maxDurations = maxDurations;
    }

    @Override
    public String name() {
        return "operators";
    }

    @Override
    public void write(WindowAnalysis window, OutputStream out) throws IOException {
        OperatorTable table = OperatorTable.of(window.walk(), maxRows);
        if (!table.keys().isEmpty()) {
            ColumnWriter columns = new ColumnWriter(out);
            write(table, window.trace(), columns);
            columns.flush();
        }
    }

    private void write(OperatorTable table, Trace trace, ColumnWriter out) throws IOException {
        List<OperatorKey> keys = table.keys();
        List<Integer> stackIds = keys.stream()
                .map(OperatorKey::stackId)
                .filter(id -> id >= 0)
                .distinct()
                .sorted()
                .toList();
        List<List<String>> stacks = stackIds.stream()
                .map(id -> trace.stack(id).stream()
                        .limit(MAX_FRAMES)
                        .map(frame -> cut(ShownFrame.of(frame).toString()))
                        .toList())
                .toList();
        Map<Integer, Integer> stackNumbers = new HashMap<>();
        stackIds.forEach(id -> stackNumbers.put(id, stackNumbers.size()));
        TextTable texts = texts(keys, stacks);
        out.number(VERSION);
        StepColumns.writeSteps(table.steps(), out);
        texts.write(out);
        out.number(stacks.size());
        for (List<String> stack : stacks) {
            out.number(stack.size());
            for (String frame : stack) {
                out.number(texts.number(frame));
            }
        }
        out.number(keys.size());
        out.number(table.leftOut());
        for (OperatorKey key : keys) {
            out.number(texts.number(cut(key.name())));
        }
        for (OperatorKey key : keys) {
            out.number(texts.number(key.kind().name()));
        }
        for (OperatorKey key : keys) {
            out.number(texts.number(cut(key.shapes())));
        }
        for (OperatorKey key : keys) {
            out.number(texts.number(cut(key.module())));
        }
        for (OperatorKey key : keys) {
            out.number(stackNumbers.getOrDefault(key.stackId(), OperatorKey.UNKNOWN) + 1);
        }
        for (OperatorKey key : keys) {
            out.number(Math.max(key.flops(), OperatorKey.UNKNOWN) + 1);
        }
        for (OperatorKey key : keys) {
            out.number(key.isOnDevice() ? 1 : 0);
        }
        StepColumns.writeSums(table.calls(), keys.size(), out);
        StepColumns.writeSums(table.selfNanos(), keys.size(), out);
        StepColumns.writeSums(table.totalNanos(), keys.size(), out);
        boolean isByStep = table.durations().count() <= maxDurations;
        out.number(isByStep ? 1 : 0);
        StepColumns.writeSums(
                isByStep ? table.durations() : ofAllSteps(table.durations(), keys.size()), keys.size(), out);
    }

    private static TextTable texts(List<OperatorKey> keys, List<List<String>> stacks) {
        Set<String> texts = new TreeSet<>();
        for (OperatorKey key : keys) {
            texts.addAll(List.of(cut(key.name()), key.kind().name(), cut(key.shapes()), cut(key.module())));
        }
        stacks.forEach(texts::addAll);
        return new TextTable(new ArrayList<>(texts));
    }

    private static SparseSums ofAllSteps(SparseSums durations, int rows) {
        SparseSums sums = new SparseSums();
        for (int row = 0; row < rows; row++) {
            for (int i = 0; i < durations.size(row); i++) {
                sums.add(row, durations.column(row, i) % DurationBuckets.COUNT, durations.sum(row, i));
            }
        }
        return sums;
    }

    private static String cut(String text) {
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT - 1) + "…";
    }
}
