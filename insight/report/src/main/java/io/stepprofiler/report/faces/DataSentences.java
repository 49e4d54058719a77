package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.count;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.fleet.comparison.FleetComparison;
import io.stepprofiler.fleet.ranks.EvidenceLevel;
import io.stepprofiler.fleet.ranks.LeftOut;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.ledger.LedgerLosses;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Sentences about the data of a comparison of ranks, the same in all forms of the report. */
final class DataSentences {
    /** Noise of several windows comes back as a slow rank does. */
    static final String FALSE_RATE = "false discoveries 5 % if noise is shorter than a window";

    private static final int SHOWN = 10;

    private DataSentences() {}

    /** Returns the compared and missing data and the tests. */
    static String of(FleetReport report) {
        FleetComparison fleet = report.comparison();
        return fleet.extent().ranks() + " of " + report.read().worldSize() + " ranks compared, "
                + fleet.extent().missingRanks()
                + " missing, " + count(report.unread().size(), "file") + " unreadable; "
                + fleet.extent().steps()
                + " steps; " + evidence(report) + ": "
                + fleet.extent().evidence().sentence() + "; "
                + Amount.count(fleet.extent().tests(), "test") + " in "
                + Amount.count(fleet.extent().windows(), "window") + ", " + FALSE_RATE + ".";
    }

    /** Returns all sentences; of many ranks or files that are left out, the first ones. */
    static List<String> all(FleetReport report) {
        List<String> all = new ArrayList<>(List.of(of(report)));
        List<String> leftOut = leftOut(report);
        all.addAll(leftOut.subList(0, Math.min(SHOWN, leftOut.size())));
        if (leftOut.size() > SHOWN) {
            all.add("and " + (leftOut.size() - SHOWN) + " more");
        }
        losses(report).ifPresent(all::add);
        report.comparison().abstentions().forEach(each -> all.add("Cannot tell: " + each.sentence() + "."));
        return all;
    }

    /** Returns the level of the evidence: E0 step times, E1 times outside of collectives, E2 arrivals. */
    static String evidence(FleetReport report) {
        return report.waits().filter(waits -> waits.collectives() > 0).isPresent()
                ? "E2"
                : report.comparison().extent().evidence() == EvidenceLevel.OWN_TIMES ? "E1" : "E0";
    }

    /** Returns the ranks, ledgers and steps that are left out, and the questions without an answer. */
    private static List<String> leftOut(FleetReport report) {
        List<String> leftOut = new ArrayList<>();
        report.comparison()
                .extent()
                .shared()
                .forEach(each -> leftOut.add("Left out: " + FleetSentences.of(each) + "."));
        report.comparison().extent().leftOut().stream()
                .filter(each -> each.reason() != LeftOut.Reason.SEVERAL_PROCESSES)
                .forEach(each -> leftOut.add(
                        "Left out: rank " + each.rank() + ", " + each.reason().sentence() + "."));
        report.unread().forEach(each -> leftOut.add("Unread: " + each.path() + ": " + each.reason()));
        if (report.read().withoutRank() > 0) {
            leftOut.add("Left out: " + count(report.read().withoutRank(), "ledger") + " without a rank.");
        }
        if (report.read().pooledRows() > 0) {
            leftOut.add("Left out: " + count(report.read().pooledRows(), "row") + " for several older steps.");
        }
        return leftOut;
    }

    /** Returns the losses of the ledgers; empty if nothing was lost. */
    static Optional<String> losses(FleetReport report) {
        LedgerLosses losses = report.read().losses();
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("overwritten step", losses.overwrittenSteps());
        counts.put("overwritten collective", losses.overwrittenSyncs());
        counts.put("older collective", losses.droppedSyncs());
        counts.put("missing or damaged block", losses.missingBlocks());
        counts.put("damaged byte", losses.damagedBytes());
        String lost = counts.entrySet().stream()
                .filter(each -> each.getValue() > 0)
                .map(each -> count(each.getValue(), each.getKey()))
                .collect(Collectors.joining(", "));
        return lost.isEmpty() ? Optional.empty() : Optional.of("Lost in the ledgers: " + lost + ".");
    }
}
