package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.fleet.comparison.FleetPauses;
import io.stepprofiler.fleet.comparison.Straggler;
import io.stepprofiler.fleet.comparison.WasteAccount;
import io.stepprofiler.fleet.comparison.WastePart;
import io.stepprofiler.fleet.ranks.PlaceLevel;
import io.stepprofiler.fleet.report.FleetReport;
import java.util.Locale;

/** Sentences about the ranks of a run, the same in all forms of the report. */
final class FleetSentences {
    private FleetSentences() {}

    static String of(Straggler slow, FleetReport report) {
        return name(slow) + " takes " + time(slow.excessNanos()) + " (" + share(slow.excess())
                + ") a step longer than its peers; cause: " + new RankParts(report).cause(slow)
                + "; could gain at most "
                + time(slow.gainNanos()) + " a step";
    }

    static String name(Straggler slow) {
        return slow.level().name().toLowerCase(Locale.ROOT) + " " + slow.name();
    }

    /** Returns the advice for a slow place. */
    static String nextStep(Straggler slow) {
        String ranks = slow.level() == PlaceLevel.RANK
                ? ""
                : " of rank " + slow.ranks().get(0);
        return switch (slow.cause()) {
            case DATA -> "give each rank the same amount of data";
            case MACHINE -> "look for other programs on that machine, its clock rate and its cooling";
            default -> "compare a recorded window" + ranks + " with one of another rank: stepprof diff";
        };
    }

    static String of(WasteAccount account) {
        return "A step takes " + time(account.stepNanos()) + ", of which the mean rank works "
                + time(account.ownNanos()) + "; " + time(account.wasteNanos())
                + " are the waste: the slowest rank above the mean.";
    }

    static String of(WastePart part) {
        return switch (part.kind()) {
            case JITTER -> "noise: another rank in each step";
            case EVENTS -> "events: single long steps of any rank";
            default -> part.kind().name().toLowerCase(Locale.ROOT) + " " + part.name();
        };
    }

    /** Returns the gain if the slowest ranks were as fast as the others. */
    static String worst(WasteAccount account) {
        return "If the " + (account.worstRanks() == 1 ? "slowest rank" : account.worstRanks() + " slowest ranks")
                + " were as fast as the others, a step would take " + time(account.worstGainNanos()) + " less"
                + (account.isRotating() ? "; different ranks are slow in different steps, as data is" : "") + ".";
    }

    static String of(FleetPauses pauses) {
        return "Garbage collections: " + share(pauses.rankSteps()) + " of the steps of a rank have a pause, "
                + share(pauses.steps()) + " of the steps of all ranks; the longest pauses cost "
                + time(pauses.costNanos()) + " a step, and " + time(pauses.meanNanos())
                + " if all ranks collected in the same steps.";
    }
}
