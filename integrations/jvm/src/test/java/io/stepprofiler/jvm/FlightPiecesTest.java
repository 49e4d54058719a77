package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.History;
import io.stepprofiler.Profile;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Windows whose events are delivered while they are open. */
class FlightPiecesTest {
    private final FlightRecorderSource source = FlightRecorderSource.create().only(EventGroup.WAITS);
    private final CountingSink sink = new CountingSink();

    @AfterEach
    void nothingIsLeftBehind() {
        await().untilAsserted(
                        () -> assertThat(FlightRecorder.getFlightRecorder().getRecordings())
                                .noneMatch(recording -> recording.getName().equals("Step Profiler")));
    }

    private static void sleep() throws InterruptedException {
        Thread.sleep(2);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void end(ActivityRecording window) {
        window.stop();
        window.collect(sink);
    }

    @Test
    void events_ofSeveralPieces_comeOnceEach() throws Exception {
        ActivityRecording window = source.start(RecordingOptions.NONE);
        for (int piece = 1; piece <= 5; piece++) {
            sleep();
            sleep();
            window.collectSoFar(sink);
            assertThat(sink.operations).containsEntry("Sleep", 2 * piece);
        }
        sleep();
        end(window);
        assertThat(sink.operations).containsEntry("Sleep", 11);
        assertThat(sink.lost).isZero();
        assertThat(sink.notes.get(FlightNotes.PIECES)).startsWith("6 pieces");
    }

    @Test
    void pauses_betweenPieces_areSpans() throws Exception {
        ActivityRecording window = source.start(RecordingOptions.NONE);
        window.collectSoFar(sink);
        window.collectSoFar(sink);
        end(window);
        assertThat(sink.spans).isEqualTo(2);
    }

    @Test
    void wait_thatBeganInAnEarlierPiece_isWhole() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        ActivityRecording window = source.start(RecordingOptions.NONE);
        Thread waiting = new Thread(() -> {
            LockSupport.park("on purpose");
            awaitQuietly(done);
        });
        waiting.start();
        await().until(() -> waiting.getState() == Thread.State.WAITING);
        long parked = System.nanoTime();
        window.collectSoFar(new CountingSink());
        LockSupport.unpark(waiting);
        await().until(() -> !"on purpose".equals(LockSupport.getBlocker(waiting)));
        end(window);
        done.countDown();
        waiting.join();
        assertThat(sink.operations).containsEntry("Park (String)", 1);
        assertThat(sink.firstStartNanos).isLessThan(parked);
    }

    @Test
    void piece_isDueAfterItsIntervalAndEarlierWhenMemoryFills() {
        ActivityRecording window = source.start(RecordingOptions.NONE);
        assertThat(window.isPieceDue()).isFalse();
        end(window);
        long second = 1_000_000_000;
        assertThat(FlightWindow.nanosUntilDue(10 * second, EventLog.RECORDERS_MEMORY / 2))
                .isEqualTo(5 * second);
        assertThat(FlightWindow.nanosUntilDue(second, EventLog.RECORDERS_MEMORY))
                .isEqualTo(second);
        assertThat(FlightWindow.nanosUntilDue(10 * second, 1)).isGreaterThan(3600 * second);
    }

    @Test
    void temporaryFiles_deletedInAWindow_areMadeAnewForTheNextPiece() throws Exception {
        ActivityRecording window = source.start(RecordingOptions.NONE);
        sleep();
        FlightWindowTest.deleteTemporaryFiles();
        window.collectSoFar(sink);
        sleep();
        end(window);
        assertThat(sink.operations).containsEntry("Sleep", 2);
        assertThat(sink.lost).isZero();
    }

    @Test
    void recording_ofTheUserThatBeginsInAWindow_costsNothing() throws Exception {
        ActivityRecording window = source.start(RecordingOptions.NONE);
        sleep();
        window.collectSoFar(sink);
        try (Recording theirs = new Recording()) {
            theirs.start();
            sleep();
            window.collectSoFar(sink);
            sleep();
            window.collectSoFar(sink);
            assertThat(theirs.getState()).isEqualTo(RecordingState.RUNNING);
            assertThat(sink.operations).containsEntry("Sleep", 3);
        }
        sleep();
        window.collectSoFar(sink);
        sleep();
        end(window);
        assertThat(sink.operations).containsEntry("Sleep", 5);
        assertThat(sink.lost).isZero();
    }

    @Test
    void recording_thatTheUserCloses_costsNothingAndTheNextPieceGoesOn() throws Exception {
        ActivityRecording window = source.start(RecordingOptions.NONE);
        sleep();
        FlightRecorder.getFlightRecorder().getRecordings().stream()
                .filter(recording -> recording.getName().equals("Step Profiler"))
                .forEach(Recording::close);
        window.collectSoFar(sink);
        sleep();
        end(window);
        assertThat(sink.operations).containsEntry("Sleep", 2);
    }

    @Test
    void window_endedWhileAPieceIsTaken_hasEverythingOnce() throws Exception {
        for (int round = 0; round < 20; round++) {
            ActivityRecording window = source.start(RecordingOptions.NONE);
            CountingSink both = new CountingSink();
            sleep();
            Thread pieces = new Thread(() -> window.collectSoFar(both));
            pieces.start();
            window.stop();
            pieces.join();
            window.collect(both);
            assertThat(both.operations).containsEntry("Sleep", 1);
            assertThat(both.lost).isZero();
        }
    }

    /** What is delivered of the same events, in pieces and at once. */
    @Test
    void averages_ofAWindowInPieces_areThoseOfOneInOne(@TempDir Path dir) throws Exception {
        FlightOptions options = FlightOptions.DEFAULT;
        EventSelection selection = EventSelection.of(options, Optional.empty());
        // The weight of a thread's first allocation sample is estimated from the others of its piece.
        List<RecordedEvent> events = recorded(selection, dir.resolve("window.jfr")).stream()
                .filter(event -> !event.getEventType().getName().equals("jdk.ObjectAllocationSample"))
                .toList();
        assertThat(events).hasSizeGreaterThan(40);
        Trace one = Windows.of(told(List.of(events), selection), () -> {});
        List<List<RecordedEvent>> pieces = new ArrayList<>(List.of(new ArrayList<>()));
        for (RecordedEvent event : events) {
            pieces.get(pieces.size() - 1).add(event);
            // Not within a collection, whose events the recorder gets at once.
            if (event.getEventType().getName().equals("jdk.ThreadSleep")) {
                pieces.add(new ArrayList<>());
            }
        }
        Trace several = Windows.of(told(pieces, selection), () -> {});
        assertThat(names(several)).isEqualTo(names(one));
        assertThat(several.samples().size()).isEqualTo(one.samples().size());
        assertThat(averages(several)).isEqualTo(averages(one));
    }

    private static String averages(Trace trace) {
        return KeyAverages.of(trace).table();
    }

    private static List<String> names(Trace trace) {
        return trace.events().stream().map(TraceEvent::name).sorted().toList();
    }

    /** Events in the order of their ends, as the recorder gets them. */
    private static List<RecordedEvent> recorded(EventSelection selection, Path file) throws Exception {
        try (Recording recording = new Recording(selection.settings())) {
            recording.start();
            ClockSync.take(-1, 0);
            for (int i = 0; i < 10; i++) {
                System.gc();
                sleep();
            }
            ClockSync.take(-1, 1);
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                // The readings first, so that the times are the same to the nanosecond.
                .sorted(Comparator.comparing(FlightPiecesTest::isNoReading)
                        .thenComparingLong(FlightPiecesTest::endTicks))
                .toList();
    }

    private static boolean isNoReading(RecordedEvent event) {
        return !event.getEventType().getName().equals(ClockSync.NAME);
    }

    private static long endTicks(RecordedEvent event) {
        return event.getLong("startTime") + (event.hasField("duration") ? event.getLong("duration") : 0);
    }

    private static ActivitySource told(List<List<RecordedEvent>> pieces, EventSelection selection) {
        return options -> new ActivityRecording() {
            @Override
            public void stop() {}

            @Override
            public void collect(ActivitySink sink) {
                WindowSoFar window = WindowSoFar.of(-1, true);
                for (List<RecordedEvent> piece : pieces) {
                    EventLog log = new EventLog(selection, 1);
                    piece.forEach(log::add);
                    log.report(window, new WindowEnds(Long.MIN_VALUE, Long.MAX_VALUE), sink);
                }
            }
        };
    }

    @Test
    void snapshot_ofAHistory_hasTheCollectionsAndWaitsOfItsSteps() {
        List<Trace> traces = new CopyOnWriteArrayList<>();
        Profile profile = Profile.builder()
                .history(History.ofSteps(3))
                .source(FlightRecorderSource.create()
                        .only(EventGroup.WAITS, EventGroup.GARBAGE_COLLECTION)
                        .flushInterval(Duration.ofSeconds(1)))
                .onTraceReady(traces::add)
                .start();
        try (profile) {
            await().untilAsserted(() -> {
                for (int step = 0; step < 5; step++) {
                    System.gc();
                    sleep();
                    profile.step();
                }
                int before = traces.size();
                profile.snapshot("because");
                await().until(() -> traces.size() > before);
                Trace trace = traces.get(before);
                assertThat(names(trace).stream().filter(name -> name.endsWith(" (System.gc())")))
                        .hasSize(3);
                assertThat(Windows.thread(trace, Thread.currentThread()))
                        .extracting(TraceEvent::name)
                        .containsExactly("System.gc()", "Sleep", "System.gc()", "Sleep", "System.gc()", "Sleep");
            });
        }
        assertThat(profile.failures()).isEmpty();
    }
}
