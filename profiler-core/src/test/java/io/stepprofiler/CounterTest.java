package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.clock.ClockReading;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.recording.Capture;
import io.stepprofiler.recording.CounterValue;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.Window;
import io.stepprofiler.segment.JoinedSegments;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.window.Deadline;
import io.stepprofiler.window.WindowReader;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CounterTest {
    private static final AtomicInteger NAMES = new AtomicInteger();

    /** A number of each thread, so that the thread of a change can be told: their sums are all different. */
    private static final long[] DELTAS = {1, -10, 100, (1L << 40) + 7};

    private final Counter counter = Counter.of("counter " + NAMES.incrementAndGet());

    private static List<Long> values(CounterTrack track) {
        return LongStream.range(0, track.size())
                .mapToObj(i -> track.longValue((int) i))
                .toList();
    }

    private static CounterTrack only(Trace trace) {
        assertThat(trace.counters()).hasSize(1);
        return trace.counters().get(0);
    }

    @Test
    void changes_inAWindow_areSamplesOfTheValueAfterEach() {
        counter.increment(5);
        Trace trace = Recorded.trace(() -> {
            counter.increment();
            counter.decrement(10);
            counter.set(Long.MAX_VALUE - 1);
            counter.decrement();
        });
        counter.increment();
        assertThat(values(only(trace))).containsExactly(6L, -4L, Long.MAX_VALUE - 1, Long.MAX_VALUE - 2);
        assertThat(counter.value()).isEqualTo(Long.MAX_VALUE - 1);
        assertThat(trace.account().begun()).isEqualTo(4);
        assertThat(trace.account().written()).isEqualTo(4);
    }

    @Test
    void changes_whileNotRecording_changeTheValueAndLeaveNoSample() {
        counter.set(7);
        counter.decrement();
        Trace trace = Recorded.trace(() -> {});
        assertThat(counter.value()).isEqualTo(6);
        assertThat(trace.counters()).isEmpty();
    }

    @Test
    void of_oneName_isOneCounterUnlessInAnotherDomain() {
        Counter other = Counter.of(counter.name(), "other");
        Trace trace = Recorded.trace(() -> {
            Counter.of(counter.name()).increment();
            counter.increment();
            other.set(9);
        });
        assertThat(counter.value()).isEqualTo(2);
        assertThat(trace.counters()).extracting(CounterTrack::domain).containsExactly("", "other");
        assertThat(values(trace.counters().get(1))).containsExactly(9L);
    }

    @Test
    void changes_beyondALong_stopAtItsEnds() {
        counter.set(Long.MAX_VALUE - 1);
        counter.increment(5);
        assertThat(counter.value()).isEqualTo(Long.MAX_VALUE);
        counter.set(-2);
        counter.decrement(Long.MAX_VALUE);
        assertThat(counter.value()).isEqualTo(Long.MIN_VALUE);
        counter.set(0);
        counter.decrement(Long.MIN_VALUE);
        assertThat(counter.value()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void sumAndDifference_randomNumbers_areThoseOfBigNumbersWithinALong() {
        Random random = new Random(1);
        BigInteger least = BigInteger.valueOf(Long.MIN_VALUE);
        BigInteger most = BigInteger.valueOf(Long.MAX_VALUE);
        for (int i = 0; i < 10_000; i++) {
            long a = random.nextLong() >> random.nextInt(64);
            long b = random.nextInt(50) == 0 ? Long.MIN_VALUE : random.nextLong() >> random.nextInt(64);
            BigInteger big = BigInteger.valueOf(a);
            assertThat(CounterValue.sum(a, b))
                    .isEqualTo(
                            big.add(BigInteger.valueOf(b)).min(most).max(least).longValue());
            assertThat(CounterValue.difference(a, b))
                    .isEqualTo(big.subtract(BigInteger.valueOf(b))
                            .min(most)
                            .max(least)
                            .longValue());
        }
    }

    @Test
    void changes_withoutRoom_areDroppedAndMakeNoOtherWrong() {
        Trace trace = Recorded.trace(builder -> builder.limits(limits -> limits.withMaxBufferBytes(1 << 20)), () -> {
            for (int i = 0; i < 200_000; i++) {
                counter.increment();
            }
        });
        List<Long> values = values(only(trace));
        assertThat(values)
                .isEqualTo(LongStream.rangeClosed(1, values.size()).boxed().toList());
        assertThat(counter.value()).isEqualTo(200_000);
        assertThat(trace.account().dropped()).containsOnlyKeys(DropCause.BYTE_LIMIT);
        assertThat(trace.account().droppedTotal()).isEqualTo(200_000 - values.size());
    }

    /** Threads change a counter before, during and after a window, which is read at once or cut many times. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void changes_ofSeveralThreads_areInTheOrderOfTheirSamples(boolean isCut) throws Exception {
        Window window = new Window(
                Long.MAX_VALUE, 1L << 30, new Capture(RecordingOptions.NONE, 1, EnumSet.allOf(ActivityType.class)));
        WindowReader reader = new WindowReader(window);
        JoinedSegments joined = new JoinedSegments();
        AtomicInteger changes = new AtomicInteger();
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        for (long delta : DELTAS) {
            Thread thread = new Thread(() -> {
                for (int i = 0; !over.get(); i++) {
                    change(delta, i);
                    changes.incrementAndGet();
                }
            });
            threads.add(thread);
            thread.start();
        }
        await().until(() -> changes.get() > 1000);
        changes.set(0);
        Recorder.switchTo(window);
        try {
            while (changes.get() < 150_000) {
                if (isCut) {
                    joined.add(reader.cut(ClockReading.now()));
                }
                Thread.onSpinWait();
            }
        } finally {
            Recorder.switchTo(null);
            window.end();
            over.set(true);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        checkOrder(only(isCut ? last(joined, reader, window) : whole(reader, window)));
        Recorder.release(window, false);
    }

    private void change(long delta, int i) {
        if (i % 100 == 0) {
            counter.set(delta * 1_000_000);
        } else if (i % 2 == 0) {
            counter.increment(delta);
        } else {
            counter.decrement(-delta);
        }
    }

    private static Trace last(JoinedSegments joined, WindowReader reader, Window window) {
        joined.add(reader.cutLast());
        joined.trace().window(window.start.clock(), window.endReading().clock());
        return joined.build();
    }

    private static Trace whole(WindowReader reader, Window window) {
        TraceBuilder trace = new TraceBuilder()
                .window(window.start.clock(), window.endReading().clock());
        reader.readAll(trace, Deadline.NEVER);
        return trace.build();
    }

    private static void checkOrder(CounterTrack track) {
        assertThat(track.size()).isPositive();
        for (int i = 1; i < track.size(); i++) {
            long before = track.longValue(i - 1);
            long after = track.longValue(i);
            boolean isChange =
                    LongStream.of(DELTAS).anyMatch(delta -> after - before == delta || after == delta * 1_000_000);
            assertThat(isChange).as("from %d to %d at %d", before, after, i).isTrue();
            assertThat(track.nanos(i)).isGreaterThanOrEqualTo(track.nanos(i - 1));
        }
    }

    /** Nothing but sums: the last one is the value, and each differs from the one before by what a thread adds. */
    @Test
    void increments_ofSeveralThreads_areTheRunningSums() {
        int each = 30_000;
        Trace trace = Recorded.trace(builder -> builder.limits(limits -> limits.withMaxBufferBytes(64 << 20)), () -> {
            Recorded.onThreads(DELTAS.length, number -> {
                for (int i = 0; i < each; i++) {
                    counter.increment(DELTAS[number]);
                }
            });
        });
        CounterTrack track = only(trace);
        assertThat(track.size()).isEqualTo(each * DELTAS.length);
        long value = 0;
        for (int i = 0; i < track.size(); i++) {
            long delta = track.longValue(i) - value;
            assertThat(DELTAS).contains(delta);
            value = track.longValue(i);
        }
        assertThat(value)
                .isEqualTo(counter.value())
                .isEqualTo(each * LongStream.of(DELTAS).sum());
    }
}
