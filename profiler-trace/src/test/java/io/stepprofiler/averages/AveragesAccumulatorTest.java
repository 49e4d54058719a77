package io.stepprofiler.averages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.averages.AverageRow.Durations;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class AveragesAccumulatorTest {
    private static final Grouping FINE =
            Grouping.BY_NAME.byInputShapes().byStack(2).byThread().byOverload().byStream();

    private static Trace trace(String name, long... durations) {
        TraceBuilder trace = new TraceBuilder();
        TrackBuilder thread = trace.thread(1, "main");
        long now = 0;
        for (long duration : durations) {
            thread.add(trace.nameId(name), now, duration);
            now += duration;
        }
        return trace.build();
    }

    private static KeyAverage withoutPercentiles(KeyAverage row) {
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

    @Test
    void averages_ofOneTrace_areItsKeyAveragesButForTheError() {
        for (int seed = 0; seed < 40; seed++) {
            Trace trace = RandomTrace.of(new Random(seed));
            AveragesAccumulator accumulator = new AveragesAccumulator(FINE, 1000);
            accumulator.add(trace);
            KeyAverages exact = KeyAverages.of(trace, FINE);
            KeyAverages averages = accumulator.averages();
            assertThat(averages.rows())
                    .extracting(AveragesAccumulatorTest::withoutPercentiles)
                    .as("seed %d", seed)
                    .containsExactlyElementsOf(exact.rows().stream()
                            .map(AveragesAccumulatorTest::withoutPercentiles)
                            .toList());
            for (int i = 0; i < exact.rows().size(); i++) {
                long p50 = exact.rows().get(i).p50Nanos();
                assertThat((double) averages.rows().get(i).p50Nanos()).isCloseTo((double) p50, within(p50 * 0.016));
            }
            assertThat(averages.unfinished()).isEqualTo(exact.unfinished());
            assertThat(averages.measured()).isEqualTo(exact.measured());
        }
    }

    @Test
    void averages_ofOneTraceManyTimes_areItsSumsAsOften() {
        for (int seed = 0; seed < 20; seed++) {
            Trace trace = RandomTrace.of(new Random(seed));
            AveragesAccumulator accumulator = new AveragesAccumulator();
            for (int i = 0; i < 3; i++) {
                accumulator.add(trace);
            }
            List<KeyAverage> once = KeyAverages.of(trace).rows();
            List<KeyAverage> thrice = accumulator.averages().rows();
            for (int i = 0; i < once.size(); i++) {
                KeyAverage one = once.get(i);
                KeyAverage three = thrice.get(i);
                assertThat(three.key()).isEqualTo(one.key());
                assertThat(three.count()).isEqualTo(3 * one.count());
                assertThat(three.topLevelCount()).isEqualTo(3 * one.topLevelCount());
                assertThat(three.selfNanos()).isEqualTo(3 * one.selfNanos());
                assertThat(three.device().totalNanos())
                        .isEqualTo(3 * one.device().totalNanos());
                assertThat(three.cpuMemory().totalBytes())
                        .isEqualTo(3 * one.cpuMemory().totalBytes());
                assertThat(three.flops()).isEqualTo(one.flops() < 0 ? -1 : 3 * one.flops());
                assertThat(three.minNanos()).isEqualTo(one.minNanos());
                assertThat(three.maxNanos()).isEqualTo(one.maxNanos());
            }
        }
    }

    @Test
    void averages_severalWindows_haveThePercentilesOfAllDurations() {
        AveragesAccumulator accumulator = new AveragesAccumulator();
        for (long window = 1; window <= 100; window++) {
            accumulator.add(trace("work", window * 1_000_000));
        }
        KeyAverage row = accumulator.averages().get("work").orElseThrow();
        assertThat((double) row.p50Nanos()).isCloseTo(50e6, within(50e6 * 0.016));
        assertThat((double) row.p99Nanos()).isCloseTo(99e6, within(99e6 * 0.016));
        assertThat(row.minNanos()).isEqualTo(1_000_000);
        assertThat(row.maxNanos()).isEqualTo(100_000_000);
        assertThat(accumulator.traces()).isEqualTo(100);
    }

    @Test
    void averages_oneDuration_isItsPercentileExactly() {
        AveragesAccumulator accumulator = new AveragesAccumulator();
        accumulator.add(trace("work", 123_456_789, 123_456_789));
        assertThat(accumulator.averages().get("work").orElseThrow().p99Nanos()).isEqualTo(123_456_789);
    }

    @Test
    void add_moreGroupsThanAllowed_sumsUpTheRestAndSaysSo() {
        AveragesAccumulator accumulator = new AveragesAccumulator(Grouping.BY_NAME, 2);
        accumulator.add(trace("a", 1));
        accumulator.add(trace("b", 2));
        accumulator.add(trace("c", 3, 5));
        accumulator.add(trace("d", 4));
        accumulator.add(trace("a", 6));
        KeyAverages averages = accumulator.averages();
        assertThat(Times.of(averages))
                .extracting(Times::name, Times::count, Times::self)
                .containsExactly(tuple("a", 2L, 7L), tuple("b", 1L, 2L), tuple("(other)", 3L, 12L));
        assertThat(averages.other()).isEqualTo(3);
        assertThat(averages.table()).contains("Events of further groups, in (other): 3\n");
    }

    @Test
    void add_furtherGroupsOfDevices_areARowOfTheirOwn() {
        TraceBuilder trace = new TraceBuilder();
        trace.thread(1, "main").add(trace.nameId("a"), 0, 1);
        trace.thread(1, "main").add(trace.nameId("b"), 1, 1);
        trace.stream(Device.cuda(0), 7).add(trace.nameId("kernel"), 2, 5);
        AveragesAccumulator accumulator = new AveragesAccumulator(Grouping.BY_NAME, 1);
        accumulator.add(trace.build());
        assertThat(accumulator.averages().rows())
                .extracting(row -> row.name() + " " + row.isOnDevice())
                .containsExactly("a false", "(other) false", "(other) true");
        assertThat(accumulator.averages().deviceNanosTotal()).isEqualTo(5);
    }

    @Test
    void averages_droppedAndUnfinishedEvents_addUp() {
        TraceBuilder trace = new TraceBuilder().dropped(DropCause.BYTE_LIMIT, 5);
        TrackBuilder thread = trace.thread(1, "main");
        thread.unfinished(thread.add(trace.nameId("open"), 0, 1));
        Trace window = trace.build();
        AveragesAccumulator accumulator = new AveragesAccumulator();
        accumulator.add(window);
        accumulator.add(window);
        assertThat(accumulator.averages().dropped()).isEqualTo(10);
        assertThat(accumulator.averages().unfinished()).isEqualTo(2);
    }

    @Test
    void add_onSeveralThreads_losesNothing() throws InterruptedException, ExecutionException {
        AveragesAccumulator accumulator = new AveragesAccumulator();
        Trace window = trace("work", 10, 20);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                done.add(threads.submit(() -> accumulator.add(window)));
            }
            for (Future<?> each : done) {
                each.get();
            }
        } finally {
            threads.shutdown();
        }
        assertThat(accumulator.traces()).isEqualTo(400);
        assertThat(accumulator.averages().rows().get(0).sumNanos()).isEqualTo(12_000);
    }

    @Test
    void averages_nothingAdded_areEmpty() {
        assertThat(new AveragesAccumulator().averages().rows()).isEmpty();
        assertThat(new AveragesAccumulator().averages().table()).isEmpty();
    }

    @Test
    void maxGroups_zero_namesParameterValueAndRange() {
        assertThatThrownBy(() -> new AveragesAccumulator(Grouping.BY_NAME, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxGroups = 0 is not allowed: must be 1 or more");
    }
}
