package io.stepprofiler.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.SampleKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JvmCountersTest {
    private record Sample(long nanos, double value) {}

    /** Keeps the samples by counter. */
    private static final class Samples implements ActivitySink {
        final Map<String, List<Sample>> byCounter = new LinkedHashMap<>();
        final Map<String, List<Sample>> ofMachine = new LinkedHashMap<>();
        long lost;

        static Samples of(ActivityRecording recording) {
            Samples samples = new Samples();
            recording.collect(samples);
            return samples;
        }

        List<Sample> of(String counter) {
            return byCounter.get(counter);
        }

        List<Double> values(String counter) {
            return of(counter).stream().map(Sample::value).toList();
        }

        List<Long> times(String counter) {
            return of(counter).stream().map(Sample::nanos).toList();
        }

        @Override
        public void span(SpanReport span) {
            throw new AssertionError("a span: " + span.name());
        }

        @Override
        public void stackSample(
                long threadId,
                String threadName,
                SampleKind kind,
                long nanos,
                List<StackTraceElement> stack,
                long weight) {
            throw new AssertionError("a sample of a call stack: " + stack);
        }

        @Override
        public void note(String key, String value) {
            throw new AssertionError("a note: " + key);
        }

        @Override
        public void memory(MemoryEvent event) {
            throw new AssertionError("a memory event: " + event);
        }

        @Override
        public void sample(String counter, long nanos, double value) {
            Map<String, List<Sample>> all = counter.startsWith("jvm ") ? byCounter : ofMachine;
            all.computeIfAbsent(counter, name -> new ArrayList<>()).add(new Sample(nanos, value));
        }

        @Override
        public void lost(long count) {
            lost += count;
        }
    }

    /** A period that no test lives to see the end of. */
    private static final Duration HOUR = Duration.ofHours(1);

    private static final Duration SHORTEST = Duration.ofMillis(1);

    /** A recording that has been going on for at least {@code samples} samples, and has been stopped. */
    private static Samples recorded(int samples) {
        ActivityRecording recording = JvmCounters.every(SHORTEST).start(RecordingOptions.NONE);
        Samples all = new Samples();
        await().until(() -> {
            recording.collectSoFar(all);
            return all.of("jvm heap MiB").size() >= samples;
        });
        recording.stop();
        recording.collect(all);
        return all;
    }

    private static Set<Thread> samplersSince(Set<Thread> before) {
        Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
        threads.removeIf(thread -> !thread.getName().equals("step-profiler-jvm-counters"));
        threads.removeAll(before);
        return threads;
    }

    @Test
    void samples_deliveredPieceByPiece_areThoseDeliveredAtOnce() {
        Random random = new Random(1);
        List<JvmReading> readings = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            readings.add(
                    new JvmReading(i * 20_000_000L, i * 7_000_000L + random.nextInt(5_000_000), i, i / 10, i / 5, 0));
        }
        Samples whole = new Samples();
        JvmReading.addTo(whole, readings.get(0), readings, 0, 2);
        Samples pieces = new Samples();
        List<JvmReading> kept = new ArrayList<>();
        int delivered = 0;
        for (int from = 0; from < readings.size(); ) {
            int to = Math.min(readings.size(), from + random.nextInt(12));
            kept.addAll(readings.subList(from, to));
            int needed = JvmReading.addTo(pieces, readings.get(0), kept, delivered, 2);
            kept.subList(0, needed).clear();
            delivered = kept.size();
            from = to;
        }
        assertThat(pieces.byCounter).isEqualTo(whole.byCounter);
        assertThat(kept).hasSizeLessThan(10);
    }

    @Test
    void window_shorterThanThePeriod_hasASampleOfEachCounterAtBothEnds() {
        long before = System.nanoTime();
        ActivityRecording recording = JvmCounters.every(HOUR).start(RecordingOptions.NONE);
        long started = System.nanoTime();
        long stopping = System.nanoTime();
        recording.stop();
        long after = System.nanoTime();
        Samples samples = Samples.of(recording);
        assertThat(samples.byCounter)
                .containsOnlyKeys("jvm cpu cores", "jvm heap MiB", "jvm gc count", "jvm gc ms", "jvm started threads");
        assertThat(samples.byCounter.keySet()).allSatisfy(counter -> {
            assertThat(samples.of(counter)).hasSize(2);
            assertThat(samples.times(counter).get(0)).isBetween(before, started);
            assertThat(samples.times(counter).get(1)).isBetween(stopping, after);
        });
        assertThat(samples.lost).isZero();
    }

    @Test
    void window_manyPeriods_hasSamplesOfEachCounterInOrder() {
        Samples samples = recorded(10);
        assertThat(samples.byCounter).hasSize(5).allSatisfy((counter, all) -> {
            assertThat(all).hasSizeGreaterThanOrEqualTo(10);
            assertThat(samples.times(counter)).isSorted();
        });
    }

    @Test
    void values_ofAnyWindow_arePossible() {
        Samples samples = recorded(10);
        double mostMebibytes = Runtime.getRuntime().maxMemory() / (double) (1 << 20);
        assertThat(samples.values("jvm heap MiB"))
                .allSatisfy(heap -> assertThat(heap).isPositive().isLessThanOrEqualTo(mostMebibytes));
        assertThat(samples.values("jvm cpu cores"))
                .allSatisfy(cores -> assertThat(cores).isNotNegative().isFinite());
    }

    @Test
    @SuppressWarnings("SystemGc") // Collections are what this is about.
    void collections_duringTheWindow_areCountedFromItsStart() {
        ActivityRecording recording = JvmCounters.every(SHORTEST).start(RecordingOptions.NONE);
        System.gc();
        recording.stop();
        Samples samples = Samples.of(recording);
        for (String counter : List.of("jvm gc count", "jvm gc ms", "jvm started threads")) {
            assertThat(samples.values(counter)).isSorted().first().isEqualTo(0.0);
        }
        assertThat(samples.values("jvm gc count"))
                .last()
                .satisfies(count -> assertThat(count).isPositive());
    }

    @Test
    void stop_runningSampler_endsItsThread() {
        Set<Thread> before = samplersSince(Set.of());
        ActivityRecording recording = JvmCounters.every(HOUR).start(RecordingOptions.NONE);
        Set<Thread> ours = samplersSince(before);
        assertThat(ours).singleElement().matches(Thread::isDaemon);
        recording.stop();
        await().until(() -> ours.stream().noneMatch(Thread::isAlive));
    }

    @Test
    void stop_sampler_takesNoMoreSamples() {
        Set<Thread> before = samplersSince(Set.of());
        ActivityRecording recording = JvmCounters.every(SHORTEST).start(RecordingOptions.NONE);
        recording.stop();
        assertThat(Samples.of(recording).times("jvm heap MiB")).isNotEmpty();
        await().until(() -> samplersSince(before).isEmpty());
        assertThat(Samples.of(recording).byCounter).isEmpty();
    }

    @Test
    void collect_afterALaterRecording_givesEachItsOwnSamples() {
        JvmCounters counters = JvmCounters.every(HOUR);
        ActivityRecording first = counters.start(RecordingOptions.NONE);
        first.stop();
        long between = System.nanoTime();
        ActivityRecording second = counters.start(RecordingOptions.NONE);
        second.stop();
        assertThat(Samples.of(second).times("jvm heap MiB")).hasSize(2).allMatch(nanos -> nanos >= between);
        assertThat(Samples.of(first).times("jvm heap MiB")).hasSize(2).allMatch(nanos -> nanos <= between);
    }

    @Test
    void prepare_anyNumberOfTimes_recordsNothing() {
        JvmCounters counters = JvmCounters.create();
        Set<Thread> before = samplersSince(Set.of());
        counters.prepare();
        counters.prepare();
        assertThat(samplersSince(before)).isEmpty();
    }

    /**
     * Readings of a process that has so many cores busy, on a clock of processor time with ticks of 10 milliseconds.
     */
    private static List<Double> coresOfTicks(double busy, long... millis) {
        List<JvmReading> readings = new ArrayList<>();
        for (long at : millis) {
            long cpuMillis = (long) (at * busy) / 10 * 10;
            readings.add(new JvmReading(at * 1_000_000, cpuMillis * 1_000_000, 1, 0, 0, 0));
        }
        Samples samples = new Samples();
        JvmReading.addTo(samples, readings.get(0), readings, 0, 2);
        return samples.values("jvm cpu cores");
    }

    @Test
    void cores_ofAClockThatTicks_areThoseOfTheLastTenthOfASecond() {
        long[] every20 = LongStream.range(0, 100).map(i -> i * 20).toArray();
        assertThat(coresOfTicks(1.3, every20).subList(5, 100))
                .allSatisfy(cores -> assertThat(cores).isBetween(1.2, 1.4));
    }

    @Test
    void cores_ofAReadingJustAfterAnother_areNoPeak() {
        assertThat(coresOfTicks(1, 0, 20, 40, 60, 80, 100, 120, 139, 140))
                .last()
                .satisfies(cores -> assertThat(cores).isBetween(0.9, 1.1));
    }

    @Test
    void cores_ofAShortWindow_areNoMoreThanThereAre() {
        assertThat(coresOfTicks(2, 9, 10)).containsExactly(0.0, 2.0);
    }

    @Test
    void cores_thatAreNotKnown_areNone() {
        Samples samples = new Samples();
        List<JvmReading> readings =
                List.of(new JvmReading(0, -1, 1, 0, 0, 0), new JvmReading(9_000_000, -1, 1, 0, 0, 0));
        JvmReading.addTo(samples, readings.get(0), readings, 0, 2);
        assertThat(samples.values("jvm cpu cores")).containsExactly(0.0, 0.0);
    }

    private static List<Double> ofMachine(String counter, MachineReading... all) {
        MachineReadings readings = new MachineReadings(null);
        List.of(all).forEach(readings::add);
        Samples samples = new Samples();
        readings.deliver(samples);
        readings.deliver(samples);
        return samples.ofMachine.getOrDefault(counter, List.of()).stream()
                .map(Sample::value)
                .toList();
    }

    @Test
    void machine_isReadAsCoresSinceTheLastReadingAndThrottlingSinceTheFirst() {
        MachineReading[] readings = {
            new MachineReading(0, 7_000_000_000L, 5_000_000, 3 << 20, 0),
            new MachineReading(1_000_000_000, 9_500_000_000L, 205_000_000, 4 << 20, 14_000_000_000L),
            // Too soon after the last for a clock that ticks.
            new MachineReading(1_050_000_000, 9_900_000_000L, 205_000_000, 9 << 20, 14_000_000_000L),
            new MachineReading(2_000_000_000, 10_000_000_000L, 305_000_000, 5 << 20, 13_000_000_000L)
        };
        assertThat(ofMachine("machine cpu cores", readings)).containsExactly(2.5, 0.5);
        assertThat(ofMachine("cpu throttled ms", readings)).containsExactly(200.0, 300.0);
        assertThat(ofMachine("process memory MiB", readings)).containsExactly(4.0, 5.0);
        assertThat(ofMachine("process waiting threads", readings))
                .as("threads that end take their time with them")
                .containsExactly(14.0, 0.0);
    }

    @Test
    void machine_thatIsNotKnown_hasNoSamples() {
        MachineReading[] readings = {
            new MachineReading(0, -1, -1, -1, -1), new MachineReading(1_000_000_000, -1, -1, -1, -1)
        };
        assertThat(ofMachine("machine cpu cores", readings)).isEmpty();
        assertThat(ofMachine("cpu throttled ms", readings)).isEmpty();
        assertThat(ofMachine("process memory MiB", readings)).isEmpty();
        assertThat(ofMachine("process waiting threads", readings)).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void window_afterAWarmup_hasTheMachineAtItsEnd() {
        JvmCounters counters = JvmCounters.every(HOUR);
        counters.prepare();
        long prepared = System.nanoTime();
        ActivityRecording recording = counters.start(RecordingOptions.NONE);
        await().until(() -> System.nanoTime() - prepared > 2 * MachineReading.SHORTEST_NANOS);
        recording.stop();
        assertThat(Samples.of(recording).ofMachine.get("machine cpu cores"))
                .isNotEmpty()
                .allSatisfy(sample -> assertThat(sample.value()).isNotNegative().isFinite());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "PT0.000999999S", "PT1H0.000000001S", "PT2562047788015215H30M7S"})
    void every_periodOutOfRange_namesParameterValueAndRange(Duration period) {
        assertThatThrownBy(() -> JvmCounters.every(period))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("period = " + period + " is not allowed: must be PT0.001S to PT1H");
    }
}
