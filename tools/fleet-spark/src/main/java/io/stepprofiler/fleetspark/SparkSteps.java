package io.stepprofiler.fleetspark;

import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.RankPlace;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /** Columns of each rank; the number of a rank modulo the partitions is its partition. */
    private final JavaPairRDD<Integer, LedgerColumns> ranks;

    private final Map<Integer, long[]> own = new HashMap<>();

    /** The block of each step, and pieces of ranks by block; a partition is a block. */
    private int[] blockOf = new int[0];

    private @Nullable JavaPairRDD<Integer, Piece> blocks;

    /**
     * A result of a task.
     *
     * @param index its place among all results
     */
    private record Result<T>(int index, T value) implements Serializable {}

    /**
     * Figures of some ranks in the steps of a block.
     *
     * @param columns times and pauses of all of these ranks in the first step, in the second, and so on
     */
    @SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
    private record Piece(int[] ranks, LedgerColumns columns) implements Serializable {
        static Piece of(List<Tuple2<Integer, LedgerColumns>> ranks, int... steps) {
            long[][] columns = new long[TaskFigures.OF_STEP.length][ranks.size() * steps.length];
            for (int column = 0; column < columns.length; column++) {
                for (int rank = 0; rank < ranks.size(); rank++) {
                    LedgerColumns from = ranks.get(rank)._2;
                    for (int step = 0; step < steps.length; step++) {
                        columns[column][step * ranks.size() + rank] =
                                from.get(TaskFigures.OF_STEP[column], steps[step]);
                    }
                }
            }
            return new Piece(ranks.stream().mapToInt(Tuple2::_1).toArray(), new LedgerColumns(columns));
        }

        void copyTo(List<TaskFigures> steps) {
            long[][] from = columns.columns();
            for (int column = 0; column < from.length; column++) {
                for (int step = 0; step < steps.size(); step++) {
                    long[] to = steps.get(step).columns()[TaskFigures.OF_STEP[column]];
                    for (int rank = 0; rank < ranks.length; rank++) {
                        to[ranks[rank]] = from[column][step * ranks.length + rank];
                    }
                }
            }
        }
    }

    /**
     * Steps.
     *
     * @param ranks columns of each rank, in the partitions of a {@link HashPartitioner}
     */
    SparkSteps(List<RankPlace> places, long[] numbers, JavaPairRDD<Integer, LedgerColumns> ranks) {
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
        int partitions = ranks.getNumPartitions();
        return results(
                ranks.filter(rank -> wanted.get(rank._1))
                        .map(rank -> new Result<>(
                                rank._1, function.of(new TaskFigures(rank._1, rank._2.columns()).rank(known)))),
                IntStream.of(of).map(rank -> rank % partitions));
    }

    @Override
    public <T> List<T> byStep(int[] steps, int together, Reduction<List<Figures>, T> function) {
        if (steps.length == 0) {
            return List.of();
        }
        JavaPairRDD<Integer, Piece> pieces = blocks(steps, together);
        int[] of = blockOf;
        int count = places.size();
        Map<Integer, long[]> known = new HashMap<>(own);
        known.keySet().retainAll(Arrays.stream(steps).boxed().collect(Collectors.toSet()));
        return results(
                pieces.mapPartitionsWithIndex(
                        (block, inside) -> {
                            int[] all = IntStream.range(0, of.length)
                                    .filter(step -> of[step] == block)
                                    .toArray();
                            List<TaskFigures> figures = Stream.generate(() -> TaskFigures.step(count))
                                    .limit(all.length)
                                    .toList();
                            inside.forEachRemaining(piece -> piece._2.copyTo(figures));
                            return IntStream.iterate(0, i -> i < steps.length, i -> i + together)
                                    .filter(first -> of[steps[first]] == block)
                                    .mapToObj(first -> new Result<>(
                                            first,
                                            function.of(IntStream.range(first, Math.min(steps.length, first + together))
                                                    .<Figures>mapToObj(
                                                            i -> figures.get(Arrays.binarySearch(all, steps[i]))
                                                                    .step(i, known.getOrDefault(steps[i], new long[0])))
                                                    .toList())))
                                    .iterator();
                        },
                        true),
                IntStream.of(steps).map(step -> of[step]));
    }

    /** Returns the pieces of blocks in which steps that are read together are; written by the first call, as a rule. */
    private JavaPairRDD<Integer, Piece> blocks(int[] steps, int together) {
        int size = Math.max(1, BLOCK_FIGURES / places.size() / STEPS_TOGETHER) * STEPS_TOGETHER;
        JavaPairRDD<Integer, Piece> written = blocks;
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

    private JavaPairRDD<Integer, Piece> shuffled(int[] steps, int size) {
        int[] of = new int[numbers.length];
        Arrays.fill(of, -1);
        IntStream.range(0, steps.length).forEach(i -> of[steps[i]] = i / size);
        int count = (steps.length - 1) / size + 1;
        blockOf = of;
        return ranks.mapPartitionsToPair(inside -> {
                    List<Tuple2<Integer, LedgerColumns>> all = new ArrayList<>();
                    inside.forEachRemaining(all::add);
                    return IntStream.range(0, count)
                            .mapToObj(block -> new Tuple2<>(
                                    block,
                                    Piece.of(
                                            all,
                                            Arrays.copyOfRange(
                                                    steps, block * size, Math.min(steps.length, (block + 1) * size)))))
                            .iterator();
                })
                .partitionBy(new HashPartitioner(count));
    }

    /** Returns the results of tasks in order. */
    private static <T> List<T> results(JavaRDD<Result<T>> tasks, IntStream partitions) {
        try {
            return SparkFailure.orSentence(
                            "Spark did not compare the ranks",
                            () -> Stream.of(tasks.collectPartitions(
                                    partitions.distinct().toArray())))
                    .flatMap(List::stream)
                    .sorted(Comparator.comparingInt(Result::index))
                    .map(Result::value)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void setOwn(int step, long[] nanos) {
        own.merge(step, nanos.clone(), TaskFigures::replaced);
    }
}
