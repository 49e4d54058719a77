package io.stepprofiler.analysis.whatif;

import io.stepprofiler.analysis.whatif.Peaks.MinimalPeak;
import io.stepprofiler.analysis.whatif.Peaks.Peak;
import io.stepprofiler.document.Document;
import io.stepprofiler.document.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Lays out a memory profile as text. */
final class MemoryProfileText {
    private static final int KIB = 1024;
    private static final int WIDEST = 60;

    /** Shapes, inputs and paths of operations are long. */
    private static final int WIDTH = 220;

    private record PeakRow(String title, Function<Peaks, String> cell) {}

    private final MemoryProfile profile;
    private final Document document = new Document();

    MemoryProfileText(MemoryProfile profile) {
        this.profile = profile;
    }

    String text() {
        document.heading(2, "Memory profile")
                .paragraph("Results of " + number(profile.operations(), "operation") + " only" + calls()
                        + ": inputs and older memory are not counted; 1 KiB = 1024 bytes");
        if (profile.peaks().isEmpty()) {
            document.paragraph(
                    profile.operations() == 0
                            ? "No operation has recorded tensors, which need recordShapes and a framework that reports them."
                            : "None of their results is known.");
        } else {
            peaks();
            largest();
        }
        unknown();
        return document.text(WIDTH);
    }

    private boolean isOfSeveral() {
        return profile.calls() > 1;
    }

    private String calls() {
        return isOfSeveral() ? ", each the largest of " + number(profile.calls(), "call") : "";
    }

    private void peaks() {
        List<PeakRow> rows = new ArrayList<>(List.of(
                new PeakRow("each result freed after its last use", each -> peak(each.asIs())),
                new PeakRow("the same, nothing written in place", each -> peak(each.withoutInPlace())),
                new PeakRow("nothing freed", each -> kib(each.withoutFreeing()))));
        if (profile.peaks().stream().anyMatch(each -> each.recorded().isPresent())) {
            rows.add(new PeakRow(
                    "as recorded: freed when the program did",
                    each -> each.recorded().isPresent() ? kib(each.recorded().getAsLong()) : "-"));
        }
        Table<PeakRow> table = Table.of(rows).name("Peak in KiB, as executed (in topological order)", PeakRow::title);
        profile.peaks()
                .forEach(each -> table.figure(each.device(), row -> row.cell().apply(each)));
        document.table(table);
        profile.peaks()
                .forEach(each -> each.minimal().ifPresent(found -> document.paragraph(minimal(each.device(), found))));
    }

    private static String peak(Peak peak) {
        return kib(peak.executed()) + " (" + kib(peak.topological()) + ")";
    }

    private static String kib(long bytes) {
        return Long.toString(Math.round(bytes / (double) KIB));
    }

    static String minimal(String device, MinimalPeak found) {
        String head = "Least peak of all valid orders on " + device + ": ";
        return found.isProven()
                ? head + kib(found.bytes()) + " KiB"
                : head + "between " + kib(found.atLeast()) + " and " + kib(found.bytes()) + " KiB";
    }

    private void largest() {
        List<OperationResults> rows = profile.largest();
        document.heading(3, "Largest results (c: created, i: written in place, v: view)");
        Table<OperationResults> table = Table.of(rows);
        if (isOfSeveral()) {
            table.figure("Calls", row -> String.format(Locale.ROOT, "%,d", row.calls()));
        }
        document.table(table.figure("Bytes", row -> String.format(Locale.ROOT, "%,d", row.bytes()))
                .name("Codes", OperationResults::codes)
                .name("Shapes  ←  operation, its inputs", row -> cut(row.shapes()) + "  ←  " + maker(row)));
        long rest = profile.bytes()
                - rows.stream().mapToLong(OperationResults::bytes).sum();
        long count = profile.listable() - rows.size();
        if (count > 0) {
            document.paragraph(String.format(
                    Locale.ROOT,
                    "The results of %s more take %,d bytes (%.2f%%)",
                    number(count, "operation"),
                    rest,
                    profile.bytes() == 0 ? 0 : 100.0 * rest / profile.bytes()));
        }
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
            document.heading(3, "Not known").items(lines);
        }
        bytes("Not counted: up to %s bytes of scratch memory of one operation", unknown.scratchBytes());
        bytes("Not counted: %s bytes allocated outside operations", unknown.outsideBytes());
    }

    private static void add(List<String> lines, long count, String what, String why) {
        if (count > 0) {
            lines.add(number(count, what) + why);
        }
    }

    private void bytes(String format, long bytes) {
        if (bytes > 0) {
            document.paragraph(format.formatted(String.format(Locale.ROOT, "%,d", bytes)));
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
}
