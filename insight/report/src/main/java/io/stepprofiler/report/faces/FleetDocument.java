package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.count;
import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.document.Document;
import io.stepprofiler.document.Table;
import io.stepprofiler.fleet.comparison.Episode;
import io.stepprofiler.fleet.comparison.FleetComparison;
import io.stepprofiler.fleet.comparison.RanksVerdict;
import io.stepprofiler.fleet.comparison.Straggler;
import io.stepprofiler.fleet.comparison.WasteAccount;
import io.stepprofiler.fleet.ranks.PlaceLevel;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.ledger.LedgerLosses;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Comparison of the ranks of a run as a document: a verdict, the account of waste, slow places, waits, and the data. */
public final class FleetDocument {
    private static final int SHOWN = 10;

    private final Document document = new Document();
    private final Detail detail;

    private FleetDocument(FleetReport report, Detail detail) {
        this.detail = detail;
        FleetComparison fleet = report.comparison();
        FleetVerdict verdict = FleetVerdict.of(report);
        document.heading(2, verdict.line())
                .paragraph(verdict.nextStep().isEmpty() ? "" : "Next: " + verdict.nextStep());
        fleet.account().ifPresent(account -> account(account, fleet));
        stragglers(report);
        List<Episode> episodes =
                fleet.episodes().stream().filter(Episode::isFinding).toList();
        document.heading(3, episodes.isEmpty() ? "" : "Slower than their peers for a time")
                .items(episodes.stream()
                        .limit(SHOWN)
                        .map(each -> FleetSentences.of(each) + "; cause: "
                                + each.cause().phrase())
                        .toList())
                .paragraph(episodes.size() > SHOWN ? "and " + (episodes.size() - SHOWN) + " more" : "");
        document.heading(3, "Waits for other ranks").items(WaitSentences.of(report));
        fleet.pauses()
                .filter(pauses -> pauses.costNanos() > 0)
                .ifPresent(pauses -> document.heading(3, "Collections").paragraph(FleetSentences.of(pauses)));
        document.heading(3, "Data").items(DataSentences.all(report));
    }

    /**
     * {@return the comparison as text}
     *
     * @param report the report
     */
    public static String text(FleetReport report) {
        return new FleetDocument(report, Detail.BRIEF).document.text();
    }

    /**
     * {@return the comparison in GitHub's Markdown}
     *
     * @param report the report
     */
    public static String markdown(FleetReport report) {
        return new FleetDocument(report, Detail.FULL).document.markdown();
    }

    /**
     * {@return the first line of the text, not divided}
     *
     * @param report the report
     */
    public static String firstLine(FleetReport report) {
        return FleetVerdict.of(report).line();
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
        RanksVerdict verdict = fleet.verdict();
        String whatIf = "stepprof fleet whatif " + source;
        return switch (verdict.subject()) {
            case STAGE -> whatIf + " --stage " + fleet.stage().orElseThrow().stage() + "=-10%";
            case RANKS -> whatIf + " --without " + places(verdict);
            case COLLECTIONS, BATCHES, NONE -> "stepprof fleet report " + source + " -o fleet.html";
        };
    }

    /** Returns the slow ranks as words of a command: hosts or racks, and the ranks that are in none of them. */
    private static String places(RanksVerdict verdict) {
        List<String> names = verdict.pattern().names();
        PlaceLevel level = switch (verdict.pattern().kind()) {
            case HOSTS -> PlaceLevel.HOST;
            case RACKS -> PlaceLevel.RACK;
            default -> PlaceLevel.RANK;
        };
        Stream<String> ranks = verdict.culprits().stream()
                .filter(each -> level == PlaceLevel.RANK
                        || !names.contains(
                                level == PlaceLevel.HOST
                                        ? each.host()
                                        : each.labels().getOrDefault("rack", "")))
                .map(each -> "rank=" + each.rank());
        Stream<String> places =
                level == PlaceLevel.RANK ? Stream.of() : names.stream().map(name -> level.word() + "=" + name);
        return Stream.concat(places, ranks).collect(Collectors.joining(","));
    }

    private void account(WasteAccount account, FleetComparison fleet) {
        document.heading(3, "Waste of a step")
                .paragraph(FleetSentences.of(account))
                .table(Table.of(account.parts().stream()
                                .filter(part -> part.nanos() > 0)
                                .toList())
                        .figure("a step", part -> time(part.nanos()))
                        .figure(
                                "of the waste",
                                part -> share((double) part.nanos() / Math.max(1, account.wasteNanos())))
                        .name("part", FleetSentences::of));
        account.events()
                .forEach((cause, nanos) ->
                        document.paragraph("Part of the events, " + time(nanos) + ": " + cause.phrase()));
        document.paragraph(FleetSentences.largest(fleet)).paragraph(FleetSentences.wandering(account, fleet));
    }

    private void stragglers(FleetReport report) {
        FleetComparison fleet = report.comparison();
        RankParts ranks = new RankParts(report);
        if (detail == Detail.FULL) {
            document.table("Slower than their peers all the time", table(fleet, ranks));
            return;
        }
        List<Straggler> whole = fleet.stragglers().stream()
                .filter(slow -> slow.partOf().isEmpty())
                .toList();
        document.heading(3, whole.isEmpty() ? "" : "Slower than their peers all the time");
        whole.stream()
                .limit(SHOWN)
                .forEach(slow -> document.item(
                        "",
                        FleetSentences.of(slow, ranks, fleet.verdict())
                                + (slow.certainty() == Straggler.Certainty.SUSPECTED ? " (few steps: a hint)" : ""),
                        parts(fleet, slow)));
        document.paragraph(whole.size() > SHOWN ? "and " + (whole.size() - SHOWN) + " more" : "");
    }

    private static Table<Straggler> table(FleetComparison fleet, RankParts ranks) {
        return Table.of(fleet.stragglers(), 50)
                .name("place", FleetSentences::name)
                .figure("longer by", slow -> time(slow.excessNanos()))
                .figure("of a step", slow -> share(slow.excess()))
                .figure("last in", slow -> share(slow.recurrence()))
                .figure("possible gain", slow -> time(slow.gainNanos()))
                .name("at", slow -> FleetSentences.place(slow, ranks))
                .name("cause", ranks::cause)
                .name("certainty", FleetDocument::certainty);
    }

    private static List<String> parts(FleetComparison fleet, Straggler slow) {
        List<String> parts = fleet.stragglers().stream()
                .filter(part ->
                        part.partOf().equals(slow.name()) && slow.ranks().containsAll(part.ranks()))
                .map(part -> FleetSentences.name(part) + " " + share(part.excess()))
                .toList();
        return parts.isEmpty()
                ? parts
                : List.of("parts of it: " + String.join(", ", parts.subList(0, Math.min(SHOWN, parts.size())))
                        + (parts.size() > SHOWN ? " and " + (parts.size() - SHOWN) + " more" : ""));
    }

    private static String certainty(Straggler slow) {
        return (slow.certainty() == Straggler.Certainty.SURE ? "sure" : "few steps: a hint")
                + (slow.partOf().isEmpty() ? "" : ", part of " + slow.partOf());
    }
}
