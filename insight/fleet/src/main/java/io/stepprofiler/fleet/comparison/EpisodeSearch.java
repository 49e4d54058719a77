package io.stepprofiler.fleet.comparison;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.analysis.statistics.RankProduct;
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
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

// D33: episodes are replicated like slow ranks, in parts that are longer than the noise.
/**
 * Search for episodes. A rank has one if its time rises above its peers' for 20 steps or more, and each part of these
 * steps is high among the same steps of the peers, at 5 % over all ranks and places; or if few steps cost much of the
 * run. It reads the steps by step once, for the medians of the peers, then by rank.
 */
final class EpisodeSearch {
    private static final double RATE = 0.05;
    private static final int FEWEST_BUCKET_STEPS = 5;
    private static final int FEWEST_PARTS = 4;
    private static final int MOST_PARTS = 32;
    private static final int MOST_CANDIDATES = 256;
    private static final double CORRELATED = 0.15;
    private static final int SAMPLED_RANKS = 128;

    /** Multiple of the usual step from which a single step is far beyond all others. */
    private static final int FAR = 3;

    private static final int MOST_SINGLES = 3;
    private static final double MOST_OF_CAUSE = 0.8;

    private final ComparedSteps compared;
    private final RankGroups peers;
    private final RankGroups hosts;
    private final int[][] members;

    /** Median of each group of peers in each step. */
    private final long[][] usual;

    /** Steps of ranks that are far beyond all else, and the longest step of any rank in each step. */
    private final List<Candidate> peaks = new ArrayList<>();

    private final List<Candidate> longest = new ArrayList<>();
    private final int bucketSteps;
    private long runNanos;

    /** Steps of a rank that may be an episode, with the time above the peers' in all of them. */
    private record Candidate(int rank, Part part, long nanos) implements Serializable {
        static Candidate of(int rank, int step, long nanos) {
            return new Candidate(rank, new Part(step, step + 1, 0), nanos);
        }

        boolean contains(Candidate other) {
            return rank == other.rank && part.from() <= other.part.from() && other.part.to() <= part.to();
        }
    }

    /**
     * Figures of one step for the search.
     *
     * @param usual median of each group of peers
     * @param peaks ranks that are far beyond all else
     * @param longest the longest step of any rank, if it is much longer than its peers'; empty otherwise
     * @param wallNanos duration on the wall
     */
    private record OfStep(List<Long> usual, List<Candidate> peaks, List<Candidate> longest, long wallNanos)
            implements Serializable {
        static OfStep of(int step, long wallNanos, long[] row, int[][] groups) {
            List<Long> usual = new ArrayList<>();
            List<Candidate> peaks = new ArrayList<>();
            Candidate last = Candidate.of(-1, step, 0);
            for (int[] group : groups) {
                long median = Quantiles.median(
                        Arrays.stream(group).mapToLong(rank -> row[rank]).filter(nanos -> nanos != FleetSteps.UNKNOWN));
                usual.add(median);
                for (int rank : group) {
                    long more = row[rank] == FleetSteps.UNKNOWN ? 0 : row[rank] - median;
                    if (more > FAR * median) {
                        peaks.add(Candidate.of(rank, step, more));
                    }
                    last = more > Math.max(last.nanos, median / 2) ? Candidate.of(rank, step, more) : last;
                }
            }
            return new OfStep(usual, peaks, last.rank < 0 ? List.of() : List.of(last), wallNanos);
        }
    }

    private EpisodeSearch(ComparedSteps compared, FleetGroups groups) {
        this.compared = compared;
        peers = groups.peers();
        hosts = groups.at(PlaceLevel.HOST);
        members = IntStream.range(0, peers.size())
                .mapToObj(group -> peers.members(group).stream()
                        .mapToInt(Integer::intValue)
                        .toArray())
                .toArray(int[][]::new);
        usual = new long[members.length][compared.steps()];
        EvidenceLevel evidence = compared.evidence();
        int[][] groupsOfPeers = members;
        int read = 0;
        for (OfStep step : compared.byStep(of -> OfStep.of(
                of.index(),
                Math.max(0, Arrays.stream(of.durations()).max().orElse(0)),
                evidence.nanos(of),
                groupsOfPeers))) {
            for (int group = 0; group < members.length; group++) {
                usual[group][read] = step.usual.get(group);
            }
            peaks.addAll(step.peaks);
            longest.addAll(step.longest);
            runNanos += step.wallNanos;
            read++;
        }
        bucketSteps = Math.max(FEWEST_BUCKET_STEPS, noiseSteps());
    }

    /** Returns the episodes: of many steps, then of few, then the longest single steps of ranks that are not slow. */
    static List<Episode> of(ComparedSteps compared, FleetGroups groups, List<Straggler> slow) {
        EpisodeSearch search = new EpisodeSearch(compared, groups);
        List<Candidate> found = search.tested(search.candidates());
        List<Candidate> singles = search.singles(found);
        List<Episode> all = new ArrayList<>(search.joined(found));
        search.joined(singles).stream().filter(Episode::isFinding).forEach(all::add);
        Set<Integer> always =
                slow.stream().flatMap(each -> each.ranks().stream()).collect(Collectors.toSet());
        search.longest.stream()
                .filter(each -> !always.contains(search.number(each.rank))
                        && Stream.concat(found.stream(), singles.stream()).noneMatch(other -> other.contains(each)))
                .sorted(Comparator.comparingLong(Candidate::nanos).reversed())
                .limit(MOST_SINGLES)
                .forEach(each -> all.add(search.episode(PlaceLevel.RANK, List.of(each))));
        return all;
    }

    private long[] usualOf(int rank) {
        return usual[peers.of(rank)];
    }

    /** Medians of the peers of each rank in each step, without this search, so that other processes can use them. */
    @SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
    private record Usual(EvidenceLevel evidence, RankGroups peers, long[][] nanos) implements Serializable {
        long[] of(Figures rank) {
            return nanos[peers.of(rank.index())];
        }

        RankSeries series(Figures rank, int bucketSteps) {
            return new RankSeries(evidence.nanos(rank), of(rank), bucketSteps);
        }

        List<Candidate> candidates(Figures rank, int bucketSteps) {
            long[] times = evidence.nanos(rank);
            long[] usual = of(rank);
            return series(rank, bucketSteps).episodes().stream()
                    .map(part -> new Candidate(
                            rank.index(),
                            part,
                            IntStream.range(part.from(), part.to())
                                    .filter(step -> times[step] != FleetSteps.UNKNOWN)
                                    .mapToLong(step -> times[step] - usual[step])
                                    .sum()))
                    .toList();
        }
    }

    private Usual usual() {
        return new Usual(compared.evidence(), peers, usual);
    }

    /** Returns a number of steps after which noise has passed: a multiple of the lag up to which most ranks' correlates. */
    private int noiseSteps() {
        int distance = Math.max(1, compared.ranks() / SAMPLED_RANKS);
        int[] sample = IntStream.range(0, compared.ranks())
                .filter(rank -> rank % distance == 0)
                .toArray();
        int most = compared.steps() / FEWEST_PARTS;
        Usual of = usual();
        List<List<Double>> correlations = compared.byRank(
                sample,
                rank -> IntStream.iterate(1, lag -> lag <= most, lag -> lag * 2)
                        .mapToObj(lag -> RankSeries.correlation(of.evidence.nanos(rank), of.of(rank), lag))
                        .toList());
        int last = 0;
        for (int i = 0; !correlations.isEmpty() && i < correlations.get(0).size(); i++) {
            int at = i;
            if (Quantiles.median(correlations.stream().mapToDouble(each -> each.get(at))) < CORRELATED) {
                break;
            }
            last = 1 << i;
        }
        return FAR * last;
    }

    private List<Candidate> candidates() {
        Usual of = usual();
        int bucket = bucketSteps;
        return compared
                .byRank(
                        IntStream.range(0, compared.ranks())
                                .filter(rank -> members[peers.of(rank)].length > 1)
                                .toArray(),
                        rank -> of.candidates(rank, bucket))
                .stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparingLong(Candidate::nanos).reversed())
                .limit(MOST_CANDIDATES)
                .toList();
    }

    /** Steps of a peer of a candidate: the parts, as bits, in which it is at least as high, and its mean. */
    private record Compared(int high, long mean) implements Serializable {
        static Compared of(long[] means, List<Long> candidate) {
            int high = 0;
            for (int part = 0; part < means.length; part++) {
                high |= means[part] >= candidate.get(part) ? 1 << part : 0;
            }
            return new Compared(high, (long) Arrays.stream(means).average().orElse(0));
        }
    }

    /** Returns the candidates whose parts are high among the peers' that have no episode at the same time. */
    private List<Candidate> tested(List<Candidate> candidates) {
        if (candidates.isEmpty()) {
            return List.of();
        }
        Usual of = usual();
        int bucket = bucketSteps;
        int[] ranks = candidates.stream()
                .mapToInt(Candidate::rank)
                .sorted()
                .distinct()
                .toArray();
        List<Part> parts = candidates.stream().map(Candidate::part).toList();
        Map<Integer, List<List<Long>>> ofRanks = new TreeMap<>();
        List<List<List<Long>>> means = compared.byRank(ranks, rank -> {
            RankSeries series = of.series(rank, bucket);
            return parts.stream()
                    .map(part -> Arrays.stream(series.means(part, MOST_PARTS))
                            .boxed()
                            .toList())
                    .toList();
        });
        IntStream.range(0, ranks.length).forEach(i -> ofRanks.put(ranks[i], means.get(i)));
        List<List<Long>> own = IntStream.range(0, parts.size())
                .mapToObj(i ->
                        ofRanks.getOrDefault(candidates.get(i).rank, List.of()).get(i))
                .toList();
        List<List<Compared>> all = compared.byRank(rank -> {
            RankSeries series = of.series(rank, bucket);
            return IntStream.range(0, own.size())
                    .mapToObj(i -> Compared.of(series.means(parts.get(i), MOST_PARTS), own.get(i)))
                    .toList();
        });
        return IntStream.range(0, own.size())
                .filter(i -> isReplicated(candidates, i, own.get(i).size(), all))
                .mapToObj(candidates::get)
                .toList();
    }

    private boolean isReplicated(List<Candidate> candidates, int candidate, int parts, List<List<Compared>> all) {
        long[] positions = new long[parts];
        Arrays.fill(positions, 1);
        LongStream.Builder excesses = LongStream.builder();
        for (int rank = 0; rank < all.size(); rank++) {
            if (isPeer(rank, candidates.get(candidate), candidates)) {
                Compared peer = all.get(rank).get(candidate);
                for (int part = 0; part < parts; part++) {
                    positions[part] += peer.high >> part & 1;
                }
                excesses.add(peer.mean);
            }
        }
        return isReplicated(
                positions,
                excesses.build().sorted().toArray(),
                candidates.get(candidate).part.above());
    }

    private boolean isPeer(int rank, Candidate candidate, List<Candidate> all) {
        return peers.of(rank) == peers.of(candidate.rank)
                && all.stream().noneMatch(each -> each.rank == rank && isAtTheSameTime(each.part, candidate.part));
    }

    /** Returns whether all parts are high among the peers, after a correction for the ranks and places that were tried. */
    private boolean isReplicated(long[] positions, long[] sorted, long excess) {
        double places = Math.pow((double) compared.steps() / bucketSteps, 2) / 2;
        return positions.length >= FEWEST_PARTS
                && excess >= Replication.BEYOND * (Quantiles.of(sorted, 0.5) - Quantiles.of(sorted, 0.25))
                && new RankProduct(sorted.length + 1, positions.length).probability(positions)
                                * places
                                * compared.ranks()
                        <= RATE;
    }

    /** Returns few steps of one rank that are far beyond all else, unless they are a part of a longer episode. */
    private List<Candidate> singles(List<Candidate> longer) {
        List<Candidate> singles = new ArrayList<>();
        Map<Integer, Candidate> latest = new TreeMap<>();
        for (Candidate peak : peaks) {
            Candidate before = latest.getOrDefault(peak.rank, Candidate.of(peak.rank, peak.part.from(), 0));
            if (peak.part.from() - before.part.to() > 1) {
                singles.add(before);
                before = Candidate.of(peak.rank, peak.part.from(), 0);
            }
            Part part = new Part(before.part.from(), peak.part.to(), 0);
            latest.put(peak.rank, new Candidate(peak.rank, part, before.nanos + peak.nanos));
        }
        singles.addAll(latest.values());
        return singles.stream()
                .filter(each -> each.part.steps() < Episode.FEWEST_STEPS
                        && longer.stream().noneMatch(other -> other.contains(each)))
                .toList();
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
            joined.add(episode(isHost ? PlaceLevel.HOST : PlaceLevel.RANK, one));
            left.removeAll(one);
        }
        return joined;
    }

    private boolean isAtTheSameTime(Part one, Part other) {
        return Math.abs(one.from() - other.from()) <= bucketSteps && Math.abs(one.to() - other.to()) <= bucketSteps;
    }

    private Episode episode(PlaceLevel level, List<Candidate> parts) {
        Candidate first = parts.get(0);
        int from = (int) median(parts, i -> parts.get(i).part.from());
        int to = (int) median(parts, i -> parts.get(i).part.to());
        long nanos = median(parts, i -> parts.get(i).nanos);
        boolean isSingle = to - from < Episode.FEWEST_STEPS;
        long step = Quantiles.median(Arrays.stream(usualOf(first.rank), from, to));
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
                (double) nanos / Math.max(1, runNanos),
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
