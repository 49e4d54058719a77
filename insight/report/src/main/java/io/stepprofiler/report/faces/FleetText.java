package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.count;
import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.fleet.account.WasteAccount;
import io.stepprofiler.fleet.account.WastePart;
import io.stepprofiler.fleet.comparison.FleetComparison;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.fleet.straggler.Straggler;
import io.stepprofiler.ledger.LedgerLosses;
import java.util.List;
import java.util.Locale;

/** Comparison of the ranks of a run as text: a verdict, the account of waste, slow places, waits, and the data. */
public final class FleetText {
    private static final int SHOWN = 10;

    private final TextLines text = new TextLines();

    private FleetText() {}

    /**
     * {@return the text}
     *
     * @param report the report
     */
    public static String of(FleetReport report) {
        FleetText face = new FleetText();
        face.verdict(FleetVerdict.of(report.comparison()));
        report.comparison().account().ifPresent(face::account);
        report.comparison()
                .pauses()
                .filter(pauses -> pauses.costNanos() > 0)
                .ifPresent(pauses -> face.paragraph(List.of(FleetSentences.of(pauses))));
        face.stragglers(report.comparison());
        face.paragraph(WaitSentences.of(report));
        DataSentences.all(report).forEach(face::line);
        return face.text.toString();
    }

    /**
     * {@return one line about the data and the next command}
     *
     * @param report the report
     * @param source the ledgers as words of a command
     */
    public static String lastLine(FleetReport report, String source) {
        LedgerLosses losses = report.read().losses();
        return source + ": " + report.read().steps().places().size() + " of "
                + report.read().worldSize() + " ranks read, "
                + count(report.unread().size(), "file") + " unread, "
                + count(losses.overwrittenSteps(), "step") + " and "
                + count(losses.overwrittenSyncs() + losses.droppedSyncs(), "collective") + " dropped; "
                + report.waits()
                        .map(waits -> WaitSentences.clock(waits.clocks()))
                        .orElse("clocks not compared")
                + ". Next: " + command(report.comparison(), source);
    }

    private static String command(FleetComparison fleet, String source) {
        return fleet.stage()
                .map(stage -> "stepprof fleet whatif " + source + " --stage " + stage.stage() + "=-10%")
                .or(() -> fleet.stragglers().stream()
                        .filter(Straggler::isWarning)
                        .findFirst()
                        .map(slow -> "stepprof fleet whatif " + source + " --without "
                                + FleetSentences.name(slow).replaceFirst(" ", "=")))
                .orElse("stepprof fleet report " + source + " -o fleet.html");
    }

    private void line(String line) {
        text.wrapped("", "  ", line);
    }

    private void paragraph(List<String> sentences) {
        sentences.forEach(this::line);
        text.line("");
    }

    private void verdict(FleetVerdict verdict) {
        line(verdict.title().toUpperCase(Locale.ROOT) + ": " + verdict.sentence() + ".");
        if (!verdict.nextStep().isEmpty()) {
            line("Next: " + verdict.nextStep());
        }
        text.line("");
    }

    private void account(WasteAccount account) {
        line(FleetSentences.of(account));
        for (WastePart part : account.parts()) {
            if (part.nanos() > 0) {
                text.line(String.format(
                        Locale.ROOT,
                        "  %10s  %7s  %s",
                        time(part.nanos()),
                        share((double) part.nanos() / Math.max(1, account.wasteNanos())),
                        FleetSentences.of(part)));
            }
        }
        account.events().forEach((cause, nanos) -> line("of the events " + time(nanos) + ": " + cause.phrase()));
        paragraph(List.of(FleetSentences.worst(account)));
    }

    private void stragglers(FleetComparison fleet) {
        if (fleet.stragglers().isEmpty()) {
            return;
        }
        line("Slower than their peers all the time:");
        List<Straggler> whole = fleet.stragglers().stream()
                .filter(slow -> slow.partOf().isEmpty())
                .toList();
        for (Straggler slow : whole.subList(0, Math.min(SHOWN, whole.size()))) {
            line("  " + FleetSentences.of(slow)
                    + (slow.certainty() == Straggler.Certainty.SUSPECTED ? " (few steps: a hint)" : ""));
            List<String> parts = fleet.stragglers().stream()
                    .filter(part ->
                            part.partOf().equals(slow.name()) && slow.ranks().containsAll(part.ranks()))
                    .map(part -> FleetSentences.name(part) + " " + share(part.excess()))
                    .toList();
            if (!parts.isEmpty()) {
                line("    parts of it: " + String.join(", ", parts.subList(0, Math.min(SHOWN, parts.size())))
                        + (parts.size() > SHOWN ? " and " + (parts.size() - SHOWN) + " more" : ""));
            }
        }
        if (whole.size() > SHOWN) {
            line("  and " + (whole.size() - SHOWN) + " more");
        }
        text.line("");
    }
}
