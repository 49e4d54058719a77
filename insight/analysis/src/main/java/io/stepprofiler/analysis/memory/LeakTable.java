package io.stepprofiler.analysis.memory;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.memory.LeakReport.RetainedMemory;
import java.util.ArrayList;
import java.util.List;

/** Lays out a leak report as text. */
final class LeakTable {
    private static final List<String> HEADER =
            List.of("", "Bytes/step", "Bytes", "Count", "Alive since", "Newest", "Device", "Scopes", "Allocated at");
    /** The first column whose texts are truncated; the columns before it are narrow. */
    private static final int FIRST_CUT = 7;

    private static final int WIDEST = 75;
    private static final String GAP = "  ";

    private final LeakReport report;

    LeakTable(LeakReport report) {
        this.report = report;
    }

    String text(int limit) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADER);
        report.retained().subList(0, limit).forEach(memory -> rows.add(row(memory)));
        int[] widths = new int[HEADER.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder()
                .append(Amount.bytes(report.bytes()))
                .append(" allocated in the window and alive at its end, in ")
                .append(report.retained().size())
                .append(" places; growth is seen over ")
                .append(report.stepsOver())
                .append(" steps\n");
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String padding = " ".repeat(widths[i] - row.get(i).length());
                boolean number = i >= 1 && i <= 3;
                line.append(i == 0 ? "" : GAP).append(number ? padding + row.get(i) : row.get(i) + padding);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        int left = report.retained().size() - limit;
        return left == 0
                ? text.toString()
                : text.append(left + " more places\n").toString();
    }

    private static List<String> row(RetainedMemory memory) {
        List<String> cells = new ArrayList<>(List.of(
                memory.retention().label(),
                Amount.bytes(memory.bytesPerStep()),
                Amount.bytes(memory.bytes()),
                Long.toString(memory.count()),
                step(memory.firstStep()),
                step(memory.lastStep()),
                memory.device().toString(),
                memory.path(),
                memory.stackTop()));
        for (int i = FIRST_CUT; i < cells.size(); i++) {
            cells.set(i, cut(cells.get(i)));
        }
        return cells;
    }

    static String step(long number) {
        return number < 0 ? "no step" : "step " + number;
    }

    /** A text truncated at its start if too long, since the innermost scope and the line are at its end. */
    private static String cut(String text) {
        String line = text.replaceAll("\\s+", " ");
        return line.length() <= WIDEST ? line : "..." + line.substring(line.length() - WIDEST + 3);
    }
}
