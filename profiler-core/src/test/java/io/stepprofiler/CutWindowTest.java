package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.clock.ClockReading;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.UnfinishedCause;
import io.stepprofiler.recording.Capture;
import io.stepprofiler.recording.Chunk;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.Window;
import io.stepprofiler.segment.JoinedSegments;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.Track;
import io.stepprofiler.window.Deadline;
import io.stepprofiler.window.WindowReader;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A window that is cut into segments while it is recorded gives the trace that it gives when it is read at once. */
class CutWindowTest {
    private static final long PLENTY = 1L << 30;

    private final Window window = new Window(
            Long.MAX_VALUE,
            PLENTY,
            new Capture(new RecordingOptions(true, true, false, false, true), 1, EnumSet.allOf(ActivityType.class)));
    private final WindowReader reader = new WindowReader(window);
    private final List<Segment> segments = new ArrayList<>();

    CutWindowTest() {
        Recorder.switchTo(window);
    }

    @AfterEach
    void close() {
        Recorder.switchTo(null);
        Recorder.release(window, false);
    }

    private void cut() {
        segments.add(reader.cut(ClockReading.now()));
    }

    private Trace end() {
        Recorder.switchTo(null);
        window.end();
        segments.add(reader.cutLast());
        JoinedSegments joined = new JoinedSegments();
        segments.forEach(joined::add);
        joined.trace().window(window.start.clock(), window.endReading().clock());
        return joined.build();
    }

    private static TraceEvent event(Trace trace, String name) {
        return Recorded.event(trace, name);
    }

    @Test
    void scope_endedInALaterSegment_hasItsWholeDuration() {
        try (Scope outer = Scope.open("outer")) {
            try (Scope inner = Scope.open("inner")) {
                inner.arg("place", "inside");
            }
            cut();
            outer.arg("told", "late");
        }
        Trace trace = end();
        TraceEvent outer = event(trace, "outer");
        TraceEvent inner = event(trace, "inner");
        assertThat(outer.unfinished()).isFalse();
        assertThat(outer.startNanos() + outer.durationNanos())
                .isGreaterThan(inner.startNanos() + inner.durationNanos());
        assertThat(outer.arguments()).isEqualTo(Map.of("told", "late"));
        assertThat(inner.arguments()).isEqualTo(Map.of("place", "inside"));
        assertThat(trace.account().begun()).isEqualTo(2);
        assertThat(trace.account().written()).isEqualTo(2);
    }

    @Test
    void scope_whoseChunkIsWrittenOver_keepsItsEnd() {
        Scope outer = Scope.open("outer");
        recordChunks(3);
        cut();
        recordChunks(3);
        outer.close();
        recordChunks(1);
        Trace trace = end();
        assertThat(event(trace, "outer").unfinished()).isFalse();
        assertThat(trace.account().unfinishedTotal()).isZero();
        assertThat(trace.account().begun()).isEqualTo(trace.eventCount());
    }

    @Test
    void scope_endedInAChunkThatIsRead_isToldInTheNextSegmentAndOnce() {
        recordChunks(1);
        Scope outer = Scope.open("outer");
        recordChunks(2);
        cut();
        outer.close();
        cut();
        JoinedSegments soFar = new JoinedSegments();
        segments.forEach(soFar::add);
        assertThat(event(soFar.build(), "outer").unfinished()).isFalse();
        recordChunks(2);
        cut();
        Trace trace = end();
        assertThat(event(trace, "outer").unfinished()).isFalse();
        assertThat(trace.account().anomalies()).isEmpty();
        assertThat(segments.stream().flatMap(segment -> segment.threads().stream()))
                .filteredOn(thread -> thread.late().size() > 0)
                .hasSize(1);
    }

    @Test
    void buffers_ofWhatHasBeenRead_areUsedAgain() {
        recordChunks(4);
        long taken = window.budget.takenBytes();
        for (int i = 0; i < 20; i++) {
            cut();
            recordChunks(2);
        }
        assertThat(window.budget.takenBytes())
                .isLessThanOrEqualTo(taken + 2L * Chunk.MAX_CAPACITY * Chunk.BYTES_PER_EVENT);
        Trace trace = end();
        assertThat(trace.account().droppedTotal()).isZero();
        assertThat(trace.eventCount()).isEqualTo(44 * Chunk.MAX_CAPACITY);
    }

    @Test
    void token_endedOnAnotherThreadAfterItsSegment_isAsync() throws Exception {
        long token = Scope.begin(Label.of("sent"));
        cut();
        Recorded.onNewThread("receiver", () -> {
            Scope.end(token);
            return "";
        });
        Trace trace = end();
        assertThat(event(trace, "sent").async()).isTrue();
        assertThat(event(trace, "sent").unfinished()).isFalse();
        assertThat(trace.account().anomalies()).containsEntry(Anomaly.CLOSED_ON_OTHER_THREAD, 1L);
    }

    @Test
    void token_endedTwiceAfterItsSegment_isCountedOnce() {
        long token = Scope.begin(Label.of("twice"));
        recordChunks(2);
        cut();
        recordChunks(1);
        Scope.end(token);
        Scope.end(token);
        Trace trace = end();
        assertThat(trace.account().anomalies()).containsEntry(Anomaly.CLOSED_TWICE, 1L);
        assertThat(event(trace, "twice").unfinished()).isFalse();
    }

    @Test
    void scope_neverEnded_lastsUntilTheWindowEnds() {
        Scope open = Scope.open("open");
        cut();
        Trace trace = end();
        open.close();
        TraceEvent event = event(trace, "open");
        assertThat(event.unfinished()).isTrue();
        assertThat(event.startNanos() + event.durationNanos())
                .isEqualTo(trace.end().monotonicNanos());
        assertThat(trace.account().unfinished()).containsEntry(UnfinishedCause.WINDOW_ENDED, 1L);
    }

    @Test
    void steps_acrossSegments_areThereOnceEach() {
        window.steps.begin(0);
        recordChunks(1);
        cut();
        recordChunks(1);
        window.steps.end();
        window.steps.begin(1);
        recordChunks(1);
        cut();
        Trace trace = end();
        assertThat(trace.steps())
                .extracting(step -> step.number() + " " + step.unfinished())
                .containsExactly("0 false", "1 true");
    }

    @Test
    void operation_describedBeforeACutAndMemory_areInTheTrace() {
        OpDetails details = new OpDetails();
        for (int i = 0; i < 100; i++) {
            try (Scope op = Scope.open(Label.of("aten::mm"), details.clear().tensor(ElementType.FLOAT, i + 1, 2))) {
                op.arg("number", i);
                Memory.allocated(i + 1, 64);
                if (i % 10 == 0) {
                    cut();
                }
                Memory.freed(i + 1, 64);
            }
        }
        Trace trace = end();
        Track track = trace.tracks().get(0);
        for (int i = 0; i < 100; i++) {
            assertThat(trace.signature(track.signatureId(i))
                            .inputs()
                            .get(0)
                            .dims()
                            .get(0))
                    .isEqualTo(Dims.of(i + 1, 2));
            assertThat(track.arguments(i)).isEqualTo(Map.of("number", (long) i));
        }
        assertThat(trace.memory().size()).isEqualTo(200);
        assertThat(trace.account().begun()).isEqualTo(300);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void trace_ofRandomScopesAndCuts_hasEachEventWithItsEnd(int seed) {
        checkRandom(new Random(seed));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void trace_ofMoreEventsThanABufferHasPlacesFor_hasEachEventWithItsEnd(int seed) {
        window.maxChunks(1 + seed % 3);
        checkRandom(new Random(seed));
    }

    @Test
    void window_ofMoreEventsThanABufferHasPlacesFor_isReadAtOnceToo() {
        window.maxChunks(2);
        Scope outer = Scope.open("outer");
        for (int i = 0; i < 10; i++) {
            Scope inner = Scope.open("inner");
            recordEvents(100);
            inner.arg("number", i).close();
        }
        outer.close();
        Recorder.switchTo(null);
        window.end();
        TraceBuilder builder = new TraceBuilder();
        reader.readAll(builder, Deadline.NEVER);
        Trace trace = builder.build();
        assertThat(trace.account().begun()).isEqualTo(1011);
        assertThat(trace.account().written()).isEqualTo(1011);
        assertThat(trace.account().anomalies()).isEqualTo(Map.of());
        Track track = trace.tracks().get(0);
        for (int i = 0; i < 10; i++) {
            assertThat(track.eventName(1 + 101 * i)).isEqualTo("inner");
            assertThat(track.arguments(1 + 101 * i)).isEqualTo(Map.of("number", (long) i));
        }
    }

    @Test
    void buffers_thatAreUsedUp_giveTheirRoomBack() {
        window.maxChunks(3);
        Scope outer = Scope.open("outer");
        for (int i = 0; i < 50; i++) {
            recordEvents(3000);
            cut();
        }
        // The first has the event that is open, the last is in use, the last but one may just have been left.
        assertThat(window.buffers()).hasSizeLessThanOrEqualTo(3);
        outer.close();
        cut();
        cut();
        assertThat(window.buffers()).hasSizeLessThanOrEqualTo(2);
        Trace trace = end();
        assertThat(trace.account().anomalies()).isEmpty();
        assertThat(trace.account().unfinishedTotal()).isZero();
        assertThat(trace.account().begun()).isEqualTo(150_001);
    }

    @Test
    void thread_thatEndedWithAnOpenEvent_isForgottenWhenThatIsGivenUp() throws Exception {
        Recorded.onNewThread("careless", () -> Scope.begin(Label.of("open")));
        cut();
        cut();
        assertThat(window.buffers()).hasSize(1);
        reader.giveUpBefore(segments.get(1).start().monotonicNanos());
        cut();
        assertThat(window.buffers()).isEmpty();
    }

    private void checkRandom(Random random) {
        List<String> expected = new ArrayList<>();
        List<Scope> open = new ArrayList<>();
        List<Integer> indexes = new ArrayList<>();
        boolean[] ended = new boolean[60_000];
        for (int i = 0; i < ended.length; ) {
            int what = random.nextInt(1000);
            if (what < 3) {
                cut();
            } else if ((what < 500 && open.size() < 40) || open.isEmpty()) {
                String name = "n" + random.nextInt(50);
                open.add(Scope.open(name));
                indexes.add(i++);
                expected.add(name);
            } else {
                int last = open.size() - 1;
                open.remove(last).close();
                ended[indexes.remove(last)] = true;
            }
        }
        Trace trace = end();
        open.forEach(Scope::close);
        Track track = trace.tracks().get(0);
        assertThat(track.size()).isEqualTo(expected.size());
        for (int i = 0; i < track.size(); i++) {
            assertThat(track.eventName(i)).isEqualTo(expected.get(i));
            assertThat(track.isUnfinished(i)).as("event %s", i).isEqualTo(!ended[i]);
        }
        assertThat(trace.account().unfinishedTotal()).isEqualTo(indexes.size());
    }

    @Test
    void threads_recordingWhileTheWindowIsCut_loseNothing() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        Thread cutter = new Thread(() -> {
            while (!done.get()) {
                cut();
            }
        });
        cutter.start();
        Recorded.onThreads(3, number -> recordNested());
        done.set(true);
        cutter.join();
        Trace trace = end();
        assertThat(trace.account().begun()).isEqualTo(3 * 300_300);
        assertThat(trace.account().written()).isEqualTo(3 * 300_300);
        assertThat(trace.account().anomalies()).isEmpty();
        for (Track track : trace.tracks()) {
            if (track.size() > 0) {
                checkNested(track);
            }
        }
    }

    private static void recordNested() {
        Label outer = Label.of("outer");
        Label inner = Label.of("inner");
        for (int i = 0; i < 300; i++) {
            try (Scope around = Scope.open(outer)) {
                assertThat(around).isNotNull();
                for (int j = 0; j < 1000; j++) {
                    try (Scope scope = Scope.open(inner)) {
                        assertThat(scope).isNotNull();
                    }
                }
            }
        }
    }

    /** Each outer scope holds the thousand that follow it. */
    private static void checkNested(Track track) {
        long end = 0;
        for (int i = 0; i < track.size(); i++) {
            long until = track.startNanos(i) + track.durationNanos(i);
            if (i % 1001 == 0) {
                assertThat(track.eventName(i)).isEqualTo("outer");
                end = until;
            } else if (until > end || !track.eventName(i).equals("inner")) {
                throw new AssertionError("event " + i + " ends " + (until - end) + " ns after what is around it");
            }
        }
    }

    @Test
    void buffers_withoutRoomForAnotherChunk_areReadAndUsedAgain() {
        Window small = new Window(Long.MAX_VALUE, 1 << 17, window.capture);
        small.drainOften();
        Recorder.switchTo(small);
        WindowReader ofSmall = new WindowReader(small);
        JoinedSegments joined = new JoinedSegments();
        Label label = Label.of("filler");
        for (int round = 0; round < 10; round++) {
            long dropped = small.drops.get(DropCause.BYTE_LIMIT);
            while (small.drops.get(DropCause.BYTE_LIMIT) == dropped) {
                Scope.end(Scope.begin(label));
            }
            assertThat(ofSmall.fullBytes()).isPositive();
            small.steps.begin(round);
            small.steps.end();
            joined.add(ofSmall.cut(ClockReading.now()));
        }
        Recorder.switchTo(null);
        small.end();
        Trace whole = joined.add(ofSmall.cutLast()).build();
        Recorder.release(small, false);
        assertThat(whole.account().dropped()).isEqualTo(Map.of(DropCause.BYTE_LIMIT, 10L));
        assertThat(whole.steps()).hasSize(10);
        assertThat(whole.eventCount()).isGreaterThan(10 * 4000);
    }

    @Test
    void window_cutTooLate_dropsAndCounts() {
        Window small = new Window(Long.MAX_VALUE, 1 << 16, window.capture);
        Recorder.switchTo(small);
        recordChunks(2);
        WindowReader late = new WindowReader(small);
        Segment first = late.cut(ClockReading.now());
        recordChunks(2);
        Recorder.switchTo(null);
        small.end();
        Segment last = late.cutLast();
        Trace trace = new JoinedSegments().add(first).add(last).build();
        Recorder.release(small, false);
        assertThat(trace.account().begun()).isEqualTo(4L * Chunk.MAX_CAPACITY);
        assertThat(trace.account().droppedTotal()).isEqualTo(4L * Chunk.MAX_CAPACITY - trace.eventCount());
    }

    private static void recordChunks(int count) {
        recordEvents(count * Chunk.MAX_CAPACITY);
    }

    private static void recordEvents(int count) {
        Label label = Label.of("filler");
        for (int i = 0; i < count; i++) {
            Scope.end(Scope.begin(label));
        }
    }
}
