package io.stepprofiler.averages;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.averages.AverageRow.Durations;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongTracesTest {
    private static final List<Grouping> GROUPINGS = List.of(
            Grouping.BY_NAME,
            Grouping.BY_NAME.byThread(),
            Grouping.BY_NAME.byStream(),
            Grouping.BY_NAME.byInputShapes().byStack(2).byOverload());

    /** A row without the percentiles, the only figures that may differ. */
    private static KeyAverage exact(KeyAverage row) {
        return new AverageRow(
                row.key(),
                row.count(),
                row.topLevelCount(),
                new Durations(row.sumNanos(), row.minNanos(), row.maxNanos(), 0, 0),
                new KeyAverage.Time(row.selfNanos(), row.totalNanos()),
                row.device(),
                row.cpuMemory(),
                row.deviceMemory(),
                row.sampled(),
                row.javaAllocation(),
                row.flops(),
                row.tensorCores());
    }

    private static boolean isNear(long figure, long exact) {
        return Math.abs(figure - exact) <= exact / 64.0;
    }

    @Test
    void rows_ofALongTrace_areThoseOfAShortOneButForPercentiles() {
        for (int seed = 0; seed < 60; seed++) {
            Trace trace = RandomTrace.of(new Random(seed));
            for (Grouping grouping : GROUPINGS) {
                List<KeyAverage> expected = new KeyAveragesCalculator(trace, grouping, Long.MAX_VALUE).rows();
                List<KeyAverage> actual = new KeyAveragesCalculator(trace, grouping, -1).rows();
                assertThat(actual.stream().map(LongTracesTest::exact))
                        .containsExactlyElementsOf(
                                expected.stream().map(LongTracesTest::exact).toList());
                for (int i = 0; i < actual.size(); i++) {
                    assertThat(isNear(actual.get(i).p50Nanos(), expected.get(i).p50Nanos()))
                            .isTrue();
                    assertThat(isNear(actual.get(i).p99Nanos(), expected.get(i).p99Nanos()))
                            .isTrue();
                }
            }
        }
    }

    @Test
    void histograms_ofMoreGroupsThanHaveAllBuckets_areNearTheLists() {
        Random random = new Random(1);
        int groups = 3000;
        List<long[]> all = new ArrayList<>();
        int[] counts = new int[groups];
        for (int i = 0; i < 60_000; i++) {
            long duration = random.nextLong() >>> (1 + random.nextInt(63));
            int group = random.nextInt(groups);
            all.add(new long[] {group, duration});
            counts[group]++;
        }
        GroupDurations lists = new DurationLists(counts);
        GroupDurations histograms = new DurationHistograms(groups);
        all.forEach(each -> lists.add((int) each[0], each[1]));
        all.forEach(each -> histograms.add((int) each[0], each[1]));
        for (int group = 0; group < groups; group++) {
            Durations exact = lists.summary(group);
            Durations near = histograms.summary(group);
            assertThat(histograms.count(group)).isEqualTo(counts[group]);
            assertThat(near.sumNanos()).isEqualTo(exact.sumNanos());
            assertThat(near.minNanos()).isEqualTo(exact.minNanos());
            assertThat(near.maxNanos()).isEqualTo(exact.maxNanos());
            assertThat(isNear(near.p50Nanos(), exact.p50Nanos())).isTrue();
            assertThat(isNear(near.p99Nanos(), exact.p99Nanos())).isTrue();
            DurationHistogram merged = new DurationHistogram();
            histograms.addTo(merged, group);
            DurationHistogram expected = new DurationHistogram();
            lists.addTo(expected, group);
            assertThat(merged.percentile(50)).isEqualTo(expected.percentile(50));
            assertThat(merged.size()).isEqualTo(expected.size());
        }
    }
}
