package io.stepprofiler.averages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Remarks;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Averages of several ranks, added up. */
@Tag("long")
class AveragesMergeTest {
    private static final Grouping FINE =
            Grouping.BY_NAME.byInputShapes().byStack(2).byThread().byOverload().byStream();
    private static final int SEEDS = 15;

    private static AveragesAccumulator of(int maxGroups, Trace... traces) {
        AveragesAccumulator accumulator = new AveragesAccumulator(FINE, maxGroups);
        for (Trace trace : traces) {
            accumulator.add(trace);
        }
        return accumulator;
    }

    private static Trace[] traces(int seed) {
        Random random = new Random(seed);
        return IntStream.range(0, 6).mapToObj(i -> RandomTrace.of(random)).toArray(Trace[]::new);
    }

    private static AveragesAccumulator merged(AveragesAccumulator... all) {
        AveragesAccumulator sum = new AveragesAccumulator(FINE, 1000);
        for (AveragesAccumulator each : all) {
            sum.merge(each);
        }
        return sum;
    }

    /** All but the order of the rows. */
    static List<Object> figures(AveragesAccumulator accumulator) {
        KeyAverages averages = accumulator.averages();
        Map<GroupKey, KeyAverage> rows = new HashMap<>();
        averages.rows().forEach(row -> rows.put(row.key(), row));
        return List.of(
                rows,
                averages.measured(),
                averages.unfinished(),
                averages.dropped(),
                averages.remarks(),
                accumulator.traces());
    }

    private static Trace named(String name, String remark) {
        TraceBuilder trace = new TraceBuilder();
        trace.thread(1, "main").add(trace.nameId(name), 0, 5);
        trace.metadata(Remarks.LOST_WINDOWS, new MetadataValue(remark, false));
        return trace.build();
    }

    @Test
    void merge_averagesOfTraces_areThoseOfAllTraces() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Trace[] traces = traces(seed);
            AveragesAccumulator all = of(1000, traces);
            AveragesAccumulator sum = merged(
                    of(1000, traces[0], traces[1]), of(1000, traces[2], traces[3], traces[4]), of(1000, traces[5]));
            assertThat(figures(sum)).as("seed %d", seed).isEqualTo(figures(all));
            assertThat(sum.averages().rows()).isEqualTo(all.averages().rows());
        }
    }

    @Test
    void merge_inAnyOrderAndGrouping_givesTheSameFigures() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Trace[] traces = traces(seed);
            AveragesAccumulator a = of(1000, traces[0], traces[1]);
            AveragesAccumulator b = of(1000, traces[2], traces[3]);
            AveragesAccumulator c = of(1000, traces[4], traces[5]);
            List<Object> expected = figures(merged(a, b, c));
            assertThat(figures(merged(c, a, b))).as("seed %d", seed).isEqualTo(expected);
            assertThat(figures(merged(a, merged(b, c)))).isEqualTo(expected);
            assertThat(figures(merged(merged(a, b), c))).isEqualTo(expected);
        }
    }

    @Test
    void merge_leavesTheOtherAsItIs() {
        AveragesAccumulator other = of(1000, traces(1));
        List<Object> before = figures(other);
        AveragesAccumulator sum = merged(other);
        sum.add(traces(2)[0]);
        assertThat(figures(other)).isEqualTo(before);
    }

    @Test
    void merge_itself_doublesIt() {
        AveragesAccumulator accumulator = of(1000, traces(1)[0], traces(1)[1]);
        List<Object> twice = figures(merged(accumulator, accumulator));
        accumulator.merge(accumulator);
        assertThat(figures(accumulator)).isEqualTo(twice);
    }

    @Test
    void merge_moreGroupsThanAllowed_losesNoEvent() {
        AveragesAccumulator small = of(2, named("a", ""), named("b", ""), named("c", ""));
        AveragesAccumulator sum = new AveragesAccumulator(FINE, 1);
        sum.merge(of(2, named("z", "")));
        sum.merge(small);
        assertThat(Times.of(sum.averages()))
                .extracting(row -> row.name() + " " + row.count() + " " + row.self())
                .containsExactly("z 1 5", "(other) 3 15");
    }

    @Test
    void merge_anotherGrouping_isRefusedWithBoth() {
        AveragesAccumulator byName = new AveragesAccumulator();
        assertThatThrownBy(() -> byName.merge(of(1000)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("other = averages by " + FINE + " is not allowed: must be by the same grouping, "
                        + Grouping.BY_NAME);
    }

    @Test
    void merge_remarksOfSeveral_areAllSaid() {
        AveragesAccumulator first = of(9, named("a", "1 window was lost"), named("a", "2 windows were lost"));
        AveragesAccumulator second = of(9, named("a", "7 windows were lost"));
        first.merge(second);
        assertThat(first.averages().table()).contains("2 windows were lost\n7 windows were lost\n");
        assertThat(first.averages().remarks()).hasSize(2);
    }

    @Test
    void merge_eachIntoTheOtherAtOnce_ends() throws Exception {
        AveragesAccumulator a = new AveragesAccumulator();
        AveragesAccumulator b = new AveragesAccumulator();
        CompletableFuture<Void> one = CompletableFuture.runAsync(() -> mergeOften(a, b));
        CompletableFuture<Void> two = CompletableFuture.runAsync(() -> mergeOften(b, a));
        CompletableFuture.allOf(one, two).get(1, TimeUnit.MINUTES);
        assertThat(a.traces()).isZero();
    }

    private static void mergeOften(AveragesAccumulator to, AveragesAccumulator from) {
        for (int i = 0; i < 2_000; i++) {
            to.merge(from);
        }
    }
}
