package io.stepprofiler.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.fleet.FleetSteps;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeatMapTest {
    /** Sorts all known codes of a cell. */
    private static int[] known(int[][] codes, HeatMap map, int row, int column) {
        return IntStream.range(0, codes.length)
                .filter(step -> step / map.stepsOfColumn() == column)
                .flatMap(step -> IntStream.range(0, codes[step].length)
                        .filter(rank -> rank / map.ranksOfRow() == row)
                        .map(rank -> codes[step][rank]))
                .filter(code -> code != HeatMap.UNKNOWN)
                .sorted()
                .toArray();
    }

    private static HeatMap map(int ranks, int steps, int mostRows, int mostColumns, IntFunction<int[]> codes) {
        return HeatMap.of(
                ranks,
                steps,
                mostRows,
                mostColumns,
                (ranksOfRow, stepsOfColumn) -> IntStream.range(0, -Math.floorDiv(-steps, stepsOfColumn))
                        .map(column -> column * stepsOfColumn)
                        .mapToObj(first -> HeatMap.column(
                                ranksOfRow,
                                IntStream.range(first, Math.min(steps, first + stepsOfColumn))
                                        .mapToObj(codes)
                                        .toList()))
                        .toList());
    }

    @Test
    void cells_ofRandomCodes_haveTheirGreatestAndMedian() {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            int ranks = 1 + random.nextInt(40);
            int steps = 1 + random.nextInt(40);
            int known = random.nextInt(5);
            int[][] codes = new int[steps][ranks];
            for (int[] step : codes) {
                Arrays.setAll(step, rank -> random.nextInt(5) < known ? 1 + random.nextInt(255) : HeatMap.UNKNOWN);
            }
            HeatMap map = map(ranks, steps, 1 + random.nextInt(40), 1 + random.nextInt(40), step -> codes[step]);
            int rows = -Math.floorDiv(-ranks, map.ranksOfRow());
            int columns = -Math.floorDiv(-steps, map.stepsOfColumn());
            assertThat(map.greatest()).hasSize(rows * columns);
            for (int cell = 0; cell < rows * columns; cell++) {
                int[] sorted = known(codes, map, cell % rows, cell / rows);
                assertThat(Byte.toUnsignedInt(map.greatest()[cell]))
                        .isEqualTo(sorted.length == 0 ? HeatMap.UNKNOWN : sorted[sorted.length - 1]);
                assertThat(Byte.toUnsignedInt(map.medians()[cell]))
                        .isEqualTo(sorted.length == 0 ? HeatMap.UNKNOWN : sorted[(sorted.length - 1) / 2]);
            }
        }
    }

    @Test
    void cells_ofMoreRanksAndStepsThanTheLimits_areWithinThem() {
        HeatMap map = map(4_001, 1_999, 2_000, 1_000, step -> new int[4_001]);
        assertThat(map.ranksOfRow()).isEqualTo(3);
        assertThat(map.stepsOfColumn()).isEqualTo(2);
        assertThat(map.greatest()).hasSize(1_334 * 1_000);
    }

    @Test
    void code_ofATime_isItsRatioWithinAPercent() {
        Random random = new Random(3);
        for (int round = 0; round < 10_000; round++) {
            long usual = 1L + random.nextInt(1_000_000_000);
            double ratio = 0.8 + 8 * random.nextDouble();
            long nanos = Math.round(usual * ratio);
            double read = Math.exp((HeatMap.code(nanos, usual) - HeatMap.USUAL) / 100.0);
            assertThat(read / Math.max(1.0 / usual, (double) nanos / usual)).isCloseTo(1, within(0.01));
        }
    }

    @Test
    void code_outsideTheScale_isItsEnd() {
        assertThat(HeatMap.code(0, 1_000_000)).isEqualTo(1);
        assertThat(HeatMap.code(Long.MAX_VALUE, 1)).isEqualTo(255);
        assertThat(HeatMap.code(5, 5)).isEqualTo(HeatMap.USUAL);
        assertThat(HeatMap.code(FleetSteps.UNKNOWN, 5)).isEqualTo(HeatMap.UNKNOWN);
        assertThat(HeatMap.code(5, 0)).isEqualTo(HeatMap.UNKNOWN);
    }
}
