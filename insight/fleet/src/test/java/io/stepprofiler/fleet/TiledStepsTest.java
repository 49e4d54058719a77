package io.stepprofiler.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.stepprofiler.ledger.StepValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TiledStepsTest {
    private static final RankPlace PLACE = new RankPlace(0, "a");

    @Test
    void figures_thatAreNotSet_areUnknown() {
        TiledSteps steps = new TiledSteps(List.of(PLACE), new long[] {7, 8});

        steps.set(StepValue.BATCH, 0, 1, 32);

        assertThat(ReadSteps.ownNanos(steps, 0, 0)).isEqualTo(FleetSteps.UNKNOWN);
        assertThat(ReadSteps.value(steps, StepValue.BATCH, 0, 0)).isEqualTo(FleetSteps.UNKNOWN);
        assertThat(ReadSteps.value(steps, StepValue.BATCH, 0, 1)).isEqualTo(32);
        assertThat(ReadSteps.value(steps, StepValue.CPU_NANOS, 0, 1)).isEqualTo(FleetSteps.UNKNOWN);
    }

    @Test
    void ranks_overTheLimit_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TiledSteps(Collections.nCopies(100_001, PLACE), new long[0]))
                .withMessageStartingWith("ranks = 100001 ");
    }

    @Test
    void figures_overTheLimit_areRefused() {
        TiledSteps steps = new TiledSteps(List.of(PLACE), new long[1]);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> steps.set(0, 0, FleetSteps.MOST_FIGURE + 1, 0))
                .withMessage("durationNanos = 10000000000001 is not allowed: must be at most 10000000000000");
    }

    /** Known figures of a fleet by column, rank and step; the naive form. */
    @SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
    private record Matrix(long[][] durations, long[][] own, long[][] pauses) {
        static Matrix random(SplittableRandom random, int ranks, int steps) {
            double holes = random.nextDouble();
            long[][][] columns = new long[3][ranks][steps];
            for (long[][] column : columns) {
                for (long[] rank : column) {
                    Arrays.setAll(
                            rank,
                            step -> random.nextDouble() < holes ? FleetSteps.UNKNOWN : random.nextLong(1_000_000));
                }
            }
            return new Matrix(columns[0], columns[1], columns[2]);
        }

        TiledSteps steps(long heapBytes) {
            TiledSteps steps = new TiledSteps(
                    IntStream.range(0, durations.length)
                            .mapToObj(rank -> new RankPlace(rank, ""))
                            .toList(),
                    LongStream.range(0, durations[0].length).toArray(),
                    heapBytes);
            for (int rank = 0; rank < durations.length; rank++) {
                for (int step = 0; step < durations[0].length; step++) {
                    steps.set(rank, step, durations[rank][step], own[rank][step]);
                    steps.set(StepValue.PAUSE_NANOS, rank, step, pauses[rank][step]);
                }
            }
            return steps;
        }
    }

    private static long[] filled(long[] values, int size) {
        long[] all = values.length == 0 ? new long[size] : values;
        Arrays.fill(all, 0, values.length == 0 ? size : 0, FleetSteps.UNKNOWN);
        return all;
    }

    /** Returns all figures of the ranks, then of the steps. */
    private static List<long[]> read(TiledSteps steps, int[] ranks, int[] some, int together) {
        List<long[]> all = new ArrayList<>();
        int size = steps.numbers().length;
        steps.byRank(
                        ranks,
                        rank -> List.of(
                                new long[] {rank.index()},
                                rank.durations(),
                                rank.own(),
                                filled(rank.values(StepValue.PAUSE_NANOS), size)))
                .forEach(all::addAll);
        steps.byStep(
                        some,
                        together,
                        block -> block.stream()
                                .flatMap(step -> Stream.of(
                                        new long[] {step.index()},
                                        step.durations(),
                                        step.own(),
                                        filled(
                                                step.values(StepValue.PAUSE_NANOS),
                                                steps.places().size())))
                                .toList())
                .forEach(all::addAll);
        return all;
    }

    @Test
    void figures_onTheHeapAndInTheFile_areThoseOfAMatrix() {
        SplittableRandom random = new SplittableRandom(3);
        for (int trial = 0; trial < 40; trial++) {
            int ranks = random.nextInt(1, 20);
            int steps = random.nextInt(1, 300);
            Matrix matrix = Matrix.random(random, ranks, steps);
            int[] someRanks = random.ints(5, 0, ranks).sorted().distinct().toArray();
            int[] someSteps = random.ints(50, 0, steps).sorted().distinct().toArray();
            List<long[]> expected = new ArrayList<>();
            for (int rank : someRanks) {
                expected.addAll(
                        List.of(new long[] {rank}, matrix.durations[rank], matrix.own[rank], matrix.pauses[rank]));
            }
            for (int i = 0; i < someSteps.length; i++) {
                int step = someSteps[i];
                expected.add(new long[] {i});
                for (long[][] column : List.of(matrix.durations, matrix.own, matrix.pauses)) {
                    expected.add(
                            Arrays.stream(column).mapToLong(rank -> rank[step]).toArray());
                }
            }

            int together = random.nextInt(1, 9);
            for (long heapBytes : new long[] {0, 20_000, Long.MAX_VALUE}) {
                assertThat(read(matrix.steps(heapBytes), someRanks, someSteps, together))
                        .usingElementComparator(Arrays::compare)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void ownTimes_thatAreSet_replaceThoseOfTheirStep() {
        TiledSteps steps = new TiledSteps(List.of(PLACE, new RankPlace(1, "a")), new long[2], 0);
        steps.set(0, 1, 5, 4);
        steps.set(1, 1, 5, 4);

        steps.setOwn(1, new long[] {3, FleetSteps.UNKNOWN});

        assertThat(ReadSteps.ownNanos(steps, 0, 1)).isEqualTo(3);
        assertThat(ReadSteps.ownNanos(steps, 1, 1)).isEqualTo(4);
    }
}
