package io.stepprofiler.report.faces;

import static io.stepprofiler.report.faces.Figures.percent;
import static io.stepprofiler.report.faces.Figures.time;

import io.stepprofiler.fleet.FleetLedgers;
import io.stepprofiler.fleet.account.WasteAccount;
import io.stepprofiler.fleet.account.WastePart;
import io.stepprofiler.fleet.comparison.FleetComparison;
import io.stepprofiler.fleet.straggler.Straggler;
import java.util.Locale;

/** Comparison of the ranks of a run as text: a verdict, the account of waste, slow places, and the data it is from. */
public final class FleetText {
    private static final int SHOWN = 10;

    private final TextLines text = new TextLines();

    private FleetText() {}

    /**
     * {@return the text}
     *
     * @param read the ledgers
     * @param fleet their comparison
     * @param unreadable number of files that are no readable ledgers
     */
    public static String of(FleetLedgers read, FleetComparison fleet, int unreadable) {
        FleetText face = new FleetText();
        face.verdict(fleet);
        fleet.account().ifPresent(face::account);
        face.causes(fleet);
        face.stragglers(fleet);
        face.data(read, fleet, unreadable);
        return face.text.toString();
    }

    private void line(String line) {
        text.wrapped("", "  ", line);
    }

    private void verdict(FleetComparison fleet) {
        FleetVerdict verdict = FleetVerdict.of(fleet);
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
                        percent((double) part.nanos() / Math.max(1, account.wasteNanos())),
                        FleetSentences.of(part)));
            }
        }
        account.events().forEach((cause, nanos) -> line("of the events " + time(nanos) + ": " + cause.phrase()));
        line(FleetSentences.worst(account));
        text.line("");
    }

    private void causes(FleetComparison fleet) {
        fleet.pauses().filter(pauses -> pauses.costNanos() > 0).ifPresent(pauses -> {
            line(FleetSentences.of(pauses));
            text.line("");
        });
    }

    private void stragglers(FleetComparison fleet) {
        if (!fleet.stragglers().isEmpty()) {
            line("Slower than their peers all the time:");
            fleet.stragglers().stream()
                    .limit(SHOWN)
                    .forEach(slow -> line("  " + FleetSentences.of(slow)
                            + (slow.certainty() == Straggler.Certainty.SUSPECTED ? " (few steps: a hint)" : "")
                            + (slow.partOf().isEmpty() ? "" : " (part of: " + slow.partOf() + ")")));
            if (fleet.stragglers().size() > SHOWN) {
                line("  and " + (fleet.stragglers().size() - SHOWN) + " more");
            }
            text.line("");
        }
    }

    private void data(FleetLedgers read, FleetComparison fleet, int unreadable) {
        line(fleet.ranks() + " of " + read.worldSize() + " ranks compared, " + fleet.missingRanks() + " missing, "
                + unreadable + (unreadable == 1 ? " file" : " files") + " unreadable; " + fleet.steps() + " steps; "
                + fleet.evidence().sentence()
                + "; " + fleet.tests() + " tests in " + fleet.windows() + " windows, false discoveries 5 %.");
        fleet.leftOut().stream()
                .limit(SHOWN)
                .forEach(each -> line(
                        "Left out: rank " + each.rank() + ", " + each.reason().sentence() + "."));
        if (read.withoutRank() > 0) {
            line("Left out: " + read.withoutRank() + " ledgers without a rank.");
        }
        fleet.abstentions().forEach(each -> line("Cannot tell: " + each.sentence() + "."));
    }
}
