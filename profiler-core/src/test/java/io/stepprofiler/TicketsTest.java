package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.recording.Capture;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.ThreadBuffer;
import io.stepprofiler.recording.ThreadRecorder;
import io.stepprofiler.recording.Tickets;
import io.stepprofiler.recording.Window;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.window.Deadline;
import io.stepprofiler.window.WindowReader;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tickets tell threads and windows apart, however many there are. */
@Tag("long")
class TicketsTest {
    /** With the first thread and two more, one more than 20 bits tell apart. */
    private static final int MANY = (1 << 20) - 2;

    private static final Label EVENT = Label.of("event");

    private final List<Window> windows = new ArrayList<>();
    private final Window window = open();

    private Window open() {
        Window opened = new Window(
                Long.MAX_VALUE, 1 << 30, new Capture(RecordingOptions.NONE, 1, EnumSet.allOf(ActivityType.class)));
        windows.add(opened);
        Recorder.switchTo(opened);
        return opened;
    }

    @AfterEach
    void close() {
        Recorder.switchTo(null);
        windows.forEach(Window::discard);
    }

    private static Trace read(Window ended) {
        Recorder.switchTo(null);
        ended.end();
        TraceBuilder trace = new TraceBuilder();
        new WindowReader(ended).readAll(trace, Deadline.NEVER);
        return trace.build();
    }

    /** As if a thread had recorded and ended. */
    private void comeAndGo(ThreadRecorder recorder) {
        ThreadBuffer buffer = new ThreadBuffer(Thread.currentThread(), window);
        window.register(recorder, buffer);
        window.retire(buffer, 0);
    }

    @Test
    void token_ofOneThreadInAMillion_endsItsOwnEventOnly() throws Exception {
        long first = Scope.begin(EVENT);
        ThreadRecorder recorder = ThreadRecorder.in(window);
        assertThat(recorder).isNotNull();
        for (int i = 0; i < MANY; i++) {
            comeAndGo(recorder);
        }
        for (int i = 0; i < 3; i++) {
            Recorded.onNewThread("late " + i, () -> {
                Scope.end(Scope.begin(EVENT));
                return "";
            });
        }
        Trace trace = read(window);
        assertThat(trace.account().anomalies()).isEqualTo(Map.of());
        assertThat(trace.account().unfinishedTotal()).isEqualTo(1);
        assertThat(trace.tracks().get(0).isUnfinished(0)).isTrue();
        assertThat(first).isNotZero();
    }

    @Test
    void seats_ofThreadsThatHaveGone_areTakenAgain() {
        ThreadRecorder recorder = ThreadRecorder.in(window);
        assertThat(recorder).isNotNull();
        for (int i = 0; i < MANY >> 4; i++) {
            comeAndGo(recorder);
        }
        assertThat(window.seats()).isLessThan(100);
    }

    @Test
    void token_closedThousandsOfWindowsLate_endsNoStrangersScope() {
        long old = Scope.begin(EVENT);
        for (int i = 0; i < 4094; i++) {
            Window next = open();
            Scope.end(Scope.begin(EVENT));
            next.discard();
        }
        Window present = open();
        long strangers = Scope.begin(EVENT);
        Scope.end(old);
        Trace trace = read(present);
        assertThat(strangers).isNotEqualTo(old);
        assertThat(trace.account().unfinishedTotal()).isEqualTo(1);
        assertThat(trace.account().anomalies()).isEqualTo(Map.of(Anomaly.CLOSED_AFTER_WINDOW, 1L));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void recorders_atRandom_areFoundAsInAMap(int seed) throws Exception {
        Random random = new Random(seed);
        List<ThreadRecorder> threads = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            threads.add(Recorded.onNewThread("thread " + i, () -> ThreadRecorder.in(open())));
        }
        Window several = open();
        Map<Integer, ThreadRecorder> expected = new LinkedHashMap<>();
        List<ThreadBuffer> present = new ArrayList<>();
        List<Integer> gone = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            // Sometimes many come, sometimes many go.
            if (random.nextInt(1000) < ((i / 500) % 2 == 0 ? 700 : 300) || present.isEmpty()) {
                ThreadRecorder recorder = threads.get(random.nextInt(threads.size()));
                ThreadBuffer buffer = new ThreadBuffer(recorder.thread, several);
                int ticket = several.register(recorder, buffer);
                assertThat(expected.put(ticket, recorder)).isNull();
                present.add(buffer);
            } else {
                ThreadBuffer buffer = present.remove(random.nextInt(present.size()));
                several.retire(buffer, 0);
                expected.remove(buffer.ticket());
                gone.add(buffer.ticket());
            }
            if (random.nextInt(10) == 0) {
                Tickets.next(); // As another window's late thread takes one.
            }
        }
        assertThat(several.buffers())
                .isEqualTo(present.stream()
                        .sorted((a, b) -> Integer.compare(a.ticket(), b.ticket()))
                        .toList());
        expected.forEach((ticket, recorder) -> {
            assertThat(several.recorder(ticket)).isSameAs(recorder);
            assertThat(several.hasGiven(ticket)).isTrue();
        });
        assertThat(gone).allMatch(several::hasGiven);
        assertThat(several.hasGiven(gone.get(0) - 100_000)).isFalse();
        assertThat(several.hasGiven(Tickets.next())).isFalse();
    }
}
