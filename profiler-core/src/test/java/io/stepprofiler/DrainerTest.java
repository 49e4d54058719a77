package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.event.UnfinishedCause;
import io.stepprofiler.recording.Capture;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.Window;
import io.stepprofiler.segment.JoinedSegments;
import io.stepprofiler.segment.JournalEnd;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.window.Deadline;
import io.stepprofiler.window.Drainer;
import io.stepprofiler.window.LastSteps;
import io.stepprofiler.window.SegmentLimits;
import io.stepprofiler.window.SegmentStore;
import io.stepprofiler.window.SegmentsInMemory;
import io.stepprofiler.window.SnapshotRequest;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DrainerTest {
    private static final long BYTES = 1 << 20;

    private final Window window = new Window(
            Long.MAX_VALUE,
            BYTES,
            new Capture(new RecordingOptions(false, true, false, false, true), 1, EnumSet.allOf(ActivityType.class)));
    private final Failures failures = new Failures(System.getLogger("test"));
    private final Drainer drainer = new Drainer(
            window,
            new SegmentsInMemory(),
            new SegmentLimits(0, BYTES << 4, 0, Optional.of(1000), 0),
            failures,
            request -> {},
            reading -> {});

    DrainerTest() {
        Recorder.switchTo(window);
    }

    @AfterEach
    void close() {
        Recorder.switchTo(null);
        Recorder.release(window, false);
    }

    private Trace snapshot() throws IOException {
        JoinedSegments joined = new JoinedSegments();
        assertThat(drainer.snapshot(joined, SnapshotRequest.all("because"))).isNotNull();
        return joined.build();
    }

    private Trace end() throws IOException {
        Recorder.switchTo(null);
        drainer.stop();
        window.end();
        JoinedSegments joined = new JoinedSegments();
        drainer.finish(
                joined,
                Deadline.NEVER,
                new JournalEnd(window.endReading().clock(), false, Map.of()),
                SnapshotRequest.all(""));
        return joined.build();
    }

    private static void scopes(int count) {
        Label label = Label.of("scope");
        for (int i = 0; i < count; i++) {
            Scope.end(Scope.begin(label));
        }
    }

    @Test
    void account_ofASegmentWithNothingButLosses_isInTheTrace() throws IOException {
        scopes(10);
        assertThat(snapshot().eventCount()).isEqualTo(10);
        for (int i = 0; i < 1000; i++) {
            Memory.allocated(1, -1);
        }
        Trace trace = end();
        assertThat(trace.account().dropped()).isEqualTo(Map.of(DropCause.INVALID, 1000L));
        assertThat(trace.account().begun()).isEqualTo(1010);
    }

    @Test
    void keepUp_inPlaceOfTheDrainersThread_takesWhatWouldNotFit() throws IOException {
        for (int i = 0; i < 50; i++) {
            scopes(5_000);
            drainer.keepUp();
        }
        Trace trace = end();
        assertThat(trace.eventCount()).isEqualTo(250_000);
        assertThat(trace.account().droppedTotal()).isZero();
    }

    @Test
    void keepUp_ofMemoryEventsAlone_takesWhatWouldNotFit() throws IOException {
        for (int i = 0; i < 50; i++) {
            for (int k = 0; k < 5_000; k++) {
                Memory.allocated(k, 1);
            }
            drainer.keepUp();
        }
        Trace trace = end();
        assertThat(trace.memory().size()).isEqualTo(250_000);
        assertThat(trace.account().droppedTotal()).isZero();
    }

    @Test
    void keepUp_ofArgumentsOfOneScope_takesWhatWouldNotFit() throws IOException {
        try (Scope scope = Scope.open("one")) {
            for (int i = 0; i < 50; i++) {
                for (int k = 0; k < 2_000; k++) {
                    scope.arg("key " + i, k);
                }
                drainer.keepUp();
            }
        }
        Trace trace = end();
        assertThat(trace.account().anomalies()).isEmpty();
        assertThat(trace.tracks().get(0).arguments(0)).hasSize(50);
    }

    @Test
    void snapshot_afterTheEnd_takesNothing() throws IOException {
        scopes(10);
        Trace whole = end();
        assertThat(drainer.snapshot(new JoinedSegments(), SnapshotRequest.all("because")))
                .isNull();
        assertThat(whole.eventCount()).isEqualTo(10);
    }

    @Test
    void steps_beforeASnapshotThatHasBeenAskedFor_areNotGivenUp() {
        Drainer keepsTwo = new Drainer(
                window,
                new SegmentsInMemory(),
                new SegmentLimits(0, BYTES << 4, 0, Optional.of(2), 0),
                failures,
                request -> {},
                reading -> {});
        steps(keepsTwo, 0, 10);
        window.steps.begin(10);
        keepsTwo.ask("now", SnapshotRequest.NO_STEP);
        scopes(1);
        window.steps.end();
        steps(keepsTwo, 11, 20);
        JoinedSegments joined = new JoinedSegments();
        LastSteps.Range range = keepsTwo.snapshot(
                joined, Objects.requireNonNull(keepsTwo.requests().begin()));
        assertThat(Objects.requireNonNull(range).of(joined.build()).steps())
                .extracting(StepMark::number)
                .containsExactly(8L, 9L, 10L);
        assertThat(keepsTwo.snapshot(new JoinedSegments(), SnapshotRequest.all("later")))
                .extracting(later -> later.fromNanos() > range.fromNanos())
                .isEqualTo(true);
    }

    /** Looks after a history, for each snapshot of which another one is asked for while it is put together. */
    private SegmentsInMemory stepsWhileASnapshotWaits(long maxBytes, int keptSteps, int steps, List<Long> sizes) {
        SegmentsInMemory kept = new SegmentsInMemory();
        AtomicReference<Drainer> storing = new AtomicReference<>();
        storing.set(new Drainer(
                window,
                kept,
                new SegmentLimits(0, maxBytes, 0, Optional.of(keptSteps), 0),
                failures,
                request -> {
                    storing.get().ask("again", SnapshotRequest.NO_STEP);
                    storing.get().snapshot(new JoinedSegments(), request);
                    sizes.add(kept.bytes());
                },
                reading -> {}));
        storing.get().ask("first", SnapshotRequest.NO_STEP);
        for (int step = 0; step < steps; step++) {
            window.steps.begin(step);
            scopes(100);
            window.steps.end();
            storing.get().look();
        }
        return kept;
    }

    @Test
    void history_ofWhichASnapshotAlwaysWaits_takesNoMoreThanItMay() {
        long maxBytes = 1 << 16;
        List<Long> sizes = new ArrayList<>();
        stepsWhileASnapshotWaits(maxBytes, 1000, 200, sizes);
        assertThat(sizes).hasSize(200).allMatch(bytes -> bytes <= maxBytes);
        assertThat(failures.list()).isEmpty();
    }

    @Test
    void steps_olderThanASnapshotThatAlwaysWaitsNeeds_areGivenUp() {
        SegmentsInMemory kept = stepsWhileASnapshotWaits(Long.MAX_VALUE, 2, 200, new ArrayList<>());
        List<StepMark> steps = new ArrayList<>();
        kept.forEach(segment -> steps.addAll(segment.steps()));
        assertThat(steps).extracting(StepMark::number).contains(198L, 199L).allMatch(number -> number >= 194);
    }

    private void steps(Drainer storing, int from, int to) {
        for (int step = from; step < to; step++) {
            window.steps.begin(step);
            scopes(1);
            window.steps.end();
            storing.snapshot(new JoinedSegments(), SnapshotRequest.all(""));
        }
    }

    @Test
    void segment_thatIsLostForLackOfMemory_isMissingAndNotSaidToBeInAJournal() throws IOException {
        SegmentsInMemory kept = new SegmentsInMemory();
        AtomicBoolean full = new AtomicBoolean();
        SegmentStore store = (SegmentStore) Proxy.newProxyInstance(
                SegmentStore.class.getClassLoader(),
                new Class<?>[] {SegmentStore.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("append") && full.getAndSet(false)) {
                        throw new OutOfMemoryError();
                    }
                    return method.invoke(kept, arguments);
                });
        Drainer forgetful = new Drainer(
                window,
                store,
                new SegmentLimits(0, BYTES << 4, 0, Optional.of(9), 0),
                failures,
                request -> {},
                reading -> {});
        scopes(1);
        forgetful.snapshot(new JoinedSegments(), SnapshotRequest.all(""));
        scopes(10);
        full.set(true);
        assertThatThrownBy(() -> forgetful.snapshot(new JoinedSegments(), SnapshotRequest.all("")))
                .isInstanceOf(OutOfMemoryError.class);
        scopes(100);
        JoinedSegments joined = new JoinedSegments();
        forgetful.snapshot(joined, SnapshotRequest.all("because"));
        Trace trace = joined.build();
        assertThat(trace.account().dropped()).isEqualTo(Map.of(DropCause.JOURNAL_DAMAGED, 10L));
        assertThat(failures.list()).singleElement().satisfies(failure -> {
            assertThat(failure.kind()).isEqualTo(ProfileFailure.Kind.RECORDING_FAILED);
            assertThat(failure.message()).startsWith("10 events are missing in a trace: they were lost");
        });
    }

    @Test
    void segment_thatIsDamagedInAJournal_isMissingAndTheJournalSaidToBeKept() throws IOException {
        SegmentsInMemory kept = new SegmentsInMemory();
        SegmentStore store = (SegmentStore) Proxy.newProxyInstance(
                SegmentStore.class.getClassLoader(),
                new Class<?>[] {SegmentStore.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "isJournal" -> true;
                    case "append" -> ((Segment) arguments[0]).size() == 10 ? null : method.invoke(kept, arguments);
                    default -> method.invoke(kept, arguments);
                });
        Drainer damaged = new Drainer(
                window,
                store,
                new SegmentLimits(0, BYTES << 4, 1, Optional.of(9), 0),
                failures,
                request -> {},
                reading -> {});
        for (int count : new int[] {1, 10, 100}) {
            scopes(count);
            damaged.look();
        }
        JoinedSegments joined = new JoinedSegments();
        damaged.snapshot(joined, SnapshotRequest.all("because"));
        assertThat(joined.build().account().dropped()).isEqualTo(Map.of(DropCause.JOURNAL_DAMAGED, 10L));
        assertThat(failures.list()).singleElement().satisfies(failure -> {
            assertThat(failure.kind()).isEqualTo(ProfileFailure.Kind.JOURNAL_FAILED);
            assertThat(failure.message()).startsWith("10 events are missing in a trace: its journal, which is kept, ");
        });
    }

    @Test
    void threads_thatHaveEnded_giveTheirRoomBack() throws Exception {
        scopes(1);
        snapshot();
        long taken = window.budget.takenBytes();
        for (int i = 0; i < 300; i++) {
            Recorded.onNewThread("short " + i, () -> {
                Scope.open("work").arg("key", "value").close();
                Counter.of("count").record(1);
                Memory.allocated(1, 1);
                return "";
            });
            if (i % 10 == 9) {
                snapshot();
            }
        }
        assertThat(window.budget.takenBytes() - taken).isLessThan(10_000);
        assertThat(window.buffers()).hasSize(1);
        Trace trace = end();
        assertThat(trace.account().begun()).isEqualTo(901);
        assertThat(trace.account().written()).isEqualTo(901);
    }

    @Test
    void scope_ofAThreadThatEndsInALaterSegment_lastsUntilItWasLastSeen() throws Exception {
        List<Scope> open = new ArrayList<>();
        Object monitor = new Object();
        Thread thread = new Thread(() -> {
            synchronized (monitor) {
                open.add(Scope.open("left open"));
                monitor.notifyAll();
                while (open.size() == 1) {
                    try {
                        monitor.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        });
        synchronized (monitor) {
            thread.start();
            while (open.isEmpty()) {
                monitor.wait();
            }
        }
        snapshot();
        synchronized (monitor) {
            open.add(Scope.none());
            monitor.notifyAll();
        }
        thread.join();
        snapshot();
        Trace trace = end();
        assertThat(trace.account().unfinished()).isEqualTo(Map.of(UnfinishedCause.THREAD_ENDED, 1L));
    }

    @Test
    void names_thatAreMadeUpForEver_leaveRoomForEvents() throws Exception {
        for (int i = 0; i < 20_000; i++) {
            Scope.open("name " + i).close();
            if (i % 1000 == 999) {
                snapshot();
            }
        }
        scopes(10);
        Recorded.onNewThread("new", () -> {
            scopes(10);
            return "";
        });
        Trace trace = end();
        assertThat(trace.account().droppedTotal()).isZero();
        assertThat(trace.tracks()).hasSize(2);
    }

    @Tag("long")
    @Test
    void readings_ofAClockOverManySegments_areForgotten() throws IOException {
        for (int i = 0; i < 2000; i++) {
            scopes(1);
            snapshot();
        }
        assertThat(end().eventCount()).isEqualTo(2000);
    }
}
