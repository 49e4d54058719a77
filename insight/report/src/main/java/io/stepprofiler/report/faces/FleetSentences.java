package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.fleet.SharedRank;
import io.stepprofiler.fleet.comparison.Culprit;
import io.stepprofiler.fleet.comparison.Episode;
import io.stepprofiler.fleet.comparison.FleetComparison;
import io.stepprofiler.fleet.comparison.FleetPauses;
import io.stepprofiler.fleet.comparison.RanksVerdict;
import io.stepprofiler.fleet.comparison.Straggler;
import io.stepprofiler.fleet.comparison.WasteAccount;
import io.stepprofiler.fleet.comparison.WastePart;
import io.stepprofiler.fleet.ranks.ExcessCause;
import io.stepprofiler.fleet.ranks.PlaceLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Sentences about the ranks of a run, the same in all forms of the report. */
final class FleetSentences {
    private static final int SHOWN = 8;

    private FleetSentences() {}

    static String of(Straggler slow, RankParts ranks, RanksVerdict verdict) {
        String place = place(slow, ranks);
        return name(slow) + " takes " + time(slow.excessNanos()) + " (" + share(slow.excess())
                + ") a step longer than its peers" + (place.isEmpty() ? "" : "; it is " + place) + "; cause: "
                + ranks.cause(slow)
                + "; could gain at most "
                + time(slow.gainNanos()) + " a step"
                + (verdict.culprits().size() > slow.ranks().size() ? " alone" : "");
    }

    static String name(Straggler slow) {
        return slow.level().word() + " " + slow.name();
    }

    private static String name(Episode episode) {
        return episode.level().word() + " " + episode.name();
    }

    /** Returns the place of a slow rank; empty if it is not known, and for hosts and racks, whose names say it. */
    static String place(Straggler slow, RankParts ranks) {
        return slow.level() == PlaceLevel.RANK ? place(ranks.first(slow)) : "";
    }

    private static boolean isKnown(Culprit culprit) {
        return !culprit.host().isEmpty() || culprit.pid() > 0;
    }

    /** Returns where some ranks are, as a further clause; empty if it is not known, or if there are too many. */
    static String places(List<Culprit> culprits, int most) {
        List<Culprit> known = culprits.stream().filter(FleetSentences::isKnown).toList();
        return known.isEmpty() || culprits.size() > most
                ? ""
                : known.stream()
                        .map(each ->
                                "; " + (culprits.size() == 1 ? "it" : "rank " + each.rank()) + " is " + place(each))
                        .collect(Collectors.joining());
    }

    static String place(Culprit culprit) {
        if (!isKnown(culprit)) {
            return "";
        }
        List<String> parts = new ArrayList<>();
        if (!culprit.host().isEmpty()) {
            String local = culprit.localRank() < 0 ? "on" : "local rank " + culprit.localRank() + " of";
            parts.add(local + " host " + culprit.host());
        }
        if (culprit.pid() > 0) {
            parts.add("process " + culprit.pid());
        }
        culprit.labels().forEach((name, value) -> parts.add(name + " " + value));
        return String.join(", ", parts);
    }

    /** Returns the machine of a rank in words. */
    static String machine(Culprit culprit) {
        return culprit.host().isEmpty() ? "the machine of rank " + culprit.rank() : "host " + culprit.host();
    }

    static String of(SharedRank shared) {
        int more = shared.processes().size() - SHOWN;
        return "rank " + shared.rank() + " is several processes at the same time: "
                + shared.processes().stream().limit(SHOWN).collect(Collectors.joining(", "))
                + (more > 0 ? " and " + more + " more" : "");
    }

    /** Returns an episode in words. */
    static String of(Episode episode) {
        return of(name(episode) + " takes ", "its", episode);
    }

    /** Returns an episode of some ranks in words. */
    static String of(String whoTake, String whose, Episode episode) {
        String step = episode.isSingle() ? "" : " (" + share(episode.excess()) + ") a step";
        return whoTake + time(episode.excessNanos()) + step + " longer than " + whose + " peers "
                + (episode.isToTheEnd() && !episode.isSingle() ? "since " : "in ") + steps(episode);
    }

    /** Returns the longest single steps by rank and step; empty if there are none. */
    static String largest(FleetComparison fleet) {
        String largest = fleet.episodes().stream()
                .filter(Episode::isSingle)
                .map(each ->
                        name(each) + " in " + steps(each) + " (" + time(each.excessNanos()) + " longer than its peers)")
                .collect(Collectors.joining(", "));
        return largest.isEmpty() ? "" : "The longest single steps: " + largest + ".";
    }

    private static String steps(Episode episode) {
        return episode.firstStep() == episode.lastStep() || (episode.isToTheEnd() && !episode.isSingle())
                ? "step " + episode.firstStep()
                : "steps " + episode.firstStep() + " to " + episode.lastStep();
    }

    /** Returns the advice for a cause at a rank. */
    static String nextStep(ExcessCause cause, Culprit culprit) {
        String rank = "rank " + culprit.rank();
        return switch (cause) {
            case DATA -> "give each rank the same amount of data";
            case MACHINE -> "look for other programs on " + machine(culprit) + ", its clock rate and its cooling";
            case INPUT -> "look at the loader of " + rank + ": its workers, and the storage that it reads from";
            case FILES -> "look at the disks and the network of " + machine(culprit);
            case PAUSES -> "give " + rank + " a larger heap (-Xmx), or find what it allocates: stepprof report";
            default ->
                "compare a recorded window with one of another rank: stepprof diff; stepprof fleet capture"
                        + " records both while the program runs";
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
            case EVENTS -> "events: steps far longer than usual for the rank";
            default -> part.kind().name().toLowerCase(Locale.ROOT) + " " + part.name();
        };
    }

    /** Returns that the waste wanders over the ranks; empty unless it does without a known reason. */
    static String wandering(WasteAccount account, FleetComparison fleet) {
        boolean isKnown = fleet.verdict().subject() == RanksVerdict.Subject.RANKS
                || fleet.verdict().subject() == RanksVerdict.Subject.COLLECTIONS;
        return account.isRotating() && !isKnown ? "Different ranks are slow in different steps, as data is." : "";
    }

    static String of(FleetPauses pauses) {
        return "Garbage collections: " + share(pauses.rankSteps()) + " of the steps of a rank have a pause, "
                + share(pauses.steps()) + " of the steps of all ranks; the longest pauses cost "
                + time(pauses.costNanos()) + " a step, and " + time(pauses.meanNanos())
                + " if all ranks collected in the same steps.";
    }
}
