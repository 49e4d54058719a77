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

    /** Multiple of the lag up to which noise correlates, after which it has passed. */
    private static final int PASSED = 3;

    private static final int MOST_SINGLES = 3;
    private static final double MOST_OF_CAUSE = 0.8;

    private final ComparedSteps compared;
    private final RankGroups peers;
    private final RankGroups hosts;
    private final PeerTimes usual;
    private final List<PeerStep> steps;
    private final int bucketSteps;

    /**
     * Steps of a rank that may be an episode.
     *
     * @param nanos time above the peers' in all of them
     * @param means means of its parts; none of few steps
     */
    private record Candidate(int rank, Part part, long nanos, List<Long> means) implements Serializable {
        static Candidate of(int rank, Part part, long nanos) {
            return new Candidate(rank, part, nanos, List.of());
        }

        static Candidate of(PeerStep.Excess step) {
            return of(step.rank(), new Part(step.step(), step.step() + 1, 0), step.nanos());
        }

        boolean contains(Candidate other) {
            return rank == other.rank && part.from() <= other.part.from() && other.part.to() <= part.to();
        }
    }

    private EpisodeSearch(ComparedSteps compared, FleetGroups groups) {
        this.compared = compared;
        peers = groups.peers();
        hosts = groups.at(PlaceLevel.HOST);
        steps = PeerStep.of(compared, peers);
        usual = new PeerTimes(
                compared.evidence(),
                peers,
                IntStream.range(0, peers.size())
                        .mapToObj(group -> steps.stream()
                                .mapToLong(step -> step.usual().get(group))
                                .toArray())
                        .toArray(long[][]::new));
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
        search.steps.stream()
                .flatMap(step -> step.longest().stream().map(Candidate::of))
                .filter(each -> !always.contains(search.number(each.rank))
                        && Stream.concat(found.stream(), singles.stream()).noneMatch(other -> other.contains(each)))
                .sorted(Comparator.comparingLong(Candidate::nanos).reversed())
                .limit(MOST_SINGLES)
                .forEach(each -> all.add(search.episode(PlaceLevel.RANK, List.of(each))));
        return all;
    }

    /** Returns a number of steps after which noise has passed: a multiple of the lag up to which most ranks' correlates. */
    private int noiseSteps() {
        int distance = Math.max(1, compared.ranks() / SAMPLED_RANKS);
        int[] sample = IntStream.range(0, compared.ranks())
                .filter(rank -> rank % distance == 0)
                .toArray();
        int most = compared.steps() / FEWEST_PARTS;
        PeerTimes of = usual;
        List<List<Double>> correlations = compared.byRank(
                sample,
                rank -> IntStream.iterate(1, lag -> lag <= most, lag -> lag * 2)
                        .mapToObj(lag -> of.correlation(rank, lag))
                        .toList());
        int last = 0;
        for (int i = 0; !correlations.isEmpty() && i < correlations.get(0).size(); i++) {
            int at = i;
            if (Quantiles.median(correlations.stream().mapToDouble(each -> each.get(at))) < CORRELATED) {
                break;
            }
            last = 1 << i;
        }
        return PASSED * last;
    }

    private List<Candidate> candidates() {
        PeerTimes of = usual;
        int bucket = bucketSteps;
        return compared
                .byRank(
                        IntStream.range(0, compared.ranks())
                                .filter(rank -> !peers.isAlone(rank))
                                .toArray(),
                        rank -> candidates(rank, of, bucket))
                .stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparingLong(Candidate::nanos).reversed())
                .limit(MOST_CANDIDATES)
                .toList();
    }

    private static List<Candidate> candidates(Figures rank, PeerTimes of, int bucket) {
        RankSeries series = of.series(rank, bucket);
        return series.episodes().stream()
                .map(part -> new Candidate(
                        rank.index(), part, of.aboveNanos(rank, part), boxed(series.means(part, MOST_PARTS))))
                .toList();
    }

    private static List<Long> boxed(long... numbers) {
        return Arrays.stream(numbers).boxed().toList();
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
        PeerTimes of = usual;
        int bucket = bucketSteps;
        List<List<Compared>> all = compared.byRank(rank -> {
            RankSeries series = of.series(rank, bucket);
            return candidates.stream()
                    .map(each -> Compared.of(series.means(each.part, MOST_PARTS), each.means))
                    .toList();
        });
        return IntStream.range(0, candidates.size())
                .filter(i -> isReplicated(candidates, i, all))
                .mapToObj(candidates::get)
                .toList();
    }

    private boolean isReplicated(List<Candidate> candidates, int index, List<List<Compared>> all) {
        Candidate candidate = candidates.get(index);
        long[] positions = new long[candidate.means.size()];
        Arrays.fill(positions, 1);
        LongStream.Builder excesses = LongStream.builder();
        for (int rank = 0; rank < all.size(); rank++) {
            if (isPeer(rank, candidate, candidates)) {
                Compared peer = all.get(rank).get(index);
                for (int part = 0; part < positions.length; part++) {
                    positions[part] += peer.high >> part & 1;
                }
                excesses.add(peer.mean);
            }
        }
        return isReplicated(positions, excesses.build().sorted().toArray(), candidate.part.above());
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
        for (PeerStep step : steps) {
            for (PeerStep.Excess excess : step.peaks()) {
                Candidate peak = Candidate.of(excess);
                Candidate before = latest.get(peak.rank);
                if (before != null && peak.part.from() - before.part.to() <= 1) {
                    Part part = new Part(before.part.from(), peak.part.to(), 0);
                    peak = Candidate.of(peak.rank, part, before.nanos + peak.nanos);
                } else if (before != null) {
                    singles.add(before);
                }
                latest.put(peak.rank, peak);
            }
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
                (double) nanos
                        / Math.max(
                                1, steps.stream().mapToLong(PeerStep::wallNanos).sum()),
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
