package io.stepprofiler.journal.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.segment.Journal;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.SpanReport;
import io.stepprofiler.trace.SourceFaults;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Journals of windows whose sources deliver while they are open. */
class SourcesInJournalTest {
    private static final long THREAD = Thread.currentThread().getId();
    private static final int STEPS = 20;

    @TempDir
    private Path directory;

    private volatile boolean isFillingUp;
    private final Queue<Integer> seen = new ConcurrentLinkedQueue<>();
    private final List<Journal> opened = new ArrayList<>();
    private final List<Trace> traces = new CopyOnWriteArrayList<>();

    private final class Source implements ActivitySource, ActivityRecording {
        @Override
        public boolean collectsWhileOpen() {
            return true;
        }

        @Override
        public ActivityRecording start(RecordingOptions options) {
            return this;
        }

        @Override
        public void stop() {}

        @Override
        public boolean isFillingUp() {
            return isFillingUp;
        }

        @Override
        public void collectSoFar(ActivitySink sink) {
            for (Integer each = seen.poll(); each != null; each = seen.poll()) {
                report(sink, each);
            }
        }

        @Override
        public void collect(ActivitySink sink) {
            collectSoFar(sink);
        }
    }

    /** One thing of each sort, at times of its own. */
    private static void report(ActivitySink sink, int number) {
        long from = 1_000L * number;
        OpSignature signature = new OpSignature("overload", List.of(Operand.scalar("" + number)), List.of(), -1);
        List<StackTraceElement> stack = List.of(new StackTraceElement("Type", "method" + number, null, 7));
        SpanReport span = new SpanReport();
        sink.span(span.onLane("lane").named("span " + number, from, 10).kind(EventKind.VIRTUAL_MACHINE));
        span.onThread(THREAD, "main")
                .named("op " + number, from, 10)
                .async(true)
                .signature(signature)
                .sequence(number, THREAD)
                .correlation(number)
                .stack(stack);
        sink.span(span);
        sink.span(span.onThread(99, "other")
                .named("op " + number, from, 20)
                .unfinished(true)
                .async(true)
                .signature(signature)
                .sequence(number, THREAD)
                .correlation(number)
                .stack(stack));
        sink.span(span.onStream(Device.cuda(1), 3)
                .named("kernel " + number, from, 10)
                .kind(EventKind.KERNEL)
                .correlation(number));
        sink.memory(new MemoryEvent(
                from,
                THREAD,
                MemoryAction.ALLOCATE,
                Device.cuda(1),
                number + 1,
                8,
                16,
                32,
                MemoryCategory.GRADIENT,
                -1));
        sink.stackSample(THREAD, "main", SampleKind.ALLOCATION, from, stack, 5 + number);
        sink.sample("counter", from, number);
        sink.lost(1);
    }

    private Profile start(JournalOptions journal) {
        return Profile.builder()
                .journal(journal.withFlushEvery(Duration.ofMillis(5)))
                .source(new Source())
                .onTraceReady(traces::add)
                .start();
    }

    private void run() {
        for (int i = 0; i < STEPS; i++) {
            Scope scope = Scope.open("scope " + i);
            seen.add(i);
            scope.close();
        }
    }

    @AfterEach
    void close() throws IOException {
        for (Journal journal : opened) {
            journal.close();
        }
    }

    private Trace read() throws IOException {
        Journal journal = new BlockJournalFormat().open(Journals.in(directory).get(0));
        opened.add(journal);
        return journal.assemble();
    }

    /** All that a source told, however it came here. */
    private static List<String> sources(Trace trace) {
        List<String> lines = new ArrayList<>();
        for (Track track : trace.tracks()) {
            for (int i = 0; i < track.size(); i++) {
                if (!track.eventName(i).startsWith("scope ")) {
                    String where = track.isThread() + track.name() + track.device() + track.stream();
                    String stack = track.stackId(i) < 0 ? "" : trace.stack(track.stackId(i)) + "";
                    String signature = track.signatureId(i) < 0 ? "" : trace.signature(track.signatureId(i)) + "";
                    lines.add(where + track.eventName(i) + trace.kind(track.nameId(i)) + track.startNanos(i) + " "
                            + track.durationNanos(i) + track.isUnfinished(i) + track.isAsync(i)
                            + track.sequenceNumber(i) + " " + track.forwardThread(i) + " " + track.correlation(i)
                            + signature + stack);
                }
            }
        }
        IntStream.range(0, trace.memory().size())
                .mapToObj(i -> trace.memory().event(i).toString())
                .forEach(lines::add);
        for (int i = 0; i < trace.samples().size(); i++) {
            lines.add(trace.samples().sample(i).nanos() + " " + trace.samples().kind(i)
                    + trace.samples().weight(i) + trace.stack(trace.samples().stackId(i)));
        }
        trace.counters()
                .forEach(counter -> IntStream.range(0, counter.size())
                        .mapToObj(i -> counter.name() + counter.nanos(i) + " " + counter.value(i))
                        .forEach(lines::add));
        return lines.stream().sorted().toList();
    }

    /** The trace of the same window without a journal. */
    private List<String> expected() {
        List<Trace> plain = new CopyOnWriteArrayList<>();
        Profile profile =
                Profile.builder().source(new Source()).onTraceReady(plain::add).start();
        run();
        profile.close();
        return sources(plain.get(0));
    }

    @Test
    void journal_ofAProcessThatWasKilled_hasWhatSourcesDelivered() throws Exception {
        List<String> expected = expected();
        assertThat(expected).hasSize(7 * STEPS);
        Profile profile = start(JournalOptions.in(directory).withMemoryBytes(0));
        try (profile) {
            run();
            // As it lies on the disk before anybody has ended it.
            // Its head may be half written when it is there.
            await().ignoreExceptions().untilAsserted(() -> {
                assertThat(Journals.in(directory)).isNotEmpty();
                assertThat(sources(read())).isEqualTo(expected);
            });
            Trace trace = read();
            assertThat(trace.isPartial()).isTrue();
            assertThat(trace.account().dropped()).containsEntry(DropCause.SOURCE, (long) STEPS);
            assertThat(trace.account().begun())
                    .isEqualTo(
                            trace.account().written() + STEPS + trace.account().unfinishedTotal());
        }
    }

    @Test
    void journal_ofAProcessThatWasKilled_namesASourceThatDidNotStart() {
        Profile profile = Profile.builder()
                .journal(JournalOptions.in(directory)
                        .withFlushEvery(Duration.ofMillis(5))
                        .withMemoryBytes(0))
                .source(new Source())
                .source(new Broken())
                .start();
        try (profile) {
            run();
            await().ignoreExceptions()
                    .untilAsserted(
                            () -> assertThat(SourceFaults.failed(read())).containsEntry("Broken", "no recorder"));
        }
    }

    private static final class Broken implements ActivitySource {
        @Override
        public ActivityRecording start(RecordingOptions options) {
            throw new IllegalStateException("no recorder");
        }
    }

    @Test
    void trace_ofAWindowWithAJournal_hasEachOnce() {
        List<String> expected = expected();
        Profile profile = start(JournalOptions.in(directory).withMemoryBytes(0));
        run();
        await().until(seen::isEmpty);
        seen.add(STEPS);
        profile.close();
        assertThat(profile.failures()).isEmpty();
        List<String> sources = sources(traces.get(0));
        assertThat(sources).containsAll(expected).hasSize(expected.size() + 7);
        assertThat(traces.get(0).isPartial()).isFalse();
    }

    @Test
    void window_thatFitsIntoItsBuffers_touchesNoDisk() {
        Profile profile = Profile.builder()
                .journal(JournalOptions.in(directory))
                .source(new Source())
                .onTraceReady(traces::add)
                .start();
        run();
        profile.close();
        assertThat(directory).isEmptyDirectory();
        assertThat(sources(traces.get(0))).hasSize(7 * STEPS);
    }

    @Test
    void window_ofASourceThatFillsUp_isWrittenAlthoughItsBuffersHaveRoom() {
        Profile profile = Profile.builder()
                .journal(JournalOptions.in(directory))
                .source(new Source())
                .onTraceReady(traces::add)
                .start();
        run();
        isFillingUp = true;
        await().untilAsserted(() -> assertThat(directory).isNotEmptyDirectory());
        assertThat(seen).isEmpty();
        profile.close();
        assertThat(sources(traces.get(0))).isEqualTo(expected());
    }
}
