package io.stepprofiler.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.event.UnfinishedCause;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TraceBuilderTest {
    private final TraceBuilder builder = new TraceBuilder();
    private final TrackBuilder thread = builder.thread(1, "main");

    private int add(String name, long start, long duration) {
        return thread.add(builder.nameId(name), start, duration);
    }

    @Test
    void build_nothingSet_isAnEmptyCompleteTrace() {
        Trace trace = new TraceBuilder().build();
        assertThat(trace.id()).isEmpty();
        assertThat(trace.process()).isEqualTo(new ProcessInfo(0, ""));
        assertThat(trace.distributedInfo()).isEmpty();
        assertThat(trace.start()).isEqualTo(new ClockAnchor(0, 0));
        assertThat(trace.end()).isEqualTo(new ClockAnchor(0, 0));
        assertThat(trace.isPartial()).isFalse();
        assertThat(trace.tracks()).isEmpty();
        assertThat(trace.counters()).isEmpty();
        assertThat(trace.steps()).isEmpty();
        assertThat(trace.metadata()).isEmpty();
        assertThat(trace.account()).isEqualTo(new LossAccount(0, 0, Map.of(), Map.of(), Map.of()));
    }

    @Test
    void build_everythingSet_isInTheTrace() {
        DistributedInfo worker = new DistributedInfo(1, 4, "gloo", "host");
        StepMark step = new StepMark(3, 10, 5, 1, true);
        Trace trace = builder.traceId("ABC")
                .process(new ProcessInfo(42, "host"))
                .distributed(worker)
                .window(new ClockAnchor(1, 1001), new ClockAnchor(9, 1009))
                .partial(true)
                .step(step)
                .metadata("key", new MetadataValue("old", false))
                .metadata("other", new MetadataValue("text", false))
                .metadata("key", new MetadataValue("{}", true))
                .build();
        assertThat(trace.id()).isEqualTo("ABC");
        assertThat(trace.process()).isEqualTo(new ProcessInfo(42, "host"));
        assertThat(trace.distributedInfo()).contains(worker);
        assertThat(trace.start()).isEqualTo(new ClockAnchor(1, 1001));
        assertThat(trace.end()).isEqualTo(new ClockAnchor(9, 1009));
        assertThat(trace.isPartial()).isTrue();
        assertThat(trace.steps()).containsExactly(step);
        assertThat(trace.metadata())
                .containsExactly(
                        entry("key", new MetadataValue("{}", true)), entry("other", new MetadataValue("text", false)));
    }

    @Test
    void nameId_sameTextAgain_isTheSameNumber() {
        int a = builder.nameId("a");
        int b = builder.nameId("b");
        assertThat(builder.nameId("a")).isEqualTo(a).isNotEqualTo(b);
        Trace trace = builder.build();
        assertThat(trace.nameCount()).isEqualTo(2);
        assertThat(trace.name(a)).isEqualTo("a");
        assertThat(trace.name(b)).isEqualTo("b");
    }

    @Test
    void thread_sameIdAgain_isTheSameTrackUnderItsFirstName() {
        builder.thread(1, "another name").add(builder.nameId("a"), 0, 1);
        assertThat(thread.add(builder.nameId("b"), 2, 1)).isEqualTo(1);
        Track track = builder.build().tracks().get(0);
        assertThat(track.size()).isEqualTo(2);
        assertThat(track.name()).isEqualTo("main");
        assertThat(track.id()).isEqualTo(1);
        assertThat(track.isThread()).isTrue();
    }

    @Test
    void named_afterwards_renamesTheTrack() {
        thread.named("renamed");
        assertThat(builder.build().tracks().get(0).name()).isEqualTo("renamed");
    }

    @Test
    void lanes_betweenThreads_comeLastWithIdsOfTheirOwn() {
        builder.lane("device").add(builder.nameId("a"), 0, 1);
        builder.lane("network");
        builder.thread(7, "late");
        assertThat(builder.lane("device").add(builder.nameId("b"), 2, 1)).isEqualTo(1);
        List<Track> tracks = builder.build().tracks();
        assertThat(tracks).extracting(Track::name).containsExactly("main", "late", "device", "network");
        assertThat(tracks).extracting(Track::id).containsExactly(1L, 7L, 1L << 40, (1L << 40) + 1);
        assertThat(tracks).extracting(Track::isThread).containsExactly(true, true, false, false);
    }

    @Test
    void add_negativeDuration_becomesZero() {
        add("event", 5, -3);
        assertThat(builder.build().events().get(0).durationNanos()).isZero();
    }

    @Test
    void unfinished_withAnEnd_reachesThere() {
        thread.unfinished(add("open", 5, 0), 12).unfinished(add("ends before it begins", 6, 3), 2);
        Trace trace = builder.build();
        assertThat(trace.events()).extracting(TraceEvent::endNanos).containsExactly(12L, 6L);
        assertThat(trace.events()).allMatch(TraceEvent::unfinished);
    }

    @Test
    void argument_eachType_comesBackAsItWas() {
        int key = builder.nameId("key");
        int[] events = IntStream.range(0, 5).map(i -> add("event", i, 1)).toArray();
        thread.argument(events[0], key, Long.MIN_VALUE)
                .argument(events[1], key, -0.0)
                .argument(events[2], key, Double.NaN)
                .argument(events[3], key, "text")
                .argument(events[4], key, Double.NEGATIVE_INFINITY);
        assertThat(builder.build().events())
                .extracting(event -> event.arguments().get("key"))
                .containsExactly(Long.MIN_VALUE, -0.0, Double.NaN, "text", Double.NEGATIVE_INFINITY);
    }

    @Test
    void hasArguments_onlyOneTrackHasSome_isToldApart() {
        TrackBuilder other = builder.thread(2, "other");
        other.argument(other.add(builder.nameId("event"), 0, 1), builder.nameId("key"), 1);
        add("event", 0, 1);
        List<Track> tracks = builder.build().tracks();
        assertThat(tracks.get(0).hasArguments()).isFalse();
        assertThat(tracks.get(0).arguments(0)).isEmpty();
        assertThat(tracks.get(1).hasArguments()).isTrue();
    }

    /** A track as plain objects, sorted by the library. */
    private static final class NaiveTrack {
        private record Added(int index, String name, long start, long duration, boolean unfinished, boolean async) {}

        private final List<Added> added = new ArrayList<>();
        private final Map<Integer, Map<String, Object>> arguments = new HashMap<>();
        private final Map<Integer, OpSignature> signatures = new HashMap<>();
        private final Map<Integer, Long> sequences = new HashMap<>();
        private final Map<Integer, Long> correlations = new HashMap<>();
        private final Map<Integer, List<StackTraceElement>> stacks = new HashMap<>();

        void argument(int event, String key, Object value) {
            arguments.computeIfAbsent(event, e -> new LinkedHashMap<>()).put(key, value);
        }

        List<TraceEvent> events() {
            return added.stream()
                    .sorted(Comparator.comparingLong(Added::start)
                            .thenComparing(
                                    Comparator.comparingLong(Added::duration).reversed()))
                    .<TraceEvent>map(event -> new EventValues(
                            event.name,
                            EventKind.SCOPE,
                            "",
                            1,
                            event.start,
                            event.duration,
                            event.unfinished,
                            event.async,
                            arguments.getOrDefault(event.index, Map.of()),
                            Optional.ofNullable(signatures.get(event.index)),
                            new EventValues.Links(
                                    sequences.getOrDefault(event.index, -1L),
                                    -1,
                                    correlations.getOrDefault(event.index, -1L)),
                            stacks.getOrDefault(event.index, List.of())))
                    .toList();
        }
    }

    private NaiveTrack addAtRandom(TraceBuilder trace, Random random) {
        NaiveTrack naive = new NaiveTrack();
        TrackBuilder track = trace.thread(1, "main").reserve(random.nextInt(50));
        boolean inOrder = random.nextInt(4) == 0;
        int places = 1 + random.nextInt(60);
        int count = random.nextInt(100);
        for (int i = 0; i < count; i++) {
            String name = "name " + random.nextInt(5);
            long start = inOrder ? i : random.nextInt(places);
            long duration = random.nextInt(places);
            boolean unfinished = random.nextInt(5) == 0;
            boolean async = random.nextInt(5) == 0;
            int event = track.add(trace.nameId(name), start, duration);
            assertThat(event).isEqualTo(i);
            if (unfinished) {
                track.unfinished(event);
            }
            if (async) {
                track.async(event);
            }
            naive.added.add(new NaiveTrack.Added(event, name, start, duration, unfinished, async));
            for (int n = random.nextInt(4); n > 0; n--) {
                addArgument(trace, track, naive, random.nextInt(i + 1), random);
            }
            addOperation(trace, track, naive, event, random);
        }
        return naive;
    }

    private static void addOperation(
            TraceBuilder trace, TrackBuilder track, NaiveTrack naive, int event, Random random) {
        if (random.nextInt(3) == 0) {
            OpSignature signature = OpSignature.of(Operand.tensor(ElementType.FLOAT, Dims.of(random.nextInt(3))));
            track.signature(event, trace.signatureId(signature));
            naive.signatures.put(event, signature);
        }
        if (random.nextInt(3) == 0) {
            long sequence = random.nextInt(100);
            track.sequence(event, sequence, -1);
            naive.sequences.put(event, sequence);
        }
        if (random.nextInt(3) == 0) {
            long correlation = random.nextInt(100);
            track.correlation(event, correlation);
            naive.correlations.put(event, correlation);
        }
        if (random.nextInt(3) == 0) {
            List<StackTraceElement> stack = List.of(new StackTraceElement("a.B", "c", "B.java", random.nextInt(3)));
            track.stack(event, trace.stackId(stack));
            naive.stacks.put(event, stack);
        }
    }

    private static void addArgument(
            TraceBuilder trace, TrackBuilder track, NaiveTrack naive, int event, Random random) {
        String key = "name " + random.nextInt(4);
        int keyId = trace.nameId(key);
        switch (random.nextInt(3)) {
            case 0 -> {
                long value = random.nextLong();
                track.argument(event, keyId, value);
                naive.argument(event, key, value);
            }
            case 1 -> {
                double value = random.nextGaussian();
                track.argument(event, keyId, value);
                naive.argument(event, key, value);
            }
            default -> {
                String value = "text " + random.nextInt(10);
                track.argument(event, keyId, value);
                naive.argument(event, key, value);
            }
        }
    }

    @Test
    void build_randomEventsFlagsAndArguments_agreesWithObjectsSorted() {
        for (int seed = 0; seed < 100; seed++) {
            TraceBuilder trace = new TraceBuilder();
            List<TraceEvent> expected = addAtRandom(trace, new Random(seed)).events();
            List<TraceEvent> events = trace.build().events();
            assertThat(events).as("seed %d", seed).isEqualTo(expected);
            assertThat(events)
                    .as("order of the arguments, seed %d", seed)
                    .extracting(event -> List.copyOf(event.arguments().keySet()))
                    .isEqualTo(expected.stream()
                            .map(event -> List.copyOf(event.arguments().keySet()))
                            .toList());
        }
    }

    @Test
    void counter_samplesOutOfOrder_areSortedByTimeAndTiesKept() {
        builder.counter("loss", 30, 3)
                .counter("rate", 5, Double.NaN)
                .counter("loss", 10, 1)
                .counter("loss", 30, 4)
                .counter("loss", 20, 2);
        List<CounterTrack> counters = builder.build().counters();
        assertThat(counters).extracting(CounterTrack::name).containsExactly("loss", "rate");
        CounterTrack loss = counters.get(0);
        assertThat(IntStream.range(0, loss.size()).mapToObj(i -> loss.nanos(i) + ": " + loss.value(i)))
                .containsExactly("10: 1.0", "20: 2.0", "30: 3.0", "30: 4.0");
        assertThat(counters.get(1).value(0)).isNaN();
    }

    @Test
    void counter_manySamples_areAllKept() {
        for (int i = 999; i >= 0; i--) {
            builder.counter("counter", i, -i);
        }
        CounterTrack counter = builder.build().counters().get(0);
        assertThat(IntStream.range(0, 1000)).allMatch(i -> counter.nanos(i) == i && counter.value(i) == -i);
    }

    @Test
    void end_notSet_isTheLastTimeOfAnyKind() {
        builder.window(new ClockAnchor(100, 5_100), new ClockAnchor(100, 5_100));
        assertThat(new TraceBuilder().counter("c", 70, 0).build().end()).isEqualTo(new ClockAnchor(70, 70));
        assertThat(new TraceBuilder()
                        .step(new StepMark(0, 50, 30, 1, false))
                        .build()
                        .end())
                .isEqualTo(new ClockAnchor(80, 80));
        add("long", 0, 90);
        add("late", 60, 10);
        assertThat(builder.build().end()).isEqualTo(new ClockAnchor(100, 5_100));
    }

    @Test
    void account_nothingTold_isWhatTheTraceHoldsAndWhatWasDropped() {
        add("done", 0, 1);
        thread.unfinished(add("open", 0, 1));
        builder.counter("counter", 0, 0).counter("counter", 1, 0).dropped(DropCause.SOURCE, 4);
        builder.step(new StepMark(0, 0, 1, 1, true));
        assertThat(builder.build().account())
                .isEqualTo(new LossAccount(
                        8, 3, Map.of(DropCause.SOURCE, 4L), Map.of(UnfinishedCause.WINDOW_ENDED, 1L), Map.of()));
    }

    @Test
    void account_countsToldInParts_areAdded() {
        thread.unfinished(add("open", 0, 1)).unfinished(add("open", 0, 1)).unfinished(add("open", 0, 1));
        builder.begun(2)
                .begun(6)
                .dropped(DropCause.SOURCE, 4)
                .dropped(DropCause.SOURCE, 1)
                .unfinished(UnfinishedCause.THREAD_ENDED, 1)
                .unfinished(UnfinishedCause.THREAD_ENDED, 1)
                .anomaly(Anomaly.UNNAMED, 1)
                .anomaly(Anomaly.UNNAMED, 2);
        assertThat(builder.build().account())
                .isEqualTo(new LossAccount(
                        8,
                        0,
                        Map.of(DropCause.SOURCE, 5L),
                        Map.of(UnfinishedCause.THREAD_ENDED, 2L, UnfinishedCause.WINDOW_ENDED, 1L),
                        Map.of(Anomaly.UNNAMED, 3L)));
    }

    @Test
    void addEvents_chosenOfASlice_haveWhatTheyHadThere() {
        TraceBuilder of = new TraceBuilder();
        TrackBuilder thread = of.thread(7, "main");
        for (int i = 0; i < 10; i++) {
            int event = thread.add(of.nameId("event " + i), 10L * i, 5);
            thread.argument(event, of.nameId("number"), i);
        }
        thread.async(5).unfinished(9).correlation(7, 77);
        of.lane("lane").add(of.nameId("work"), 40, 1);
        Trace slice = of.build().slice(25, 1000);

        TraceBuilder builder = new TraceBuilder();
        builder.thread(7, "main").add(builder.nameId("own"), 0, 1);
        builder.addEvents(slice, track -> event -> !track.isThread() || event % 2 == 0);
        Trace trace = builder.build();
        Track main = trace.tracks().get(0);
        assertThat(trace.events())
                .extracting(TraceEvent::name)
                .containsExactly("own", "event 3", "event 5", "event 7", "event 9", "work");
        assertThat(main.arguments(2)).containsExactly(entry("number", 5L));
        assertThat(main.startNanos(1)).isEqualTo(30);
        assertThat(main.isAsync(2)).isTrue();
        assertThat(main.correlation(3)).isEqualTo(77);
        assertThat(main.isUnfinished(4)).isTrue();
        assertThat(trace.tracks().get(1).name()).isEqualTo("lane");
    }

    @Test
    void withoutShorter_ofATrace_dropsAndCountsThem_andKeepsTheRest() {
        TraceBuilder of = new TraceBuilder().traceId("id").metadata("model", new MetadataValue("LeNet", false));
        List<StackTraceElement> stack = List.of(new StackTraceElement("Net", "forward", "Net.java", 12));
        TrackBuilder thread = of.thread(7, "main");
        thread.add(of.nameId("long"), 0, 100);
        thread.add(of.nameId("short"), 10, 9);
        thread.argument(thread.add(of.nameId("just long enough"), 20, 10), of.nameId("key"), 1L);
        thread.unfinished(thread.add(of.nameId("unfinished"), 40, 5));
        thread.add(of.markerId("mark", "", MarkerScope.THREAD), 50, 0);
        of.lane("lane").add(of.nameId("short"), 40, 1);
        of.counter("loss", 10, 0.25).step(new StepMark(0, 0, 3, 7, false));
        of.stackSample(new StackSample(10, 7, SampleKind.JAVA, of.stackId(stack), 1));
        of.memory(MemoryEvent.allocated(10, 1, 64, 64)).dropped(DropCause.SOURCE, 3);
        Trace whole = of.build();

        Trace rest = TraceBuilder.withoutShorter(whole, 10);

        assertThat(rest.events())
                .extracting(TraceEvent::name)
                .containsExactly("long", "just long enough", "unfinished", "mark");
        assertThat(rest.account().dropped()).isEqualTo(Map.of(DropCause.SOURCE, 3L, DropCause.TOO_SHORT, 2L));
        assertThat(rest.account().begun()).isEqualTo(whole.account().begun());
        assertThat(rest.tracks().get(0).arguments(1)).containsExactly(entry("key", 1L));
        assertThat(rest.stack(rest.samples().stackId(0))).isEqualTo(stack);
        assertThat(rest.steps()).isEqualTo(whole.steps());
        assertThat(rest.counters().get(0).size()).isOne();
        assertThat(rest.memory().size()).isOne();
        assertThat(rest.metadata()).isEqualTo(whole.metadata());
        assertThat(rest.eventId(2, 0)).isEqualTo(5);
        assertThat(whole.eventCount()).isEqualTo(6);
    }

    @Test
    void build_begunIsNotTheSum_isRefused() {
        add("event", 0, 1);
        builder.begun(2);
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("begun = 2")
                .hasMessageContaining("written = 1");
    }

    @Test
    void build_moreUnfinishedToldThanMarked_isRefused() {
        builder.unfinished(UnfinishedCause.THREAD_ENDED, 1);
        assertThatThrownBy(builder::build).isInstanceOf(IllegalArgumentException.class);
    }
}
