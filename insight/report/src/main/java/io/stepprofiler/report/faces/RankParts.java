package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.report.StepTimes;
import io.stepprofiler.analysis.report.WindowLedger;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.comparison.Culprit;
import io.stepprofiler.fleet.comparison.Straggler;
import io.stepprofiler.fleet.ranks.FleetGroups;
import io.stepprofiler.fleet.ranks.RankGroups;
import io.stepprofiler.fleet.report.FleetReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The ranks of a report: their places, and the parts of their steps, such as phases, by its windows. Communication is not
 * among them.
 */
public final class RankParts {
    /** Smallest part of the difference that is named as its cause. */
    private static final double MOST = 0.8;

    /** Median time of a step in each part, by its name in words, for each rank. */
    private final Map<Integer, Map<String, Long>> medians;

    private final List<Integer> ranks;
    private final Map<Integer, Culprit> culprits = new HashMap<>();
    private final RankGroups peers;

    /** The ranks of a report. */
    RankParts(FleetReport report) {
        this(
                report.parts(),
                report.read().steps().places(),
                report.comparison().extent().missingRanks() == 0);
    }

    RankParts(Map<Integer, Map<String, Long>> medians, List<RankPlace> places, boolean isWhole) {
        this.medians = medians;
        ranks = places.stream().map(RankPlace::rank).toList();
        Culprit.all(places, isWhole).forEach(each -> culprits.put(each.rank(), each));
        peers = new FleetGroups(places).peers();
    }

    /** Returns the first rank of a slow place. */
    Culprit first(Straggler slow) {
        return Objects.requireNonNull(culprits.get(slow.ranks().get(0)));
    }

    /**
     * {@return the median time of a step in each part, by its name in words, for each rank}
     *
     * @param windows windows of the ranks
     */
    public static Map<Integer, Map<String, Long>> medians(List<WindowReport> windows) {
        return windows.stream()
                .collect(Collectors.groupingBy(
                        window -> window.run().rank(),
                        Collectors.collectingAndThen(Collectors.toList(), RankParts::ofRank)));
    }

    private static Map<String, Long> ofRank(List<WindowReport> windows) {
        int steps =
                windows.stream().mapToInt(each -> each.steps().numbers().size()).sum();
        Map<String, List<Long>> columns = new LinkedHashMap<>();
        for (WindowReport window : windows) {
            long onDevices = WindowLedger.communicationNanos(window.devices());
            window.steps().parts().forEach((part, nanos) -> {
                long others = part.equals(StepCategory.DEVICE_WAIT.name()) ? onDevices : 0;
                List<Long> column = columns.computeIfAbsent(words(part), any -> new ArrayList<>());
                nanos.forEach(each -> column.add(Math.max(0, each - others)));
            });
        }
        columns.remove(StepCategory.COMMUNICATION.label());
        Map<String, Long> medians = new HashMap<>();
        // A part that a window lacks counts as 0 in its steps.
        columns.forEach((part, nanos) -> medians.put(
                part,
                Quantiles.median(LongStream.concat(
                        nanos.stream().mapToLong(Long::longValue),
                        LongStream.generate(() -> 0).limit(Math.max(0, steps - nanos.size()))))));
        return medians;
    }

    private static String words(String part) {
        return part.startsWith(StepTimes.PHASE)
                ? part.substring(StepTimes.PHASE.length())
                : Stream.of(StepCategory.values())
                        .filter(category -> category.name().equals(part))
                        .map(StepCategory::label)
                        .findFirst()
                        .orElse(part);
    }

    /** Returns the cause of the longer time of a place in words: a part of the steps, else a column of the ledgers. */
    String cause(Straggler slow) {
        String part = longer(slow.ranks(), slow.excessNanos());
        return part.isEmpty() ? slow.cause().phrase() : part;
    }

    /** Returns the part that some ranks spend more time in than their peers, in words; empty if there is none. */
    String longer(List<Integer> slow, long excessNanos) {
        return slow.stream()
                .flatMap(rank -> medians.getOrDefault(rank, Map.of()).keySet().stream())
                .distinct()
                .map(part -> Map.entry(part, excess(slow, part)))
                .max(Comparator.comparingLong(Map.Entry<String, Long>::getValue).thenComparing(Map.Entry::getKey))
                .filter(most -> most.getValue() > 0)
                .map(most -> (most.getValue() >= MOST * excessNanos ? "mostly for " : "in several parts, most in ")
                        + most.getKey() + " (" + time(most.getValue()) + ")")
                .orElse("");
    }

    /** Returns the median of the ranks' times in a part above the medians of their peers. */
    private long excess(List<Integer> slow, String part) {
        IntToLongFunction nanos =
                at -> medians.getOrDefault(ranks.get(at), Map.of()).getOrDefault(part, 0L);
        long[] usual = peers.medians(at -> medians.containsKey(ranks.get(at)), nanos);
        return Quantiles.median(IntStream.range(0, usual.length)
                .filter(at -> slow.contains(ranks.get(at)))
                .mapToLong(at -> nanos.applyAsLong(at) - usual[at]));
    }
}
