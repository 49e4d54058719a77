package io.stepprofiler.fleet.comparison;

import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.fleet.comparison.Replication.Item;
import io.stepprofiler.fleet.comparison.Replication.Repeated;
import io.stepprofiler.fleet.ranks.ComparedSteps;
import io.stepprofiler.fleet.ranks.ExcessCause;
import io.stepprofiler.fleet.ranks.FleetGroups;
import io.stepprofiler.fleet.ranks.PlaceLevel;
import io.stepprofiler.fleet.ranks.RankGroups;
import io.stepprofiler.fleet.ranks.RankSummary;
import io.stepprofiler.ledger.StepValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Search for stragglers: ranks that are slower than their peers in window after window, and hosts and racks by the same
 * rule. The figure of a host is the median over its ranks of their times above their peers' medians. A straggler is a
 * part of its host or rack if that is one, too. A rank is also one by its mean pauses for garbage collections, which may
 * be in few of its steps.
 */
public final class StragglerSearch {
    /** Fewest steps that can find a straggler at all. */
    public static final int FEWEST_STEPS = 8;

    private static final int FEWEST_PLACES = 3;

    private final ComparedSteps compared;
    private final List<RankSummary> ranks;
    private final FleetGroups groups;
    private final WasteAnalysis waste;
    private final List<Straggler> found = new ArrayList<>();
    private int tests;
    private int untested;

    // D29: a slow rank comes back, which needs no shape of the noise.
    /**
     * Searches for stragglers. Takes time proportional to the ranks, times their logarithm.
     *
     * @param compared the steps
     * @param ranks figures of each rank, in the number of windows of {@link #windows}
     * @param groups the groups of ranks
     * @param waste the waste of the steps
     */
    public StragglerSearch(ComparedSteps compared, List<RankSummary> ranks, FleetGroups groups, WasteAnalysis waste) {
        this.compared = compared;
        this.ranks = ranks;
        this.groups = groups;
        this.waste = waste;
        UsualMeans usual = new UsualMeans(ranks, groups.peers());
        List<List<Repeated>> slowGroups = slowGroups();
        for (PlaceLevel level : List.of(PlaceLevel.RACK, PlaceLevel.HOST, PlaceLevel.RANK)) {
            Replication test = Replication.of(level == PlaceLevel.RANK ? rankItems() : placeItems(level));
            tests += test.tests();
            if (level == PlaceLevel.RANK) {
                untested = ranks.size() - test.tests();
            }
            test.found().stream()
                    .filter(each -> level == PlaceLevel.RANK
                            || (isMostlySlow(groups.at(level).members(each.id()), each.excessNanos())
                                    && isItself(groups.at(level).members(each.id()), slowGroups)))
                    .sorted(Comparator.comparingDouble(each -> -(double) each.excessNanos() / each.usualNanos()))
                    .map(each ->
                            straggler(level, each, usual.cause(groups.at(level).members(each.id()))))
                    .forEach(found::add);
        }
        slowGroups.forEach(group -> add(group, usual));
        Replication pauses = Replication.of(pauseItems());
        tests += pauses.tests();
        pauses.found().stream()
                .map(each -> straggler(PlaceLevel.RANK, each, ExcessCause.PAUSES))
                .filter(this::isNew)
                .sorted(Comparator.comparingDouble(Straggler::excess).reversed())
                .forEach(found::add);
    }

    /** Returns the groups of slow ranks, by their peers. */
    private List<List<Repeated>> slowGroups() {
        return Replication.byPeers(rankItems()).stream()
                .map(SlowGroup::of)
                .filter(group -> !group.isEmpty())
                .toList();
    }

    /** Adds the ranks of a group of slow ones that were not found alone. */
    private void add(List<Repeated> group, UsualMeans usual) {
        // The medians of the peers are slow ones', if most are.
        int all = groups.peers().members(groups.peers().of(group.get(0).id())).size();
        ExcessCause cause = 2 * group.size() > all
                ? ExcessCause.SEVERAL
                : usual.cause(group.stream().map(Repeated::id).toList());
        group.stream()
                .map(each -> straggler(PlaceLevel.RANK, each, cause))
                .filter(this::isNew)
                .forEach(found::add);
    }

    /** Returns whether a place is slow itself, not only because many ranks anywhere are. */
    private static boolean isItself(List<Integer> members, List<List<Repeated>> slow) {
        return slow.stream().allMatch(group -> {
            long common =
                    group.stream().filter(each -> members.contains(each.id())).count();
            return common == 0 || common == members.size() || 2 * common >= group.size();
        });
    }

    private boolean isNew(Straggler slow) {
        return found.stream()
                .noneMatch(
                        each -> each.level() == PlaceLevel.RANK && each.name().equals(slow.name()));
    }

    /**
     * {@return the number of windows for the tests}
     *
     * @param compared the steps
     * @param peers the groups of peers
     */
    public static int windows(ComparedSteps compared, RankGroups peers) {
        int most = IntStream.range(0, peers.size())
                .map(group -> peers.members(group).size())
                .max()
                .orElse(1);
        return Replication.windows(compared.steps(), compared.ranks(), most);
    }

    /** {@return the stragglers, racks first, then hosts, then ranks; of one level, the largest excess first} */
    public List<Straggler> found() {
        return List.copyOf(found);
    }

    /** {@return the number of tests of all levels} */
    public int tests() {
        return tests;
    }

    /** {@return the number of ranks that have too few peers or steps for the test} */
    public int untestedRanks() {
        return untested;
    }

    private boolean isComplete(int rank) {
        return ranks.get(rank).isInAllWindows();
    }

    private List<Item> rankItems() {
        return items(this::isComplete, rank -> ranks.get(rank).windowNanos());
    }

    private List<Item> pauseItems() {
        return items(
                rank -> isComplete(rank) && ranks.get(rank).means().containsKey(StepValue.PAUSE_NANOS),
                rank -> ranks.get(rank).pauseNanos());
    }

    private List<Item> items(IntPredicate isTested, IntFunction<List<Long>> windowNanos) {
        long[] usual =
                groups.peers().medians(rank -> true, rank -> ranks.get(rank).medianNanos());
        return IntStream.range(0, ranks.size())
                .filter(isTested)
                .mapToObj(rank -> new Item(rank, groups.peers().of(rank), usual[rank], windowNanos.apply(rank)))
                .toList();
    }

    private List<Item> placeItems(PlaceLevel level) {
        RankGroups places = groups.at(level);
        long[] usual =
                groups.peers().medians(rank -> true, rank -> ranks.get(rank).medianNanos());
        List<Distribution> ofPlace = places.distributions(this::isComplete, rank -> usual[rank]);
        List<List<Distribution>> windows = IntStream.range(
                        0, ranks.get(0).windowNanos().size())
                .mapToObj(window -> {
                    long[] peers = groups.peers()
                            .medians(
                                    this::isComplete,
                                    rank -> ranks.get(rank).windowNanos().get(window));
                    return places.distributions(
                            this::isComplete,
                            rank -> ranks.get(rank).windowNanos().get(window) - peers[rank]);
                })
                .toList();
        List<Item> items = IntStream.range(0, places.size())
                .filter(place ->
                        groups.isSeveral(level, place) && ofPlace.get(place).count() > 0)
                .mapToObj(place -> new Item(
                        place,
                        0,
                        ofPlace.get(place).median(),
                        windows.stream().map(each -> each.get(place).median()).toList()))
                .toList();
        return items.size() < FEWEST_PLACES ? List.of() : items;
    }

    /** Returns whether the ranks of a place are slower than their peers by half of its excess, all but one of eight. */
    private boolean isMostlySlow(List<Integer> members, long excessNanos) {
        long[] usual =
                groups.peers().medians(rank -> true, rank -> ranks.get(rank).medianNanos());
        long slow = members.stream()
                .filter(rank -> 2 * (ranks.get(rank).medianNanos() - usual[rank]) >= excessNanos)
                .count();
        return 8 * slow >= 7L * members.size();
    }

    private Straggler straggler(PlaceLevel level, Repeated repeated, ExcessCause cause) {
        RankGroups places = groups.at(level);
        List<Integer> members = places.members(repeated.id());
        long gain = waste.gainNanos(level, repeated.id());
        return new Straggler(
                level,
                places.name(repeated.id()),
                members.stream().map(rank -> compared.places().get(rank).rank()).toList(),
                compared.steps() >= RanksVerdict.SURE_STEPS ? Straggler.Certainty.SURE : Straggler.Certainty.SUSPECTED,
                repeated.probability(),
                repeated.excessNanos(),
                (double) repeated.excessNanos() / Math.max(1, repeated.usualNanos()),
                waste.recurrence(level, repeated.id()),
                gain,
                (double) gain / Math.max(1, waste.account().stepNanos()),
                cause,
                larger(members).map(Straggler::name).orElse(""));
    }

    /** Returns the smallest straggler that was found before and contains all ranks. */
    private Optional<Straggler> larger(List<Integer> members) {
        List<Integer> numbers =
                members.stream().map(rank -> compared.places().get(rank).rank()).toList();
        return found.stream()
                .filter(each ->
                        each.ranks().size() > numbers.size() && each.ranks().containsAll(numbers))
                .min(Comparator.comparingInt(each -> each.ranks().size()));
    }
}
