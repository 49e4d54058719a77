package io.stepprofiler.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.export.ExportOptions;
import java.util.ArrayList;
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
    private static final int SEEDS = 300;

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
        assertThat(slice.tracks()).extracting(Track::name).containsExactlyInAnyOrder("open", "steps", "works");
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
    void slices_ofASlice_continueWhatThoseOfTheWholeDo() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Trace trace = SliceableTrace.of(random);
            long[] bounds = LongStream.generate(() -> random.nextInt(240) - 20)
                    .limit(4)
                    .sorted()
                    .toArray();
            Trace ofSlice = trace.slice(bounds[0], bounds[3]).slice(bounds[1], bounds[2]);
            assertThat(continued(ofSlice))
                    .containsExactlyInAnyOrderElementsOf(continued(trace.slice(bounds[1], bounds[2])));
        }
    }

    private static List<ContinuedEvent> continued(Trace slice) {
        return slice.part().orElseThrow().continued();
    }

    @Test
    void slice_ofATraceThatDoesNotKnowAllThatIsOpen_saysHowManyThereAre() {
        TraceBuilder builder = new TraceBuilder().window(new ClockAnchor(0, 0), new ClockAnchor(100, 100));
        builder.thread(1, "main").add(builder.nameId("event"), 10, 5);
        Trace slice = builder.continuedLeftOut(7).build().slice(5, 50);
        assertThat(slice.part().orElseThrow().continuedLeftOut()).isEqualTo(7);
        assertThat(slice.slice(5, 20).part().orElseThrow().continuedLeftOut()).isEqualTo(7);
    }

    @Test
    void continuedLeftOut_ofLessThanNothing_isRefusedByName() {
        TraceBuilder builder = new TraceBuilder();
        assertThatThrownBy(() -> builder.continuedLeftOut(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("continuedLeftOut = -1 is not allowed: must be 0 or more");
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
    void slice_ofAnyTime_isToldWhatIsOpenWhenItBegins() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Trace trace = SliceableTrace.of(random);
            long from = random.nextInt(200);
            Map<Long, Long> open = new TreeMap<>();
            eventsById(trace).forEach((id, event) -> {
                if (event.startNanos() < from && event.startNanos() + event.durationNanos() > from) {
                    open.put(id, event.startNanos());
                }
            });
            stepsById(trace).forEach((id, step) -> {
                if (step.startNanos() < from && step.startNanos() + step.durationNanos() > from) {
                    open.put(id, step.startNanos());
                }
            });
            Map<Long, Long> continued = new TreeMap<>();
            trace.slice(from, Long.MAX_VALUE)
                    .part()
                    .orElseThrow()
                    .continued()
                    .forEach(event -> continued.put(event.id(), event.startNanos()));
            assertThat(continued).isEqualTo(open);
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
                assertThat(part.part().orElseThrow().whole()).isEqualTo(trace.account());
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
    void slice_ofATrace_saysSoInItsMetadata() {
        Trace slice = SliceableTrace.of(new Random(1)).slice(60, 90);
        assertThat(slice.metadata().keySet()).containsExactly("key", TracePart.METADATA_KEY);
        assertThat(slice.part().orElseThrow()).hasToString("1 of 1");
    }

    @Test
    void slice_insideMoreEventsThanViewersShow_countsWhatItLeavesOut() {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder track = builder.thread(1, "main");
        for (int i = 0; i < TracePart.MAX_CONTINUED + 7; i++) {
            track.add(builder.nameId("scope"), i, 10_000 - i);
        }
        TracePart part = builder.build().slice(5000, 6000).part().orElseThrow();
        assertThat(part.continued()).hasSize(TracePart.MAX_CONTINUED);
        assertThat(part.continued().get(0).startNanos()).isZero();
        assertThat(part.continuedLeftOut()).isEqualTo(7);
    }

    @Test
    void slice_thatEndsBeforeItBegins_isRefused() {
        Trace trace = new TraceBuilder().build();
        assertThatThrownBy(() -> trace.slice(2, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("toNanos = 1")
                .hasMessageContaining("fromNanos = 2");
    }

    @Test
    void parts_bySteps_beginWithEveryNthStep() {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder track = builder.thread(1, "main");
        for (int step = 0; step < 7; step++) {
            builder.step(new StepMark(step, step * 10L, 10, 1, false));
            track.add(builder.nameId("forward"), step * 10L, 4);
            track.add(builder.nameId("backward"), step * 10L + 5, 4);
        }
        List<Trace> parts = builder.build().parts(ExportOptions.DEFAULT.splitBySteps(3));
        assertThat(parts).extracting(part -> part.steps().size()).containsExactly(3, 3, 1);
        assertThat(parts).extracting(Trace::eventCount).containsExactly(6L, 6L, 2L);
        assertThat(parts)
                .extracting(part -> part.part().orElseThrow().toString())
                .containsExactly("1 of 3", "2 of 3", "3 of 3");
        assertThat(parts)
                .allSatisfy(part ->
                        assertThat(part.part().orElseThrow().continued()).isEmpty());
    }

    @Test
    void parts_withoutSteps_areTheTraceItself() {
        Trace trace = new TraceBuilder().build();
        for (int steps : new int[] {1, 2, 5}) {
            assertThat(trace.parts(ExportOptions.DEFAULT.splitBySteps(steps))).containsExactly(trace);
        }
        assertThat(trace.parts(ExportOptions.DEFAULT.splitByEvents(1))).containsExactly(trace);
    }

    @Test
    void parts_byEvents_haveNoMoreThanThatAndAllTogether() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            TraceBuilder builder = new TraceBuilder();
            int events = 0;
            for (int thread = 0; thread < 3; thread++) {
                TrackBuilder track = builder.thread(thread, "thread");
                for (int i = random.nextInt(200); i > 0; i--) {
                    track.add(builder.nameId("a"), random.nextInt(60_000), random.nextInt(100));
                    events++;
                }
            }
            for (int step = 0; step < random.nextInt(20); step++) {
                builder.step(new StepMark(step, random.nextInt(60_000), 10, 0, false));
            }
            Trace trace = builder.build();
            int most = 10 + random.nextInt(100);
            List<Trace> parts = trace.parts(ExportOptions.DEFAULT.splitByEvents(most));
            List<Long> sizes = new ArrayList<>();
            parts.forEach(part -> sizes.add(part.eventCount()));
            assertThat(sizes.stream().mapToLong(size -> size).sum()).isEqualTo(events);
            // Stretches are a nanosecond each here, so that few events begin in one.
            assertThat(sizes).allMatch(size -> size <= most);
            assertThat(sizes).allMatch(size -> size > 0 || trace.eventCount() == 0);
            assertThat(sizes.size()).isLessThanOrEqualTo(events * 3 / most + 1);
        }
    }

    @Test
    void parts_byEvents_manyEventsSoonAfterAStep_areNotTooMany() {
        TraceBuilder builder = new TraceBuilder();
        int name = builder.nameId("event");
        builder.step(new StepMark(1, 6_000_000, 10_000_000, 1, false));
        for (int i = 0; i < 10; i++) {
            builder.thread(1, "main").add(name, i * 1_000_000L, 1);
        }
        for (int i = 0; i < 8; i++) {
            builder.thread(1, "main").add(name, 10_000_000L + i, 1);
        }
        assertThat(builder.build().parts(ExportOptions.DEFAULT.splitByEvents(10)))
                .hasSize(3)
                .allMatch(part -> part.eventCount() <= 10);
    }

    @Test
    void parts_byEvents_beginWithAStepWhereOneIsNear() {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder track = builder.thread(1, "main");
        for (int step = 0; step < 10; step++) {
            builder.step(new StepMark(step, step * 100L, 100, 1, false));
            for (int i = 0; i < 10; i++) {
                track.add(builder.nameId("operation"), step * 100L + i * 10L, 5);
            }
        }
        List<Trace> parts = builder.build().parts(ExportOptions.DEFAULT.splitByEvents(35));
        assertThat(parts).extracting(Trace::eventCount).containsExactly(30L, 30L, 30L, 10L);
    }

    @Test
    void options_withNothingInAFile_areRefused() {
        assertThatThrownBy(() -> ExportOptions.DEFAULT.splitBySteps(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("steps = 0 is not allowed: must be 1 or more");
        assertThatThrownBy(() -> ExportOptions.DEFAULT.splitByEvents(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("events = 0 is not allowed: must be 1 or more");
    }
}
