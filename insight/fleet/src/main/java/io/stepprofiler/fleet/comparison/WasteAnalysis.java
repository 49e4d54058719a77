package io.stepprofiler.fleet.comparison;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.FleetSteps.Figures;
import io.stepprofiler.fleet.ranks.ComparedSteps;
import io.stepprofiler.fleet.ranks.EvidenceLevel;
import io.stepprofiler.fleet.ranks.Excess;
import io.stepprofiler.fleet.ranks.ExcessCause;
import io.stepprofiler.fleet.ranks.FleetGroups;
import io.stepprofiler.fleet.ranks.PlaceLevel;
import io.stepprofiler.fleet.ranks.RankGroups;
import io.stepprofiler.fleet.ranks.RankSummary;
import io.stepprofiler.ledger.StepValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * The waste of all steps, and the part of each place in it. It reads the steps twice, the first time for their noise,
 * and then the last ranks of events for their causes.
 * Jitter and events are divided by the size of a rank's excess, because a permutation of the ranks within a step, the
 * other way to estimate jitter, has the same maximum wherever an event is.
 */
public final class WasteAnalysis {
    /** Deviations of the noise above which a rank is surely the last: clocks and noise do not explain it. */
    private static final long SURELY = 3;

    /** The maximum of 10,000 normal values is below 4 deviations. */
    private static final long EVENT = 5;

    /** Part of an event that a column explains at least, to be its cause. */
    private static final double HALF = 0.5;

    private static final double WANDERS = 0.3;
    private static final double STABLE = 0.2;
    private static final int STABLE_PLACES = 3;

    private final FleetGroups groups;
    private final long surelyNanos;
    private final List<StepWaste> steps;
    private final WasteAccount account;

    /**
     * The waste of all steps. Takes time proportional to ranks times steps, times the logarithm of the ranks.
     *
     * @param compared the steps, one or more, of two ranks or more
     * @param ranks figures of each rank
     * @param groups the groups of ranks
     */
    public WasteAnalysis(ComparedSteps compared, List<RankSummary> ranks, FleetGroups groups) {
        this.groups = groups;
        long[] medians = ranks.stream().mapToLong(RankSummary::medianNanos).toArray();
        long typical = Quantiles.median(Arrays.stream(medians));
        EvidenceLevel evidence = compared.evidence();
        List<StepNoise> noises = compared.byStep(step -> StepNoise.of(evidence.nanos(step), medians));
        long noise = Quantiles.median(noises.stream().mapToLong(StepNoise::deviationNanos)) * 14826 / 10_000;
        surelyNanos = Math.max(SURELY * noise, typical / 100);
        long[] shifts = noises.stream().mapToLong(StepNoise::shiftNanos).toArray();
        steps = withCauses(
                compared.byStep(
                        new StepComparison(evidence, groups, medians, shifts, Math.max(EVENT * noise, typical / 20))),
                compared,
                ranks,
                shifts);
        account = account(PersistentWaste.of(medians, groups));
    }

    /** Returns the steps with the causes of their events: the values of the last rank against its usual ones. */
    private static List<StepWaste> withCauses(
            List<StepWaste> steps, ComparedSteps compared, List<RankSummary> ranks, long... shifts) {
        Map<Integer, Map<Integer, Long>> excesses = new TreeMap<>();
        for (int step = 0; step < shifts.length; step++) {
            StepWaste waste = steps.get(step);
            if (waste.eventNanos() > 0) {
                long usual = ranks.get(waste.last()).medianNanos() + shifts[step];
                excesses.computeIfAbsent(waste.last(), any -> new TreeMap<>()).put(step, waste.lastNanos() - usual);
            }
        }
        List<RankSummary> of = List.copyOf(ranks);
        List<StepWaste> known = new ArrayList<>(steps);
        compared.byRank(
                        excesses.keySet().stream().mapToInt(Integer::intValue).toArray(),
                        rank -> causes(rank, of.get(rank.index()), excesses.getOrDefault(rank.index(), Map.of())))
                .forEach(causes -> causes.forEach(
                        (step, cause) -> known.set(step, steps.get(step).withCause(cause))));
        return List.copyOf(known);
    }

    private static Map<Integer, ExcessCause> causes(Figures rank, RankSummary usual, Map<Integer, Long> excesses) {
        Map<StepValue, long[]> columns = new EnumMap<>(StepValue.class);
        usual.means().keySet().forEach(value -> columns.put(value, rank.values(value)));
        Map<Integer, ExcessCause> causes = new HashMap<>();
        excesses.forEach((step, excess) -> {
            Map<StepValue, Long> values = new EnumMap<>(StepValue.class);
            columns.forEach((value, figures) -> {
                if (figures[step] != FleetSteps.UNKNOWN) {
                    values.put(value, figures[step] - usual.means().getOrDefault(value, 0L));
                }
            });
            causes.put(step, new Excess(excess, usual.medianNanos(), values, usual.means()).cause(HALF));
        });
        return causes;
    }

    /** {@return the account} */
    public WasteAccount account() {
        return account;
    }

    private long mean(ToLongFunction<StepWaste> figure) {
        return steps.stream().mapToLong(figure).sum() / steps.size();
    }

    private WasteAccount account(List<WastePart> persistent) {
        long waste = mean(StepWaste::nanos);
        Map<ExcessCause, Long> events = new EnumMap<>(ExcessCause.class);
        for (ExcessCause cause : ExcessCause.values()) {
            long nanos = mean(step -> step.cause() == cause ? step.eventNanos() : 0);
            if (nanos > 0) {
                events.put(cause, nanos);
            }
        }
        long ofEvents = events.values().stream().mapToLong(Long::longValue).sum();
        List<WastePart> parts = within(waste - ofEvents, persistent);
        long jitter =
                waste - ofEvents - parts.stream().mapToLong(WastePart::nanos).sum();
        parts.add(new WastePart(WasteKind.JITTER, "", jitter));
        parts.add(new WastePart(WasteKind.EVENTS, "", ofEvents));
        long wall = steps.stream().mapToLong(StepWaste::wallNanos).sum();
        return new WasteAccount(
                mean(StepWaste::wallNanos),
                mean(StepWaste::meanNanos),
                waste,
                parts,
                events,
                (double) wall
                        / Math.max(
                                1,
                                wall
                                        - steps.stream()
                                                .mapToLong(StepWaste::nanos)
                                                .sum()),
                stability(PlaceLevel.RANK),
                jitter + ofEvents >= WANDERS * waste
                        && waste > 0
                        && Arrays.stream(PlaceLevel.values()).noneMatch(this::isStable));
    }

    /** Returns the largest part of the steps in which one place was clearly the last. */
    private double stability(PlaceLevel level) {
        return steps.stream()
                .mapToInt(step -> groups.at(level).of(step.last()))
                .distinct()
                .mapToDouble(group -> recurrence(level, group))
                .max()
                .orElse(0);
    }

    private boolean isStable(PlaceLevel level) {
        return stability(level)
                > Math.max(STABLE, (double) STABLE_PLACES / groups.at(level).size());
    }

    /**
     * Returns the parts, shortened to a limit, the smallest places first: the median of a rank that is slow in most
     * steps is larger than its part of the waste.
     */
    private static List<WastePart> within(long limit, List<WastePart> parts) {
        List<WastePart> shortened = new ArrayList<>();
        long left = limit;
        for (WastePart part : parts) {
            long nanos = Math.min(left, part.nanos());
            shortened.add(new WastePart(part.kind(), nanos == 0 ? "" : part.name(), nanos));
            left -= nanos;
        }
        return shortened;
    }

    /**
     * {@return the gain of a mean step in nanoseconds if a place were as fast as the others} Gains of several places
     * overlap and are never added.
     *
     * @param level level of the place
     * @param group the group at this level
     */
    public long gainNanos(PlaceLevel level, int group) {
        RankGroups places = groups.at(level);
        return mean(step -> places.of(step.last()) == group ? step.gainNanos(level) : 0);
    }

    /**
     * {@return the part of the steps in which a place is clearly the last}
     *
     * @param level level of the place
     * @param group the group at this level
     */
    public double recurrence(PlaceLevel level, int group) {
        RankGroups places = groups.at(level);
        return (double) steps.stream()
                        .filter(step -> places.of(step.last()) == group && step.gainNanos(level) > surelyNanos)
                        .count()
                / steps.size();
    }
}
