package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.Profile;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Windows among other windows and among the recordings of others. */
class FlightWindowTest {
    /** Bytes that are too many for a buffer of the thread: each such allocation is an event of its own. */
    private static final int LARGE = 4 << 20;

    private final FlightRecorderSource source = FlightRecorderSource.create().only(EventGroup.WAITS);

    /** As the windows of these tests name their recordings. */
    private static List<Recording> ours() {
        return FlightRecorder.getFlightRecorder().getRecordings().stream()
                .filter(recording -> recording.getName().equals("Step Profiler"))
                .toList();
    }

    @AfterEach
    void nothingIsLeftBehind() {
        await().pollDelay(Duration.ZERO).untilAsserted(() -> {
            System.gc();
            assertThat(ours()).isEmpty();
        });
    }

    /** Of the waits of this thread those that the tests cause: the recorder may wait for a lock of its own, too. */
    private static List<String> sleeps(Trace trace) {
        return Windows.thread(trace, Thread.currentThread()).stream()
                .map(TraceEvent::name)
                .filter("Sleep"::equals)
                .toList();
    }

    @Name("io.stepprofiler.test.Theirs")
    static final class Theirs extends Event {
        int number;
        String text = "";
    }

    private static void commitTheirs(int number) {
        commitTheirs(number, "");
    }

    private static void commitTheirs(int number, String text) {
        Theirs event = new Theirs();
        event.number = number;
        event.text = text;
        event.commit();
    }

    @Test
    void recording_ofTheUser_goesOnWithItsOwnEvents(@TempDir Path dir) throws Exception {
        Path file = dir.resolve("theirs.jfr");
        try (Recording theirs = new Recording()) {
            theirs.enable(Theirs.class);
            theirs.start();
            commitTheirs(1);
            Trace trace = Windows.of(source, () -> {
                commitTheirs(2);
                Thread.sleep(2);
            });
            commitTheirs(3);
            assertThat(theirs.getState()).isEqualTo(RecordingState.RUNNING);
            assertThat(sleeps(trace)).containsExactly("Sleep");
            theirs.stop();
            theirs.dump(file);
        }
        assertThat(RecordingFile.readAllEvents(file))
                .filteredOn(event -> event.getEventType().getName().equals("io.stepprofiler.test.Theirs"))
                .extracting(event -> event.getInt("number"))
                .containsExactly(1, 2, 3);
    }

    /** As many events of each type that is recorded as were asked for. */
    private static void parkAndAllocate(int times) {
        List<byte[]> allocated = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            LockSupport.parkNanos(1);
            allocated.add(new byte[LARGE]);
            System.gc();
        }
        assertThat(allocated).hasSize(times);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk.ThreadPark", "jdk.SystemGC", "jdk.ObjectAllocationSample"})
    void recording_ofTheUserByDefaults_losesNeitherStacksNorEvents(String type, @TempDir Path dir) throws Exception {
        FlightRecorderSource few = FlightRecorderSource.create()
                .only(EventGroup.WAITS, EventGroup.ALLOCATION_SAMPLES)
                .waitThreshold(Duration.ofSeconds(30));
        Path during = dir.resolve("during.jfr");
        Path after = dir.resolve("after.jfr");
        try (Recording theirs = new Recording()) {
            theirs.enable(type);
            theirs.start();
            Windows.of(few, () -> {
                parkAndAllocate(4);
                theirs.dump(during);
            });
            parkAndAllocate(4);
            theirs.stop();
            theirs.dump(after);
        }
        assertThat(withStacks(during, type)).hasSizeGreaterThanOrEqualTo(4);
        assertThat(withStacks(after, type)).hasSizeGreaterThanOrEqualTo(8);
    }

    private static List<RecordedEvent> withStacks(Path file, String type) throws IOException {
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals(type) && event.getStackTrace() != null)
                .filter(event -> !event.hasField("weight") || event.getLong("weight") >= LARGE)
                .toList();
    }

    @Test
    void events_thatOnlyTheUserAskedFor_areNotInTheTrace() throws Exception {
        try (Recording theirs = new Recording()) {
            theirs.enable("jdk.GarbageCollection");
            theirs.enable("jdk.ThreadSleep").withThreshold(Duration.ZERO);
            theirs.start();
            Trace trace = Windows.of(
                    FlightRecorderSource.create().only(EventGroup.WAITS).waitThreshold(Duration.ofSeconds(30)), () -> {
                        System.gc();
                        Thread.sleep(1);
                    });
            assertThat(trace.eventCount()).isZero();
        }
    }

    @Test
    void recording_thatTheUserStops_keepsWhatItHas() throws Exception {
        Trace trace = Windows.of(source, () -> {
            Thread.sleep(2);
            ours().forEach(Recording::stop);
            Thread.sleep(2);
        });
        assertThat(sleeps(trace)).containsExactly("Sleep");
    }

    static void deleteTemporaryFiles() throws IOException {
        Path directory = TemporaryDirectory.claimAnywhere("test", file -> {}).getParent();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    @Test
    void temporaryFiles_deletedBetweenWindows_areMadeAnew() throws Exception {
        Windows.of(source, () -> {});
        deleteTemporaryFiles();
        assertThat(sleeps(Windows.of(source, () -> {
                    Thread.sleep(2);
                })))
                .containsExactly("Sleep");
    }

    @Test
    void temporaryFiles_deletedInAWindow_costThatWindow() throws Exception {
        Profile profile =
                Profile.builder().source(source).synchronousDelivery(true).start();
        try (profile) {
            deleteTemporaryFiles();
        }
        assertThat(profile.failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.toString()).contains("has been deleted"));
        assertThat(profile.lastTrace().orElseThrow().account().dropped()).containsEntry(DropCause.SOURCE, 1L);
        assertThat(sleeps(Windows.of(source, () -> {
                    Thread.sleep(2);
                })))
                .containsExactly("Sleep");
    }

    @Test
    void recording_thatTheUserStartsInAWindow_leavesItItsEvents(@TempDir Path dir) throws Exception {
        Path file = dir.resolve("theirs.jfr");
        try (Recording theirs = new Recording()) {
            theirs.enable(Theirs.class);
            Trace trace = Windows.of(source, () -> {
                Thread.sleep(2);
                theirs.start();
                commitTheirs(1);
                Thread.sleep(2);
            });
            commitTheirs(2);
            assertThat(sleeps(trace)).containsExactly("Sleep", "Sleep");
            assertThat(trace.metadata()).doesNotContainKey(FlightNotes.LOST);
            theirs.stop();
            theirs.dump(file);
        }
        assertThat(RecordingFile.readAllEvents(file))
                .filteredOn(event -> event.getEventType().getName().equals("io.stepprofiler.test.Theirs"))
                .extracting(event -> event.getInt("number"))
                .containsExactly(1, 2);
    }

    @Test
    void recordings_thatBeginAndEndInAWindow_leaveItItsEvents() throws Exception {
        Trace trace = Windows.of(source, () -> {
            for (int i = 0; i < 2; i++) {
                Thread.sleep(2);
                try (Recording theirs = new Recording()) {
                    theirs.start();
                    Thread.sleep(2);
                }
            }
        });
        assertThat(sleeps(trace)).containsExactly("Sleep", "Sleep", "Sleep", "Sleep");
        assertThat(trace.metadata()).doesNotContainKey(FlightNotes.LOST);
    }

    @Test
    void recording_thatStopsWhileAWindowChanges_isNotHeldUp() throws Exception {
        try (Recording theirs = new Recording()) {
            Trace trace = Windows.of(source, () -> {
                theirs.start();
                Thread.sleep(2);
                // The recorder stops recordings under its own lock at exit, so waiting for ours could never end.
                synchronized (OtherRecordings.LOCK) {
                    assertThat(CompletableFuture.runAsync(theirs::stop)).succeedsWithin(Duration.ofMinutes(1));
                }
                Thread.sleep(2);
            });
            assertThat(sleeps(trace)).containsExactly("Sleep", "Sleep");
        }
    }

    @Test
    void recording_thatTakesTheBeginningOfAWindow_isCounted() throws Exception {
        ActivityRecording window = source.start(RecordingOptions.NONE);
        Thread.sleep(2);
        // As if there were no room for a snapshot while it runs.
        FlightRecorder.getFlightRecorder().takeSnapshot().close();
        Thread.sleep(2);
        window.stop();
        CountingSink sink = new CountingSink();
        window.collect(sink);
        assertThat(sink.operations).containsEntry("Sleep", 1);
        assertThat(sink.lost).isEqualTo(1);
        assertThat(sink.notes.get(FlightNotes.LOST)).startsWith("1 beginnings of recordings that another");
    }

    @Test
    void windows_thatOverlap_haveTheirOwnEventsEach() throws Exception {
        FlightRecorderSource other = FlightRecorderSource.create().only(EventGroup.WAITS);
        CountingSink sink = new CountingSink();
        Trace trace = Windows.of(source, () -> {
            Thread.sleep(2);
            ActivityRecording inner = other.start(RecordingOptions.NONE);
            Thread.sleep(2);
            inner.stop();
            inner.collect(sink);
            Thread.sleep(2);
        });
        assertThat(sleeps(trace)).containsExactly("Sleep", "Sleep", "Sleep");
        assertThat(sink.operations).containsEntry("Sleep", 1);
    }

    @Test
    void recording_thatTheUserStopsInAWindow_leavesItItsEvents() throws Exception {
        try (Recording theirs = new Recording()) {
            theirs.start();
            Trace trace = Windows.of(source, () -> {
                Thread.sleep(2);
                theirs.stop();
                Thread.sleep(2);
            });
            assertThat(sleeps(trace)).containsExactly("Sleep", "Sleep");
        }
    }

    @Test
    void windows_thatFollowDirectly_haveTheirOwnEventsEach() throws Exception {
        List<Trace> traces = new ArrayList<>();
        Profile profile = Profile.builder()
                .schedule(Schedule.builder().active(1).repeat(4).build())
                .source(source)
                // All of them, however slowly the first are read.
                .delivery(delivery -> delivery.withDeliveryWait(Duration.ZERO))
                .onTraceReady(traces::add)
                .start();
        try (profile) {
            for (int step = 0; step < 4; step++) {
                Thread.sleep(2);
                profile.step();
            }
        }
        assertThat(profile.failures()).isEmpty();
        // Not that nothing else was lost: the recorder may not know a thread that has just started to read the window
        // before.
        assertThat(traces)
                .hasSize(4)
                .allSatisfy(trace -> assertThat(sleeps(trace)).containsExactly("Sleep"));
    }

    @Test
    void start_beforeTheLastWindowIsCollected_recordsBoth() {
        CountingSink first = new CountingSink();
        CountingSink second = new CountingSink();
        ActivityRecording one = source.start(RecordingOptions.NONE);
        sleep();
        one.stop();
        ActivityRecording other = source.start(RecordingOptions.NONE);
        sleep();
        sleep();
        one.collect(first);
        other.stop();
        other.collect(second);
        assertThat(first.operations).containsEntry("Sleep", 1);
        assertThat(second.operations).containsEntry("Sleep", 2);
    }

    private static void sleep() {
        try {
            Thread.sleep(2);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void source_switchedOffAndOn_recordsOnlyWhileItIsOn() throws Exception {
        List<Trace> traces = new ArrayList<>();
        Profile profile = Profile.builder()
                .source(source)
                .synchronousDelivery(true)
                .onTraceReady(traces::add)
                .start();
        try (profile) {
            for (int round = 0; round < 3; round++) {
                Thread.sleep(2);
                profile.toggleCollection(false, Set.of(Activity.JVM));
                Thread.sleep(2);
                profile.toggleCollection(true, Set.of(Activity.JVM));
            }
        }
        assertThat(profile.failures()).isEmpty();
        assertThat(sleeps(traces.get(0))).hasSize(3);
    }

    @Test
    void window_thatIsNeverCollected_isClosedAllTheSame() {
        source.start(RecordingOptions.NONE).stop();
        await().untilAsserted(() -> assertThat(ours()).isEmpty());
    }

    @Test
    void window_thatIsNeverStopped_isClosedWhenALaterOneBegins() {
        source.start(RecordingOptions.NONE);
        await().untilAsserted(() -> {
            System.gc();
            ActivityRecording later = source.start(RecordingOptions.NONE);
            later.stop();
            later.collect(new CountingSink());
            assertThat(ours()).isEmpty();
        });
    }

    @Test
    void events_moreThanAWindowMayHave_areCountedAsLost() throws Exception {
        FlightRecorderSource few =
                FlightRecorderSource.create().only(EventGroup.WAITS).maxEvents(2);
        Trace trace = Windows.of(few, () -> {
            for (int i = 0; i < 5; i++) {
                Thread.sleep(1);
            }
        });
        long lost = trace.account().dropped().get(DropCause.SOURCE);
        assertThat(lost).isGreaterThanOrEqualTo(3);
        assertThat(trace.metadata().get(FlightNotes.LOST).text())
                .isEqualTo(lost + " events beyond the limit of a window");
    }

    @Test
    void events_moreThanTheRecordersMemoryHolds_areToldToBeMissing() throws IOException {
        CountingSink sink = read((event, report) -> {}, 10_000, "x".repeat(5_000));
        assertThat(sink.lost).isGreaterThanOrEqualTo(1);
        assertThat(sink.notes.get(FlightNotes.LOST)).contains("the recorder's memory was full");
        assertThat(sink.notes).containsKey(FlightNotes.STATUS);
    }

    @Test
    void metadata_saysWhatWasRecordedAndHowExactTheClockIs() throws Exception {
        Trace trace = Windows.of(source, () -> {});
        assertThat(trace.metadata().get(FlightNotes.STATUS).text()).matches("recorded \\d+ types of events");
        assertThat(trace.metadata().get(FlightNotes.CLOCK_ERROR).text()).matches("\\d+");
    }

    /** The trace of one event of ours if the table had such a rule for its type. */
    private static CountingSink read(EventRule.Reader reader) throws IOException {
        return read(reader, 1, "");
    }

    private static CountingSink read(EventRule.Reader reader, int events, String text) throws IOException {
        String type = "io.stepprofiler.test.Theirs";
        EventRule rule = new EventRule(type, EventGroup.WAITS, (options, setting) -> {}, reader);
        FlightOptions options =
                new FlightOptions(Set.of(), Duration.ZERO, Duration.ofMillis(10), 10, Duration.ofSeconds(10));
        EventSelection selection = new EventSelection(
                options,
                Map.of(type, rule),
                Map.of(type + "#enabled", "true", ClockSync.NAME + "#enabled", "true"),
                List.of("jdk.Missing"),
                Optional.empty());
        ActivityRecording window = FlightWindow.start(() -> selection, new FlightCalls());
        for (int i = 0; i < events; i++) {
            // Each text is another one: newer recorders keep one that repeats only once.
            commitTheirs(i, i + text);
        }
        window.stop();
        CountingSink sink = new CountingSink();
        window.collect(sink);
        return sink;
    }

    @Test
    void event_ofAnotherShape_costsOnlyItself() throws IOException {
        CountingSink sink = read((event, report) -> report.span(Lane.GC, event.getString("no such field"), event));
        assertThat(sink.lost).isEqualTo(1);
        assertThat(sink.notes).containsEntry(FlightNotes.LOST, "1 events that could not be read");
    }

    @Test
    void bytes_thatTheRecorderHadNoRoomFor_areTold() throws IOException {
        CountingSink sink = read((event, report) -> report.lostBytes(4096));
        assertThat(sink.lost).isEqualTo(1);
        assertThat(sink.notes)
                .containsEntry(FlightNotes.LOST, "4096 bytes that the recorder had no room for")
                .containsEntry(FlightNotes.MISSING, "jdk.Missing");
    }

    @Test
    void detail_ofAShortSpan_isNotWorthASpan() throws IOException {
        assertThat(read((event, report) -> report.span(Lane.COMPILER, "C1 compilation", "A.b", SpanDetails.NONE, event))
                        .spans)
                .isEqualTo(1);
    }
}
