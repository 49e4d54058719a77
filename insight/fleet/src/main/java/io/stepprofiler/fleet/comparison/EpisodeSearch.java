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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

// D33: an episode is far above all that other ranks do, whatever the shape and the length of the noise.
/**
 * Search for episodes. A rank has one if the median of its times in 1, 5, 25 or more steps in a row is four times as far
 * above its usual time as that of other ranks, and of its peers, ever is; half of the ranks may have one. It reads the steps by step once,
 * for the usual times of the peers, then by rank.
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
    private final PeerTimes usual;
    private final long wallNanos;

    /**
     * Steps of a rank that may be an episode.
     *
     * @param nanos time above the peers' in all of them
     */
    private record Candidate(int rank, Part part, long nanos) implements Serializable {
        static List<Candidate> of(Figures rank, PeerTimes of, int bucketSteps, long height) {
            return of.series(rank, bucketSteps).parts(height).stream()
                    .map(part -> new Candidate(rank.index(), part, of.aboveNanos(rank, part)))
                    .sorted(LONGEST_FIRST)
                    .toList();
        }

        boolean isApartFrom(List<Candidate> others) {
            return others.stream().noneMatch(each -> rank == each.rank && !part.isApartFrom(each.part));
        }
    }

    private EpisodeSearch(ComparedSteps compared, FleetGroups groups) {
        this.compared = compared;
        peers = groups.peers();
        hosts = groups.at(PlaceLevel.HOST);
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
        List<Candidate> found = search.found();
        List<Episode> all = new ArrayList<>(Episode.findings(search.joined(found)));
        Set<Integer> always =
                slow.stream().flatMap(each -> each.ranks().stream()).collect(Collectors.toSet());
        search.longest().stream()
                .filter(each -> !always.contains(search.number(each.rank))
                        && (each.isApartFrom(found) || all.stream().noneMatch(other -> search.has(other, each))))
                .sorted(LONGEST_FIRST)
                .limit(MOST_SINGLES)
                .forEach(each -> all.add(search.episode(PlaceLevel.RANK, List.of(each), false)));
        return all;
    }

    private boolean has(Episode episode, Candidate single) {
        return episode.ranks().contains(number(single.rank))
                && episode.firstStep() <= compared.number(single.part.to() - 1)
                && compared.number(single.part.from()) <= episode.lastStep();
    }

    private int[] ranks() {
        return IntStream.range(0, compared.ranks())
                .filter(rank -> !peers.isAlone(rank))
                .toArray();
    }

    /** Returns steps in a row of each rank that are far longer than usual. */
    private List<Candidate> longest() {
        PeerTimes of = usual;
        return compared
                .byRank(
                        ranks(),
                        rank -> Candidate.of(rank, of, 1, LONG).stream()
                                .limit(MOST_SINGLES)
                                .toList())
                .stream()
                .flatMap(List::stream)
                .filter(each -> each.part.steps() < Episode.FEWEST_STEPS)
                .toList();
    }

    /** Returns the steps that are far above all others, by the longest buckets that show them. */
    private List<Candidate> found() {
        int[] sizes = IntStream.iterate(
                        1, size -> size == 1 || size * FEWEST_BUCKETS <= compared.steps(), size -> size * SCALE)
                .toArray();
        PeerTimes of = usual;
        int[] ranks = ranks();
        List<List<Long>> heights = compared.byRank(
                ranks,
                rank -> Arrays.stream(sizes)
                        .mapToObj(size -> of.series(rank, size).highest())
                        .toList());
        List<Candidate> found = new ArrayList<>();
        for (int i = sizes.length - 1; i >= 0; i--) {
            int scale = i;
            int size = sizes[i];
            long[] far = far(ranks, at -> heights.get(at).get(scale));
            int[] high = IntStream.range(0, ranks.length)
                    .filter(at -> heights.get(at).get(scale) >= far[peers.of(ranks[at])])
                    .map(at -> ranks[at])
                    .toArray();
            List<Candidate> longer = List.copyOf(found);
            compared
                    .byRank(
                            high,
                            rank -> Candidate.of(rank, of, size, far[of.peers().of(rank.index())] / 2).stream()
                                    .limit(MOST_EPISODES)
                                    .toList())
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
    private long[] far(int[] ranks, IntToLongFunction height) {
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

    /** Joins the episodes of all ranks of a host at the same time. */
    private List<Episode> joined(List<Candidate> candidates) {
        List<Candidate> left = new ArrayList<>(candidates);
        List<Episode> joined = new ArrayList<>();
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
            joined.add(episode(isHost ? PlaceLevel.HOST : PlaceLevel.RANK, one, true));
            left.removeAll(one);
        }
        return joined;
    }

    private static boolean isAtTheSameTime(Part one, Part other) {
        int most = Math.min(SCALE, Math.min(one.steps(), other.steps()) - 1);
        return Math.abs(one.from() - other.from()) <= most && Math.abs(one.to() - other.to()) <= most;
    }

    private Episode episode(PlaceLevel level, List<Candidate> parts, boolean isSure) {
        Candidate first = parts.get(0);
        int from = (int) median(parts, i -> parts.get(i).part.from());
        int to = (int) median(parts, i -> parts.get(i).part.to());
        long nanos = median(parts, i -> parts.get(i).nanos);
        double cost = (double) nanos / Math.max(1, wallNanos);
        boolean isSingle = to - from < Episode.FEWEST_STEPS;
        long step = Quantiles.median(Arrays.stream(usual.of(first.rank), from, to));
        double excess = isSingle
                ? (double) nanos / Math.max(1, step)
                : median(parts, i -> parts.get(i).part.above()) / 1e6;
        return new Episode(
                level,
                level == PlaceLevel.HOST ? hosts.name(hosts.of(first.rank)) : Integer.toString(number(first.rank)),
                parts.stream().map(each -> number(each.rank)).sorted().toList(),
                compared.number(from),
                compared.number(to - 1),
                to - from,
                to == compared.steps(),
                isSingle ? nanos : Math.round(excess * step),
                excess,
                isSure && (!isSingle || cost >= Episode.LEAST_COST),
                cost,
                cause(first.rank, from, to));
    }

    private static long median(List<Candidate> parts, IntToLongFunction figure) {
        return Quantiles.median(IntStream.range(0, parts.size()).mapToLong(figure));
    }

    private int number(int rank) {
        return compared.places().get(rank).rank();
    }

    /** Returns the cause: the rank's own figures in the episode against its other steps. */
    private ExcessCause cause(int rank, int from, int to) {
        EvidenceLevel evidence = compared.evidence();
        return compared.byRank(new int[] {rank}, figures -> cause(figures, evidence, from, to))
                .get(0);
    }

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
