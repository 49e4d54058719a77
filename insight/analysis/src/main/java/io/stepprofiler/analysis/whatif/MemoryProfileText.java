package io.stepprofiler.analysis.whatif;

import io.stepprofiler.analysis.whatif.Peaks.MinimalPeak;
import io.stepprofiler.analysis.whatif.Peaks.Peak;
import io.stepprofiler.text.OneLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lays out a memory profile as text. */
final class MemoryProfileText {
    private static final int KIB = 1024;
    private static final int WIDEST = 60;
    private static final int FIRST_COLUMN = 50;

    private final MemoryProfile profile;
    private final StringBuilder text = new StringBuilder();

    MemoryProfileText(MemoryProfile profile) {
        this.profile = profile;
    }

    String text() {
        line("Memory profile");
        line("  Results of " + number(profile.operations(), "operation") + " only" + calls()
                + ": inputs and older memory are not counted; 1 KiB = 1024 bytes");
        if (profile.peaks().isEmpty()) {
            line(
                    profile.operations() == 0
                            ? "  No operation has recorded tensors, which need recordShapes and a framework that reports them."
                            : "  None of their results is known.");
        } else {
            line(cells(
                    "  Peak in KiB, as executed (in topological order)",
                    profile.peaks().stream().map(Peaks::device).toList()));
            row("each result freed after its last use", each -> peak(each.asIs()));
            row("the same, nothing written in place", each -> peak(each.withoutInPlace()));
            row("nothing freed", each -> kib(each.withoutFreeing()));
            if (profile.peaks().stream().anyMatch(each -> each.recorded().isPresent())) {
                row(
                        "as recorded: freed when the program did",
                        each -> each.recorded().isPresent()
                                ? kib(each.recorded().getAsLong())
                                : "-");
            }
            profile.peaks().forEach(each -> each.minimal().ifPresent(found -> line(minimal(each.device(), found))));
            list();
        }
        unknown();
        return text.toString();
    }

    private boolean isOfSeveral() {
        return profile.calls() > 1;
    }

    private String calls() {
        return isOfSeveral() ? ", each the largest of " + number(profile.calls(), "call") : "";
    }

    private interface Cell {
        String of(Peaks peaks);
    }

    private void row(String head, Cell cell) {
        line(cells("    " + head, profile.peaks().stream().map(cell::of).toList()));
    }

    private static String cells(String head, List<String> cells) {
        StringBuilder line = new StringBuilder(head);
        line.append(" ".repeat(Math.max(FIRST_COLUMN - head.length(), 0)));
        cells.forEach(cell -> line.append(String.format(Locale.ROOT, "  %18s", cell)));
        return line.toString();
    }

    private static String peak(Peak peak) {
        return kib(peak.executed()) + " (" + kib(peak.topological()) + ")";
    }

    private static String kib(long bytes) {
        return Long.toString(Math.round(bytes / (double) KIB));
    }

    static String minimal(String device, MinimalPeak found) {
        String head = "  Least peak of all valid orders on " + device + ": ";
        return found.isProven()
                ? head + kib(found.bytes()) + " KiB"
                : head + "between " + kib(found.atLeast()) + " and " + kib(found.bytes()) + " KiB";
    }

    private void list() {
        line("  Largest results (c: created, i: written in place, v: view)");
        List<OperationResults> rows = profile.largest();
        if (!rows.isEmpty()) {
            line(row(rowCalls("Calls"), "Bytes", "Codes", "Shapes  ←  operation, its inputs"));
        }
        long shown = 0;
        for (OperationResults row : rows) {
            shown += row.bytes();
            line(row(
                    rowCalls(String.format(Locale.ROOT, "%,d", row.calls())),
                    String.format(Locale.ROOT, "%,d", row.bytes()),
                    row.codes(),
                    cut(row.shapes()) + "  ←  " + maker(row)));
        }
        long rest = profile.bytes() - shown;
        long count = profile.listable() - rows.size();
        if (count > 0) {
            line(String.format(
                    Locale.ROOT,
                    "  The results of %s more take %,d bytes (%.2f%%)",
                    number(count, "operation"),
                    rest,
                    profile.bytes() == 0 ? 0 : 100.0 * rest / profile.bytes()));
        }
    }

    private static String row(String calls, String bytes, String codes, String rest) {
        return String.format(Locale.ROOT, "%s  %14s  %-5s  %s", calls, bytes, codes, rest);
    }

    /** The first column, if there are several calls. */
    private String rowCalls(String text) {
        return isOfSeveral() ? String.format(Locale.ROOT, "  %7s", text) : "";
    }

    private static String maker(OperationResults row) {
        String inputs = row.inputs().isEmpty() ? "" : " " + cut(row.inputs());
        String path = row.path().isEmpty() ? "" : "  in " + cutPath(row.path());
        return row.operation() + inputs + path;
    }

    private void unknown() {
        MemoryProfile.Unknown unknown = profile.unknown();
        List<String> lines = new ArrayList<>();
        add(lines, unknown.withoutTensors(), "operation", " without a recorded tensor");
        add(
                lines,
                unknown.withoutResults(),
                "operation",
                " without a known result: a view, a number, or an output that was not recorded ("
                        + String.join(", ", unknown.namesWithoutResults()) + ")");
        add(lines, profile.withoutSize(), "result", " of unknown size, counted as 0");
        add(lines, profile.withoutShape(), "result", " of unknown shape");
        add(
                lines,
                unknown.shapesAsRead(),
                "result",
                " shown in the shape in which it was read first: its own was not recorded");
        if (!lines.isEmpty()) {
            line("  Not known");
            lines.forEach(this::line);
        }
        bytes("  Not counted: up to %s bytes of scratch memory of one operation", unknown.scratchBytes());
        bytes("  Not counted: %s bytes allocated outside operations", unknown.outsideBytes());
    }

    private static void add(List<String> lines, long count, String what, String why) {
        if (count > 0) {
            lines.add("    " + number(count, what) + why);
        }
    }

    private void bytes(String format, long bytes) {
        if (bytes > 0) {
            line(format.formatted(String.format(Locale.ROOT, "%,d", bytes)));
        }
    }

    private static String number(long count, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
    }

    /** The first shapes of a long list. */
    private static String cut(String whole) {
        return whole.length() <= WIDEST ? whole : whole.substring(0, WIDEST - 1) + "…";
    }

    /** The innermost events of a long path. */
    private static String cutPath(String whole) {
        return whole.length() <= WIDEST ? whole : "…" + whole.substring(whole.length() - WIDEST + 1);
    }

    private void line(String line) {
        text.append(OneLine.of(line).stripTrailing()).append('\n');
    }
}
