package io.stepprofiler.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TraceSliceTest {
    private static final int SEEDS = 100;

    /** Parts at random cuts, some of them where something begins, some outside the trace. */
    private static List<Trace> randomParts(Trace trace, Random random) {
        long[] cuts = LongStream.generate(() -> random.nextInt(240) - 20)
                .limit(random.nextInt(5))
                .sorted()
                .distinct()
                .toArray();
        long[] bounds = LongStream.concat(
                        LongStream.concat(LongStream.of(Long.MIN_VALUE), Arrays.stream(cuts)),
                        LongStream.of(Long.MAX_VALUE))
                .toArray();
        return IntStream.range(0, cuts.length + 1)
                .mapToObj(i -> trace.slice(bounds[i], bounds[i + 1]))
                .toList();
    }

    private static Map<Long, TraceEvent> eventsById(Trace trace) {
        Map<Long, TraceEvent> events = new HashMap<>();
        for (int track = 0; track < trace.tracks().size(); track++) {
            for (int i = 0; i < trace.tracks().get(track).size(); i++) {
                assertThat(events.put(
                                trace.eventId(track, i),
                                trace.tracks().get(track).event(i)))
                        .isNull();
            }
        }
        return events;
    }

    private static Map<Long, StepMark> stepsById(Trace trace) {
        Map<Long, StepMark> steps = new TreeMap<>();
        for (int i = 0; i < trace.steps().size(); i++) {
            steps.put(trace.eventId(trace.tracks().size(), i), trace.steps().get(i));
        }
        return steps;
    }

    private static Map<Long, MemoryEvent> memoryById(Trace trace) {
        Map<Long, MemoryEvent> events = new TreeMap<>();
        for (int i = 0; i < trace.memory().size(); i++) {
            events.put(
                    trace.eventId(trace.tracks().size(), trace.steps().size() + i),
                    trace.memory().event(i));
        }
        return events;
    }

    /** A thread per task makes thousands in a history, of which a snapshot of its last steps has a few. */
    @Test
    void slice_threadsWithNothingInIt_haveNoTracks() {
        TraceBuilder builder = new TraceBuilder().window(new ClockAnchor(0, 0), new ClockAnchor(100, 100));
        int event = builder.nameId("event");
        for (int thread = 1; thread <= 1000; thread++) {
            builder.thread(thread, "short " + thread).add(event, 10, 5);
        }
        builder.thread(2001, "open").add(event, 20, 60);
        builder.thread(2002, "steps");
        builder.thread(2003, "works").add(event, 10, 5);
        builder.thread(2003, "works").add(event, 70, 5);
        builder.step(new StepMark(1, 60, 20, 2002, false));
        Trace whole = builder.build();
        Trace slice = whole.slice(50, 90);
        assertThat(slice.tracks()).extracting(Track::name).containsExactlyInAnyOrder("steps", "works");
        assertThat(slice.eventCount()).isOne();
        assertThat(eventsById(whole)).containsAllEntriesOf(eventsById(slice));
        assertThat(stepsById(whole)).containsAllEntriesOf(stepsById(slice));
    }

    @Test
    void slices_ofAllTime_haveEachEventOnceUnderItsId() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Trace trace = SliceableTrace.of(random);
            Map<Long, TraceEvent> events = new HashMap<>();
            Map<Long, StepMark> steps = new TreeMap<>();
            Map<Long, MemoryEvent> memory = new TreeMap<>();
            long count = 0;
            for (Trace part : randomParts(trace, random)) {
                events.putAll(eventsById(part));
                steps.putAll(stepsById(part));
                memory.putAll(memoryById(part));
                count += part.eventCount() + part.steps().size() + part.memory().size();
            }
            assertThat(events).isEqualTo(eventsById(trace));
            assertThat(steps).isEqualTo(stepsById(trace));
            assertThat(memory).isEqualTo(memoryById(trace));
            assertThat(count).isEqualTo(events.size() + steps.size() + memory.size());
        }
    }

    @Test
    void slices_ofAllTime_haveCountersAndSamplesOnceInOrder() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Trace trace = SliceableTrace.of(random);
            List<Trace> parts = randomParts(trace, random);
            assertThat(parts.stream().flatMap(part -> samples(part).stream()))
                    .containsExactlyElementsOf(samples(trace));
            for (int counter = 0; counter < trace.counters().size(); counter++) {
                int index = counter;
                assertThat(parts.stream().flatMap(part -> values(part.counters().get(index)).stream()))
                        .containsExactlyElementsOf(values(trace.counters().get(index)));
            }
        }
    }

    private static List<StackSample> samples(Trace trace) {
        return IntStream.range(0, trace.samples().size())
                .mapToObj(trace.samples()::sample)
                .toList();
    }

    private static List<String> values(CounterTrack counter) {
        return IntStream.range(0, counter.size())
                .mapToObj(i -> counter.nanos(i) + " " + counter.value(i))
                .toList();
    }

    @Test
    void slice_ofAnyTime_hasWhatBeginsInIt() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Trace trace = SliceableTrace.of(random);
            long from = random.nextInt(200);
            long to = from + random.nextInt(100);
            List<TraceEvent> expected = trace.events().stream()
                    .filter(event -> from <= event.startNanos() && event.startNanos() < to)
                    .toList();
            assertThat(trace.slice(from, to).events()).containsExactlyElementsOf(expected);
        }
    }

    @Test
    void slices_ofAllTime_haveAccountsThatAddUp() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Trace trace = SliceableTrace.of(random);
            LossAccount sum = new LossAccount(0, 0, Map.of(), Map.of(), Map.of());
            for (Trace part : randomParts(trace, random)) {
                sum = sum(sum, part.account());
            }
            assertThat(sum).isEqualTo(trace.account());
        }
    }

    private static LossAccount sum(LossAccount a, LossAccount b) {
        return new LossAccount(
                a.begun() + b.begun(),
                a.written() + b.written(),
                sum(a.dropped(), b.dropped()),
                sum(a.unfinished(), b.unfinished()),
                sum(a.anomalies(), b.anomalies()));
    }

    private static <K> Map<K, Long> sum(Map<K, Long> a, Map<K, Long> b) {
        Map<K, Long> sum = new HashMap<>(a);
        b.forEach((key, count) -> sum.merge(key, count, Long::sum));
        return sum;
    }

    @Test
    void slice_ofASlice_isThatOfTheWhole() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Trace trace = SliceableTrace.of(new Random(seed));
            Trace once = trace.slice(60, 90);
            Trace twice = trace.slice(40, 120).slice(60, 90);
            assertThat(eventsById(twice)).isEqualTo(eventsById(once));
            assertThat(stepsById(twice)).isEqualTo(stepsById(once));
            assertThat(memoryById(twice)).isEqualTo(memoryById(once));
        }
    }

    @Test
    void memoryCounterparts_ofASlice_areThoseInIt() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Trace trace = SliceableTrace.of(new Random(seed));
            MemoryEvents whole = trace.memory();
            MemoryEvents slice = trace.slice(50, 150).memory();
            int first = (int) IntStream.range(0, whole.size())
                    .filter(i -> whole.nanos(i) < 50)
                    .count();
            for (int i = 0; i < slice.size(); i++) {
                int counterpart = whole.counterpart(first + i);
                boolean inside = counterpart >= first && counterpart < first + slice.size();
                assertThat(slice.counterpart(i)).isEqualTo(inside ? counterpart - first : -1);
                assertThat(slice.totalAllocated(i)).isEqualTo(whole.totalAllocated(first + i));
            }
            assertThatThrownBy(() -> slice.nanos(slice.size())).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void slice_ofPartOfTheWindow_tiesItsTimesToTheSameWallClock() {
        Trace trace = SliceableTrace.of(new Random(1));
        Trace slice = trace.slice(60, 90);
        assertThat(slice.start()).isEqualTo(new ClockAnchor(60, 1_000_060));
        assertThat(slice.end()).isEqualTo(new ClockAnchor(90, 1_000_090));
        assertThat(trace.slice(-5, 1000).start()).isEqualTo(trace.start());
        assertThat(trace.slice(-5, 1000).end()).isEqualTo(trace.end());
    }

    @Test
    void slice_thatEndsBeforeItBegins_isRefused() {
        Trace trace = new TraceBuilder().build();
        assertThatThrownBy(() -> trace.slice(2, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("toNanos = 1")
                .hasMessageContaining("fromNanos = 2");
    }
}
