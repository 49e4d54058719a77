package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.count;
import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.fleet.comparison.Culprit;
import io.stepprofiler.fleet.comparison.Episode;
import io.stepprofiler.fleet.comparison.RankPattern;
import io.stepprofiler.fleet.comparison.RanksVerdict;
import io.stepprofiler.fleet.comparison.Straggler;
import io.stepprofiler.fleet.ranks.ExcessCause;
import io.stepprofiler.fleet.report.FleetReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Sentences about all slow ranks of a run together. */
final class CulpritSentences {
    private static final int SHOWN = 8;
    private static final int SHOWN_PLACES = 4;
    private static final int SHOWN_EPISODES = 3;

    /** Distance of the first steps, and of the last ones, of episodes at the same time. */
    private static final int SAME_STEPS = 5;

    private final FleetReport report;
    private final RankParts ranks;
    private final RanksVerdict verdict;
    private final List<Straggler> stragglers;
    private final List<Episode> episodes;

    CulpritSentences(FleetReport report) {
        this.report = report;
        ranks = new RankParts(report);
        verdict = report.comparison().verdict();
        stragglers = report.comparison().stragglers().stream()
                .filter(each -> each.partOf().isEmpty())
                .toList();
        episodes = report.comparison().episodes().stream()
                .filter(Episode::isFinding)
                .toList();
    }

    FleetVerdict verdict() {
        return new FleetVerdict(
                title(), sentence(), nextStep(), verdict.severity().orElse(null));
    }

    private String title() {
        boolean isOne = isOnePlace();
        return switch (verdict.pattern().kind()) {
            case RANK -> "Slow rank";
            case HOSTS -> isOne ? "Slow host" : "Slow hosts";
            case RACKS -> isOne ? "Slow rack" : "Slow racks";
            default -> "Slow ranks";
        };
    }

    private boolean isOnePlace() {
        return Set.of(RankPattern.Kind.HOSTS, RankPattern.Kind.RACKS)
                        .contains(verdict.pattern().kind())
                && verdict.pattern().names().size() == 1;
    }

    private String sentence() {
        if (stragglers.size() == 1 && episodes.isEmpty()) {
            return FleetSentences.of(stragglers.get(0), ranks, verdict) + stage();
        }
        List<String> parts = new ArrayList<>();
        if (!stragglers.isEmpty()) {
            String who = episodes.isEmpty()
                    ? pattern(report)
                    : listed(stragglers.stream().map(FleetSentences::name).toList(), SHOWN);
            boolean isOne = stragglers.size() == 1 || (episodes.isEmpty() && isOnePlace());
            parts.add(who + (isOne ? " takes " : " take ") + range(each -> time(each.excessNanos())) + " ("
                    + range(each -> share(each.excess())) + ") a step longer than " + (isOne ? "its" : "their")
                    + " peers");
        }
        if (isAtOnce()) {
            parts.add(FleetSentences.of(
                    pattern(report) + " take up to ",
                    "their",
                    Collections.max(episodes, Comparator.comparingLong(Episode::excessNanos))));
        } else {
            episodes.stream().limit(SHOWN_EPISODES).map(FleetSentences::of).forEach(parts::add);
        }
        if (episodes.size() > SHOWN_EPISODES && !isAtOnce()) {
            parts.add("and " + count(episodes.size() - SHOWN_EPISODES, "more episode"));
        }
        return String.join("; ", parts) + FleetSentences.places(verdict.culprits(), SHOWN_PLACES) + stage()
                + "; cause: "
                + causes() + "; could gain at most " + time(verdict.gainNanos()) + " (" + share(verdict.gain())
                + ") a step" + (verdict.culprits().size() > 1 ? " together" : "");
    }

    /** Returns whether nothing but several episodes in about the same steps is found. */
    private boolean isAtOnce() {
        return stragglers.isEmpty()
                && episodes.size() > 1
                && episodes.stream()
                        .allMatch(each -> Math.abs(each.firstStep()
                                                - episodes.get(0).firstStep())
                                        <= SAME_STEPS
                                && Math.abs(each.lastStep() - episodes.get(0).lastStep()) <= SAME_STEPS);
    }

    private String stage() {
        return verdict.pattern().isStagePossible()
                ? "; a machine, or the part of the model on these ranks: their positions are not recorded"
                : "";
    }

    private String causes() {
        Set<String> causes = Stream.concat(
                        stragglers.stream().map(ranks::cause),
                        episodes.stream().map(each -> each.cause().phrase()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        return causes.size() <= 2 ? String.join("; or ", causes) : "several, see the list";
    }

    /** Returns the least and the greatest of the amounts. */
    private String range(Function<Straggler, String> amount) {
        Straggler least = stragglers.get(0);
        Straggler most = least;
        for (Straggler each : stragglers) {
            least = each.excess() < least.excess() ? each : least;
            most = each.excess() > most.excess() ? each : most;
        }
        String low = amount.apply(least);
        String high = amount.apply(most);
        return low.equals(high) ? low : low + " to " + high;
    }

    /** Returns the advice: what to look at where, by the cause. */
    private String nextStep() {
        Culprit first = verdict.culprits().get(0);
        if (stragglers.isEmpty() && episodes.get(0).isSingle()) {
            return "look at the logs of " + FleetSentences.machine(first) + " at the time of step "
                    + episodes.get(0).firstStep();
        }
        if (verdict.pattern().kind() == RankPattern.Kind.LOCAL_RANKS) {
            return "look at what only these ranks do, such as logging or saving, and at the processors and devices in that"
                    + " place";
        }
        ExcessCause cause = stragglers.isEmpty()
                ? episodes.get(0).cause()
                : stragglers.get(0).cause();
        return FleetSentences.nextStep(cause, first);
    }

    /** Returns the slow ranks of a report in words. */
    static String pattern(FleetReport report) {
        RanksVerdict verdict = report.comparison().verdict();
        List<String> names = verdict.pattern().names();
        List<String> numbers = verdict.culprits().stream()
                .map(each -> Integer.toString(each.rank()))
                .toList();
        String ranks = (numbers.size() == 1 ? "rank " : "ranks ") + listed(numbers, SHOWN);
        int all = report.read().steps().places().size();
        return switch (verdict.pattern().kind()) {
            case RACKS -> (names.size() == 1 ? "rack " : "racks ") + listed(names, SHOWN);
            case HOSTS -> (names.size() == 1 ? "host " : "hosts ") + listed(names, SHOWN);
            case LOCAL_RANKS ->
                (names.size() == 1 ? "local rank " : "local ranks ") + listed(names, SHOWN) + " of each host (" + ranks
                        + ")";
            case EVERY -> "one of every " + names.get(0) + " ranks, from rank " + names.get(1) + " on (" + ranks + ")";
            case LAST -> "the last " + numbers.size() + " of " + all + " ranks (" + ranks + ")";
            case RANKS -> numbers.size() + " of " + all + " ranks (" + ranks + ")";
            case RANK, NONE -> ranks;
        };
    }

    private static String listed(List<String> names, int most) {
        if (names.size() == 1) {
            return names.get(0);
        }
        boolean isMore = names.size() > most;
        List<String> shown = names.subList(0, isMore ? most : names.size() - 1);
        return String.join(", ", shown) + " and "
                + (isMore ? names.size() - most + " more" : names.get(names.size() - 1));
    }
}
