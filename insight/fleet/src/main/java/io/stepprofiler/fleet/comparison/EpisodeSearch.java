package io.stepprofiler.fleet.comparison;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.FleetSteps.Figures;
import io.stepprofiler.fleet.comparison.RankSeries.Part;
import io.stepprofiler.fleet.ranks.ComparedSteps;
import io.stepprofiler.fleet.ranks.EvidenceLevel;
import io.stepprofiler.fleet.ranks.Excess;
import io.stepprofiler.fleet.ranks.ExcessCause;
import io.stepprofiler.fleet.ranks.FleetGroups;
import io.stepprofiler.fleet.ranks.PlaceLevel;
import io.stepprofiler.fleet.ranks.RankGroups;
import io.stepprofiler.ledger.StepValue;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

// D33: an episode is far above all that other ranks do, whatever the shape and the length of the noise.
/**
 * Search for episodes. A rank has one if the median of its times in 1, 5, 25 or more steps in a row is four times as far
 * above its usual time as that of other ranks, and of its peers, ever is; half of the ranks may have one. It reads the steps
 * by step once, for the usual times of the peers, then all ranks once, and some of them again.
 */
final class EpisodeSearch {
    /** Noise of heavy tails, which fall with the third power, has such a gap in 1 of 64 runs. */
    private static final int FAR = 4;

    /** Smallest rise of an episode, in millionths of a step, and the smallest noise, so that it is far above it. */
    private static final long LEAST = 30_000;

    private static final long LEAST_NOISE = LEAST / FAR;

    private static final int SCALE = 5;
    private static final int FEWEST_BUCKETS = 4;
    private static final int MOST_EPISODES = 10_000;

    /** Height of a step that is far longer than usual, in millionths. */
    private static final long LONG = 500_000;

    private static final int MOST_SINGLES = 3;
    private static final double MOST_OF_CAUSE = 0.8;
    private static final Comparator<Candidate> LONGEST_FIRST =
            Comparator.comparingLong(Candidate::nanos).reversed();

    private final ComparedSteps compared;
    private final RankGroups peers;
    private final RankGroups hosts;
    private final int[] ranks;
    private final int[] sizes;
    private final PeerTimes usual;
    private final long wallNanos;

    /**
     * Steps of a rank that may be an episode.
     *
     * @param nanos time above the peers' in all of them
     */
    private record Candidate(int rank, Part part, long nanos) implements Serializable {
        /** Returns the longest of some steps of a rank. */
        static List<Candidate> of(Figures rank, PeerTimes of, List<Part> parts, int most) {
            return parts.stream()
                    .map(part -> new Candidate(rank.index(), part, of.aboveNanos(rank, part)))
                    .sorted(LONGEST_FIRST)
                    .limit(most)
                    .toList();
        }

        boolean isApartFrom(List<Candidate> others) {
            return others.stream().noneMatch(each -> rank == each.rank && !part.isApartFrom(each.part));
        }
    }

    /**
     * Figures of one rank against the usual times of its peers.
     *
     * @param heights greatest height above the usual level in buckets of each size
     * @param longest steps in a row that are far longer than usual
     */
    private record Seen(List<Long> heights, List<Candidate> longest) implements Serializable {
        static Seen of(Figures rank, PeerTimes of, int... sizes) {
            int[] above = of.above(rank);
            List<RankSeries> series = Arrays.stream(sizes)
                    .mapToObj(size -> new RankSeries(above, size))
                    .toList();
            return new Seen(
                    series.stream().map(RankSeries::highest).toList(),
                    Candidate.of(rank, of, series.get(0).parts(LONG), MOST_SINGLES));
        }
    }

    /**
     * Steps of a rank, or of all ranks of a host at the same time.
     *
     * @param isSure whether they are far above all others
     */
    private record Place(PlaceLevel level, List<Candidate> parts, boolean isSure) implements Serializable {
        int rank() {
            return parts.get(0).rank;
        }

        int from() {
            return (int) median(each -> each.part.from());
        }

        int to() {
            return (int) median(each -> each.part.to());
        }

        long median(ToLongFunction<Candidate> figure) {
            return Quantiles.median(parts.stream().mapToLong(figure));
        }
    }

    /** Steps with their cause, as a task returns them. */
    private record Caused(Place place, ExcessCause cause) implements Serializable {}

    private EpisodeSearch(ComparedSteps compared, FleetGroups groups) {
        this.compared = compared;
        peers = groups.peers();
        hosts = groups.at(PlaceLevel.HOST);
        ranks = IntStream.range(0, compared.ranks())
                .filter(rank -> !peers.isAlone(rank))
                .toArray();
        sizes = IntStream.iterate(
                        1, size -> size == 1 || size * FEWEST_BUCKETS <= compared.steps(), size -> size * SCALE)
                .toArray();
        List<PeerStep> steps = PeerStep.of(compared, peers);
        wallNanos = steps.stream().mapToLong(PeerStep::wallNanos).sum();
        usual = new PeerTimes(
                compared.evidence(),
                peers,
                IntStream.range(0, peers.size())
                        .mapToObj(group -> steps.stream()
                                .mapToLong(step -> step.usual().get(group))
                                .toArray())
                        .toArray(long[][]::new));
    }

    /** Returns the episodes: findings, the longer ones first, then the longest single steps of ranks that are not slow. */
    static List<Episode> of(ComparedSteps compared, FleetGroups groups, List<Straggler> slow) {
        EpisodeSearch search = new EpisodeSearch(compared, groups);
        List<Seen> seen = search.seen();
        List<Candidate> found = search.found(seen);
        List<Episode> all = new ArrayList<>(Episode.findings(search.episodes(search.joined(found))));
        Set<Integer> always =
                slow.stream().flatMap(each -> each.ranks().stream()).collect(Collectors.toSet());
        all.addAll(search.episodes(seen.stream()
                .flatMap(each -> each.longest().stream())
                .filter(each -> each.part.steps() < Episode.FEWEST_STEPS
                        && !always.contains(search.number(each.rank))
                        && (each.isApartFrom(found) || all.stream().noneMatch(other -> search.has(other, each))))
                .sorted(LONGEST_FIRST)
                .limit(MOST_SINGLES)
                .map(each -> new Place(PlaceLevel.RANK, List.of(each), false))
                .toList()));
        return all;
    }

    private boolean has(Episode episode, Candidate single) {
        return episode.ranks().contains(number(single.rank))
                && episode.firstStep() <= compared.number(single.part.to() - 1)
                && compared.number(single.part.from()) <= episode.lastStep();
    }

    private List<Seen> seen() {
        PeerTimes of = usual;
        int[] all = sizes;
        return compared.byRank(ranks, rank -> Seen.of(rank, of, all));
    }

    /** Returns the steps that are far above all others, by the longest buckets that show them. */
    private List<Candidate> found(List<Seen> seen) {
        PeerTimes of = usual;
        List<Candidate> found = new ArrayList<>();
        for (int i = sizes.length - 1; i >= 0; i--) {
            int scale = i;
            int size = sizes[i];
            long[] far = far(at -> seen.get(at).heights().get(scale));
            int[] high = IntStream.range(0, ranks.length)
                    .filter(at -> seen.get(at).heights().get(scale) >= far[peers.of(ranks[at])])
                    .map(at -> ranks[at])
                    .toArray();
            List<Candidate> longer = List.copyOf(found);
            compared
                    .byRank(
                            high,
                            rank -> Candidate.of(
                                    rank,
                                    of,
                                    new RankSeries(of.above(rank), size)
                                            .parts(far[of.peers().of(rank.index())] / 2),
                                    MOST_EPISODES))
                    .stream()
                    .flatMap(List::stream)
                    .filter(each -> each.part.rise() >= Math.max(LEAST, far[peers.of(each.rank)] / 2)
                            && each.isApartFrom(longer))
                    .sorted(LONGEST_FIRST)
                    .limit(MOST_EPISODES)
                    .forEach(found::add);
        }
        return found.stream().sorted(LONGEST_FIRST).toList();
    }

    /** Returns for each group of peers a height that is far in all groups and in this one: these may differ in noise. */
    private long[] far(IntToLongFunction height) {
        long[] far = new long[peers.size()];
        Arrays.fill(far, far(IntStream.range(0, ranks.length).mapToLong(height)));
        IntStream.range(0, ranks.length)
                .boxed()
                .collect(Collectors.groupingBy(at -> peers.of(ranks[at])))
                .forEach((group, members) ->
                        far[group] = Math.max(far[group], far(members.stream().mapToLong(height::applyAsLong))));
        return far;
    }

    /** Returns a height that is far above all ranks' but some, half of them at most; no height is if there is none. */
    private static long far(LongStream heights) {
        long[] sorted = heights.sorted().toArray();
        return IntStream.range((sorted.length + 1) / 2, sorted.length)
                .filter(i -> sorted[i] >= FAR * Math.max(LEAST_NOISE, sorted[i - 1]))
                .mapToLong(i -> FAR * Math.max(LEAST_NOISE, sorted[i - 1]))
                .findFirst()
                .orElse(Long.MAX_VALUE);
    }

    /** Joins the steps of all ranks of a host at the same time. */
    private List<Place> joined(List<Candidate> candidates) {
        List<Candidate> left = new ArrayList<>(candidates);
        List<Place> joined = new ArrayList<>();
        while (!left.isEmpty()) {
            Candidate first = left.get(0);
            int host = hosts.of(first.rank);
            List<Candidate> same = left.stream()
                    .filter(each -> hosts.of(each.rank) == host && isAtTheSameTime(each.part, first.part))
                    .toList();
            boolean isHost = hosts.members(host).size() > 1
                    && !hosts.name(host).isEmpty()
                    && hosts.size() > 1
                    && same.stream().map(Candidate::rank).distinct().count()
                            == hosts.members(host).size();
            List<Candidate> one = isHost ? same : List.of(first);
            joined.add(new Place(isHost ? PlaceLevel.HOST : PlaceLevel.RANK, one, true));
            left.removeAll(one);
        }
        return joined;
    }

    private static boolean isAtTheSameTime(Part one, Part other) {
        int most = Math.min(SCALE, Math.min(one.steps(), other.steps()) - 1);
        return Math.abs(one.from() - other.from()) <= most && Math.abs(one.to() - other.to()) <= most;
    }

    /** Returns the episodes with their causes, for which it reads all of the ranks together. */
    private List<Episode> episodes(List<Place> places) {
        EvidenceLevel evidence = compared.evidence();
        int[] some = places.stream().mapToInt(Place::rank).distinct().sorted().toArray();
        Map<Place, ExcessCause> causes = compared
                .byRank(
                        some,
                        rank -> places.stream()
                                .filter(place -> place.rank() == rank.index())
                                .map(place -> new Caused(place, cause(rank, evidence, place.from(), place.to())))
                                .toList())
                .stream()
                .flatMap(List::stream)
                .collect(Collectors.toMap(Caused::place, Caused::cause, (one, other) -> one));
        return places.stream()
                .map(place -> episode(place, causes.getOrDefault(place, ExcessCause.UNKNOWN)))
                .toList();
    }

    private Episode episode(Place place, ExcessCause cause) {
        int rank = place.rank();
        int from = place.from();
        int to = place.to();
        long nanos = place.median(Candidate::nanos);
        double cost = (double) nanos / Math.max(1, wallNanos);
        boolean isSingle = to - from < Episode.FEWEST_STEPS;
        long step = Quantiles.median(Arrays.stream(usual.of(rank), from, to));
        double excess = isSingle ? (double) nanos / Math.max(1, step) : place.median(each -> each.part.above()) / 1e6;
        return new Episode(
                place.level(),
                place.level() == PlaceLevel.HOST ? hosts.name(hosts.of(rank)) : Integer.toString(number(rank)),
                place.parts().stream().map(each -> number(each.rank)).sorted().toList(),
                compared.number(from),
                compared.number(to - 1),
                to - from,
                to == compared.steps(),
                isSingle ? nanos : Math.round(excess * step),
                excess,
                place.isSure() && (!isSingle || cost >= Episode.LEAST_COST),
                cost,
                cause);
    }

    private int number(int rank) {
        return compared.places().get(rank).rank();
    }

    /** Returns the cause: the rank's own figures in the episode against its other steps. */
    private static ExcessCause cause(Figures rank, EvidenceLevel evidence, int from, int to) {
        long[] time = means(from, to, evidence.nanos(rank));
        Map<StepValue, Long> excess = new EnumMap<>(StepValue.class);
        Map<StepValue, Long> others = new EnumMap<>(StepValue.class);
        for (StepValue value : StepValue.values()) {
            long[] means = means(from, to, rank.values(value));
            if (means.length > 0) {
                others.put(value, means[1]);
                excess.put(value, means[0] - means[1]);
            }
        }
        return time.length == 0
                ? ExcessCause.UNKNOWN
                : new Excess(time[0] - time[1], time[1], excess, others).cause(MOST_OF_CAUSE);
    }

    /** Returns the means of a figure inside and outside of some steps; empty unless both are known. */
    private static long[] means(int from, int to, long... figures) {
        long[] inside =
                known(IntStream.range(from, Math.min(to, figures.length)).mapToLong(step -> figures[step]));
        long[] outside = known(IntStream.range(0, figures.length)
                .filter(step -> step < from || step >= to)
                .mapToLong(step -> figures[step]));
        return inside.length == 0 || outside.length == 0
                ? new long[0]
                : new long[] {
                    Arrays.stream(inside).sum() / inside.length,
                    Arrays.stream(outside).sum() / outside.length
                };
    }

    private static long[] known(LongStream figures) {
        return figures.filter(figure -> figure != FleetSteps.UNKNOWN).toArray();
    }
}
