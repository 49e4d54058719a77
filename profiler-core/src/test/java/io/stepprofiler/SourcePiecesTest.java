package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.JvmCounters;
import io.stepprofiler.source.SpanReport;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.Track;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Activity sources that deliver what they see while a history is recorded. */
class SourcePiecesTest {
    private static final String LANE = "device";

    private final List<Trace> traces = new CopyOnWriteArrayList<>();
    private final List<Profile> opened = new ArrayList<>();
    /** What the source has seen and not delivered. */
    private final Queue<Consumer<ActivitySink>> seen = new ConcurrentLinkedQueue<>();

    private final CountDownLatch released = new CountDownLatch(1);

    @AfterEach
    void close() {
        released.countDown();
        opened.forEach(Profile::close);
    }

    private Profile start(History history, ScriptedSource source) {
        Profile profile = Profile.builder()
                .history(history)
                .source(source)
                .limits(limits -> limits.withMaxBufferBytes(64 << 20))
                .delivery(options -> options.withPostProcessingTimeout(Duration.ofSeconds(2)))
                .onTraceReady(traces::add)
                .start();
        opened.add(profile);
        return profile;
    }

    private static void scope(String name) {
        Scope scope = Scope.open(name);
        Thread.onSpinWait();
        scope.close();
    }

    private static SpanReport onLane(String name, long startNanos, long durationNanos) {
        return new SpanReport().onLane(LANE).named(name, startNanos, durationNanos);
    }

    private void drain(ActivitySink sink) {
        for (Consumer<ActivitySink> each = seen.poll(); each != null; each = seen.poll()) {
            each.accept(sink);
        }
    }

    private ScriptedSource source() {
        return ScriptedSource.delivering(this::drain, this::drain);
    }

    /** A step in which the source sees one thing of each sort. */
    private void step(Profile profile) {
        long number = profile.stepNumber();
        long thread = Thread.currentThread().getId();
        long from = System.nanoTime();
        scope("scope " + number);
        List<StackTraceElement> stack = List.of(new StackTraceElement("Type", "method" + number, null, 7));
        seen.add(sink -> {
            sink.span(onLane("span " + number, from, 10));
            sink.span(new SpanReport().onThread(thread, "main").named("op " + number, from, 10));
            sink.span(new SpanReport()
                    .onStream(Device.cuda(0), 3)
                    .named("kernel " + number, from, 10)
                    .kind(EventKind.KERNEL)
                    .correlation(number));
            sink.memory(new MemoryEvent(
                    from, thread, MemoryAction.ALLOCATE, Device.CPU, number + 1, 8, -1, 0, MemoryCategory.UNKNOWN, -1));
            sink.stackSample(thread, "main", SampleKind.JAVA, from, stack, 5);
            sink.sample("counter", from, (double) number);
            sink.lost(1);
        });
        profile.step();
    }

    private Trace snapshot(Profile profile) {
        int before = traces.size();
        profile.snapshot("because");
        await().until(() -> traces.size() > before);
        return traces.get(before);
    }

    private static Stream<String> names(Track track) {
        return IntStream.range(0, track.size()).mapToObj(track::event).map(TraceEvent::name);
    }

    private static List<String> names(Trace trace, String prefix) {
        return trace.tracks().stream()
                .flatMap(SourcePiecesTest::names)
                .filter(name -> name.startsWith(prefix))
                .toList();
    }

    @Test
    void snapshot_ofAHistory_hasWhatTheSourceSawInItsSteps() {
        Profile profile = start(History.ofSteps(3), source());
        for (int i = 0; i < 5; i++) {
            step(profile);
        }
        Trace trace = snapshot(profile);
        assertThat(trace.steps().stream().filter(step -> !step.unfinished()).map(StepMark::number))
                .containsExactly(2L, 3L, 4L);
        assertThat(names(trace, "scope ")).containsExactly("scope 2", "scope 3", "scope 4");
        assertThat(names(trace, "span ")).containsExactly("span 2", "span 3", "span 4");
        assertThat(names(trace, "op ")).containsExactly("op 2", "op 3", "op 4");
        assertThat(names(trace, "kernel ")).containsExactly("kernel 2", "kernel 3", "kernel 4");
        assertThat(IntStream.range(0, trace.memory().size())
                        .mapToObj(i -> trace.memory().event(i).address()))
                .containsExactly(3L, 4L, 5L);
        assertThat(IntStream.range(0, trace.samples().size())
                        .mapToObj(i ->
                                trace.stack(trace.samples().stackId(i)).get(0).getMethodName()))
                .containsExactly("method2", "method3", "method4");
        CounterTrack counter = trace.counters().get(0);
        assertThat(List.of(counter.value(0), counter.value(1), counter.value(2)))
                .containsExactly(2.0, 3.0, 4.0);
        Track stream = trace.tracks().stream()
                .filter(track -> track.device().isPresent())
                .findAny()
                .orElseThrow();
        assertThat(stream.stream()).isEqualTo(3);
        assertThat(stream.correlation(0)).isEqualTo(2);
        assertThat(profile.failures()).isEmpty();
    }

    @Test
    void end_withinAStep_hasWhatIsDeliveredLastToo() {
        Profile profile = start(History.ofSteps(2), source());
        step(profile);
        scope("last");
        seen.add(sink -> sink.span(onLane("span last", System.nanoTime(), 0)));
        profile.close();
        Trace trace = traces.get(0);
        assertThat(names(trace, "span ")).containsExactly("span 0", "span last");
        assertThat(trace.account().dropped()).containsEntry(DropCause.SOURCE, 1L);
        assertThat(trace.account().begun())
                .isEqualTo(trace.account().written()
                        + trace.account().droppedTotal()
                        + trace.account().unfinishedTotal());
    }

    @Test
    void event_deliveredLate_isInItsPlaceAmongTheOthers() {
        Profile profile = start(History.ofSteps(100), source());
        long thread = Thread.currentThread().getId();
        long early = System.nanoTime();
        step(profile);
        snapshot(profile);
        step(profile);
        seen.add(sink -> sink.span(new SpanReport().onThread(thread, "main").named("late", early, 1)));
        Trace trace = snapshot(profile);
        Track track = trace.tracks().stream()
                .filter(each -> each.isThread() && each.id() == thread)
                .findAny()
                .orElseThrow();
        assertThat(names(track)).containsExactly("late", "op 0", "scope 0", "op 1", "scope 1");
    }

    @Test
    void snapshots_haveTheLatestNotesOfTheirSources_unlessTheUserHasSetThem() {
        Profile profile = start(History.ofSteps(3), source());
        profile.addMetadata("own", "of the user");
        seen.add(sink -> sink.note("seen", "little"));
        seen.add(sink -> sink.note("own", "of the source"));
        step(profile);
        snapshot(profile);
        seen.add(sink -> sink.note("seen", "much"));
        step(profile);
        Trace trace = snapshot(profile);
        assertThat(traces.get(0).metadata().get("seen").text()).isEqualTo("little");
        assertThat(trace.metadata().get("seen").text()).isEqualTo("much");
        assertThat(trace.metadata().get("own").text()).isEqualTo("of the user");
    }

    @Test
    void steps_thatAreGivenUp_takeWhatTheSourceSawInThemAlong() {
        Profile profile = start(History.ofSteps(2).withMaxBytes(1 << 20), source());
        await().untilAsserted(() -> {
            for (int i = 0; i < 20; i++) {
                step(profile);
            }
            Trace trace = snapshot(profile);
            // All that is kept, of which two steps are delivered.
            assertThat(names(trace, "span ")).hasSize(2);
            assertThat(trace.account().dropped().getOrDefault(DropCause.SOURCE, 0L))
                    .isLessThan(100L);
        });
    }

    @Test
    void piece_thatIsNotDue_isTakenForASnapshotOnly() {
        AtomicInteger asked = new AtomicInteger();
        ScriptedSource seldom = source().whoseDueIs(() -> {
            asked.incrementAndGet();
            return false;
        });
        Profile profile = start(History.ofSteps(10), seldom);
        step(profile);
        await().until(() -> asked.get() > 0);
        assertThat(seldom.calls).doesNotContain("collectSoFar");
        assertThat(names(snapshot(profile), "span ")).containsExactly("span 0");
        assertThat(seldom.calls).contains("collectSoFar");
    }

    @Test
    void piece_thatFails_isListedAndTheRestComesAtTheEnd() {
        ScriptedSource failing = ScriptedSource.delivering(
                sink -> {
                    sink.span(onLane("span before", System.nanoTime(), 0));
                    throw new IllegalStateException("on purpose");
                },
                this::drain);
        Profile profile = start(History.ofSteps(2), failing);
        await().until(() -> !profile.failures().isEmpty());
        scope("scope");
        seen.add(sink -> sink.span(onLane("span after", System.nanoTime(), 0)));
        profile.close();
        assertThat(profile.failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.toString()).contains("collectSoFar"));
        assertThat(names(traces.get(0), "span ")).containsExactly("span before", "span after");
        assertThat(traces.get(0).account().anomalies()).containsEntry(Anomaly.SOURCE_FAILED, 1L);
        assertThat(failing.calls.stream().filter("collectSoFar"::equals)).hasSize(1);
    }

    @Test
    void piece_thatHangs_keepsNobodyWaiting() {
        CountDownLatch hangs = new CountDownLatch(1);
        ScriptedSource hanging = ScriptedSource.delivering(
                sink -> {
                    hangs.countDown();
                    try {
                        released.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                },
                this::drain);
        Profile profile = start(History.ofSteps(2), hanging);
        await().until(() -> hangs.getCount() == 0);
        step(profile);
        Trace trace = snapshot(profile);
        assertThat(names(trace, "scope ")).containsExactly("scope 0");
        scope("scope last");
        profile.close();
        assertThat(names(traces.get(traces.size() - 1), "scope ")).contains("scope last");
        assertThat(profile.failures())
                .extracting(ProfileFailure::kind)
                .containsExactly(ProfileFailure.Kind.SOURCE_FAILED, ProfileFailure.Kind.POST_PROCESSING_TIMED_OUT);
    }

    @Test
    void jvmCounters_goWithAHistory() {
        Profile profile = Profile.builder()
                .history(History.ofSteps(2))
                .source(JvmCounters.every(Duration.ofMillis(1)))
                .onTraceReady(traces::add)
                .start();
        opened.add(profile);
        await().untilAsserted(() -> {
            scope("scope");
            profile.step();
            assertThat(snapshot(profile).counters())
                    .extracting(CounterTrack::name)
                    .contains("jvm cpu cores", "jvm heap MiB", "jvm gc count", "jvm gc ms", "jvm started threads");
        });
        assertThat(profile.failures()).isEmpty();
    }
}
