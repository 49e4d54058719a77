package io.stepprofiler.fleetspark;

import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.RankPlace;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Steps of the ranks of a run on the disks of a cluster, by rank and by blocks of steps. Tasks apply the functions of
 * traversals; this process has their results only. For one thread at a time.
 */
final class SparkSteps implements FleetSteps {
    /** Figures of a column in a block, for many ranks. */
    private static final int BLOCK_FIGURES = 1 << 19;

    /** Steps of a block are a multiple of it, so that most traversals of several steps together need no other blocks. */
    private static final int STEPS_TOGETHER = 60;

    private final List<RankPlace> places;
    private final long[] numbers;
    private final JavaRDD<SentFigures> ranks;
    private final Map<Integer, long[]> own = new HashMap<>();

    /** The block of each step, and pieces of ranks by block; a partition is a block. */
    private int[] blockOf = new int[0];

    private @Nullable JavaPairRDD<Integer, SentFigures> blocks;

    /**
     * A result of a task.
     *
     * @param index its place among all results
     */
    private record Result<T>(int index, T value) implements Serializable {}

    /**
     * Steps.
     *
     * @param ranks figures of each rank, in any order
     */
    SparkSteps(List<RankPlace> places, long[] numbers, JavaRDD<SentFigures> ranks) {
        this.places = List.copyOf(places);
        this.numbers = numbers.clone();
        this.ranks = ranks.persist(StorageLevel.DISK_ONLY());
    }

    @Override
    public List<RankPlace> places() {
        return places;
    }

    @Override
    public long[] numbers() {
        return numbers.clone();
    }

    @Override
    public <T> List<T> byRank(int[] of, Reduction<Figures, T> function) {
        BitSet wanted = new BitSet();
        Arrays.stream(of).forEach(wanted::set);
        Map<Integer, long[]> known = new HashMap<>(own);
        return ordered(() -> ranks
                .filter(rank -> wanted.get(rank.index()))
                .map(rank -> new Result<>(rank.index(), function.of(rank.rank(known))))
                .collect()
                .stream());
    }

    @Override
    public <T> List<T> byStep(int[] steps, int together, Reduction<List<Figures>, T> function) {
        if (steps.length == 0) {
            return List.of();
        }
        JavaPairRDD<Integer, SentFigures> pieces = blocks(steps, together);
        int[] of = blockOf;
        int count = places.size();
        Map<Integer, long[]> known = new HashMap<>(own);
        known.keySet().retainAll(Arrays.stream(steps).boxed().collect(Collectors.toSet()));
        return ordered(() -> Stream.of(pieces.mapPartitionsWithIndex(
                                (block, inside) -> {
                                    int[] all = IntStream.range(0, of.length)
                                            .filter(step -> of[step] == block)
                                            .toArray();
                                    List<SentFigures> figures = transposed(all.length, count, inside);
                                    return IntStream.iterate(0, i -> i < steps.length, i -> i + together)
                                            .filter(first -> of[steps[first]] == block)
                                            .mapToObj(first -> new Result<>(
                                                    first,
                                                    function.of(IntStream.range(
                                                                    first, Math.min(steps.length, first + together))
                                                            .<Figures>mapToObj(i -> figures.get(
                                                                            Arrays.binarySearch(all, steps[i]))
                                                                    .step(i, known.getOrDefault(steps[i], new long[0])))
                                                            .toList())))
                                            .iterator();
                                },
                                true)
                        .collectPartitions(Arrays.stream(steps)
                                .map(step -> of[step])
                                .distinct()
                                .toArray()))
                .flatMap(List::stream));
    }

    /** Returns figures of steps from the figures of ranks in these steps, inside of a task. */
    private static List<SentFigures> transposed(int steps, int ranks, Iterator<Tuple2<Integer, SentFigures>> pieces) {
        long[][][] figures = new long[steps][SentFigures.COLUMNS][0];
        while (pieces.hasNext()) {
            SentFigures rank = pieces.next()._2;
            for (int column = 0; column < SentFigures.COLUMNS; column++) {
                long[] of = rank.columns()[column];
                for (int step = 0; step < of.length; step++) {
                    if (figures[step][column].length == 0) {
                        figures[step][column] = new long[ranks];
                        Arrays.fill(figures[step][column], UNKNOWN);
                    }
                    figures[step][column][rank.index()] = of[step];
                }
            }
        }
        return Stream.of(figures).map(each -> new SentFigures(0, each)).toList();
    }

    /** Returns the pieces of blocks in which steps that are read together are; written by the first call, as a rule. */
    private JavaPairRDD<Integer, SentFigures> blocks(int[] steps, int together) {
        int size = Math.max(1, BLOCK_FIGURES / places.size() / STEPS_TOGETHER) * STEPS_TOGETHER;
        JavaPairRDD<Integer, SentFigures> written = blocks;
        if (written == null) {
            written = shuffled(IntStream.range(0, numbers.length).toArray(), size);
        }
        boolean isDivided = IntStream.range(0, steps.length)
                .allMatch(i -> blockOf[steps[i]] >= 0 && blockOf[steps[i]] == blockOf[steps[i / together * together]]);
        if (!isDivided) {
            written = shuffled(steps, together * Math.max(1, size / together));
        }
        blocks = written;
        return written;
    }

    private JavaPairRDD<Integer, SentFigures> shuffled(int[] steps, int size) {
        int[] of = new int[numbers.length];
        Arrays.fill(of, -1);
        IntStream.range(0, steps.length).forEach(i -> of[steps[i]] = i / size);
        int count = (steps.length - 1) / size + 1;
        blockOf = of;
        return ranks.flatMapToPair(rank -> IntStream.range(0, count)
                        .mapToObj(block -> new Tuple2<>(
                                block,
                                rank.at(Arrays.copyOfRange(
                                        steps, block * size, Math.min(steps.length, (block + 1) * size)))))
                        .iterator())
                .partitionBy(new HashPartitioner(count));
    }

    private static <T> List<T> ordered(Callable<Stream<Result<T>>> results) {
        try {
            return SparkFailure.orSentence("Spark did not compare the ranks", results)
                    .sorted(Comparator.comparingInt(Result::index))
                    .map(Result::value)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void setOwn(int step, long[] nanos) {
        own.merge(step, nanos.clone(), SentFigures::replaced);
    }
}
