package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.amount.Amount.time;
import static io.stepprofiler.report.faces.MarkdownReportWriter.escaped;

import io.stepprofiler.fleet.account.WasteAccount;
import io.stepprofiler.fleet.comparison.FleetComparison;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.fleet.straggler.Straggler;
import java.util.List;
import java.util.Locale;

/** Comparison of the ranks of a run in GitHub's Markdown. */
public final class FleetMarkdown {
    private static final int SHOWN = 50;

    private final StringBuilder text = new StringBuilder();

    private FleetMarkdown() {}

    /**
     * {@return the comparison in Markdown}
     *
     * @param report the report
     */
    public static String of(FleetReport report) {
        FleetMarkdown face = new FleetMarkdown();
        FleetVerdict verdict = FleetVerdict.of(report.comparison());
        face.line("## " + escaped(verdict.title()) + "\n");
        face.line(escaped(sentence(verdict.sentence())) + "\n");
        if (!verdict.nextStep().isEmpty()) {
            face.line("**Next:** " + escaped(verdict.nextStep()) + "\n");
        }
        report.comparison().account().ifPresent(face::account);
        face.stragglers(report.comparison());
        face.section("Waits for other ranks", WaitSentences.of(report));
        report.comparison()
                .pauses()
                .filter(pauses -> pauses.costNanos() > 0)
                .ifPresent(pauses -> face.section("Collections", List.of(FleetSentences.of(pauses))));
        face.section("Data", DataSentences.all(report));
        return face.text.toString();
    }

    private static String sentence(String clause) {
        return clause.substring(0, 1).toUpperCase(Locale.ROOT) + clause.substring(1) + ".";
    }

    private void account(WasteAccount account) {
        line("### Waste of a step\n");
        line(escaped(FleetSentences.of(account)) + "\n");
        line("| part | time a step | of the waste |");
        line("|---|---:|---:|");
        account.parts().stream()
                .filter(part -> part.nanos() > 0)
                .forEach(part -> line("| " + escaped(FleetSentences.of(part)) + " | " + time(part.nanos()) + " | "
                        + share((double) part.nanos() / Math.max(1, account.wasteNanos())) + " |"));
        line("");
        account.events()
                .forEach((cause, nanos) ->
                        line("Part of the events, " + time(nanos) + ": " + escaped(cause.phrase()) + "\n"));
        line(escaped(FleetSentences.worst(account)) + "\n");
    }

    private void stragglers(FleetComparison fleet) {
        if (fleet.stragglers().isEmpty()) {
            return;
        }
        line("### Slower than their peers all the time\n");
        line("| place | longer by | of a step | last in | possible gain | cause | certainty |");
        line("|---|---:|---:|---:|---:|---|---|");
        fleet.stragglers().stream()
                .limit(SHOWN)
                .forEach(slow -> line("| " + escaped(FleetSentences.name(slow)) + " | " + time(slow.excessNanos())
                        + " | "
                        + share(slow.excess()) + " | " + share(slow.recurrence()) + " | " + time(slow.gainNanos())
                        + " | " + escaped(slow.cause().phrase()) + " | " + certainty(slow) + " |"));
        if (fleet.stragglers().size() > SHOWN) {
            line("| " + (fleet.stragglers().size() - SHOWN) + " more | | | | | | |");
        }
        line("");
    }

    private static String certainty(Straggler slow) {
        return (slow.certainty() == Straggler.Certainty.SURE ? "sure" : "few steps: a hint")
                + (slow.partOf().isEmpty() ? "" : ", part of " + escaped(slow.partOf()));
    }

    private void section(String title, List<String> sentences) {
        line("### " + title + "\n");
        sentences.forEach(each -> line("- " + escaped(each)));
        line("");
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
