package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.clock.ClockReading;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.UnfinishedCause;
import io.stepprofiler.nesting.SelfTimes;
import io.stepprofiler.recording.AsyncWork;
import io.stepprofiler.recording.Capture;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.ThreadRecorder;
import io.stepprofiler.recording.Window;
import io.stepprofiler.segment.JoinedSegments;
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
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // A scope variable is there to be closed.
class AsyncWorkTest {
    private static final AsyncWork LOAD = AsyncWork.of("load", EventKind.TASK, "io");

    @Test
    void task_aroundAndAcrossScopes_takesNoPartInTheirNesting() {
        Trace trace = Recorded.trace(() -> {
            long task;
            try (Scope ignored = Scope.open("first")) {
                task = LOAD.begin();
            }
            try (Scope ignored = Scope.open("second")) {
                AsyncWork.end(task);
            }
        });
        Track track = trace.tracks().get(0);
        TraceEvent task = Recorded.event(trace, "load");
        assertThat(task.kind()).isEqualTo(EventKind.TASK);
        assertThat(task.domain()).isEqualTo("io");
        assertThat(task.async()).isTrue();
        assertThat(task.endNanos())
                .isGreaterThan(Recorded.event(trace, "second").startNanos());
        assertThat(SelfTimes.of(track)).containsExactly(track.durationNanos(0), 0, track.durationNanos(2));
        assertThat(trace.account().anomalies()).isEmpty();
    }

    @Test
    void task_severalAtOnce_eachHasItsOwnEnd() {
        Trace trace = Recorded.trace(() -> {
            long first = LOAD.begin();
            long second = LOAD.begin();
            long third = LOAD.begin();
            AsyncWork.end(second);
            AsyncWork.end(third);
            AsyncWork.end(first);
        });
        List<TraceEvent> tasks = trace.events();
        assertThat(tasks).hasSize(3).noneMatch(TraceEvent::unfinished);
        assertThat(tasks.get(1).endNanos()).isLessThanOrEqualTo(tasks.get(2).endNanos());
        assertThat(tasks.get(2).endNanos()).isLessThanOrEqualTo(tasks.get(0).endNanos());
    }

    @Test
    void task_endedOnAnotherThread_isFinishedAndNoAnomaly() {
        Trace trace = Recorded.trace(() -> {
            long task = LOAD.begin();
            Recorded.onNewThread("other", () -> {
                AsyncWork.end(task);
                return "";
            });
            Scope.open("after").close();
        });
        TraceEvent task = Recorded.event(trace, "load");
        assertThat(task.unfinished()).isFalse();
        assertThat(task.endNanos())
                .isLessThanOrEqualTo(Recorded.event(trace, "after").startNanos());
        assertThat(trace.account().anomalies()).isEmpty();
        assertThat(trace.account().begun()).isEqualTo(2);
    }

    @Test
    void task_openWhenTheWindowEnds_isUnfinishedAndLastsUntilThen() {
        Trace trace = Recorded.trace(() -> {
            long unused = LOAD.begin();
        });
        TraceEvent task = trace.events().get(0);
        assertThat(task.unfinished()).isTrue();
        assertThat(task.endNanos()).isEqualTo(trace.end().monotonicNanos());
        assertThat(trace.account().unfinished()).isEqualTo(Map.of(UnfinishedCause.WINDOW_ENDED, 1L));
        assertThat(trace.account().begun()).isEqualTo(1);
    }

    @Test
    void task_ofAThreadThatEnded_lastsUntilTheWindowEnds() {
        Trace trace = Recorded.trace(() -> Recorded.onNewThread("short", LOAD::begin));
        TraceEvent task = trace.events().get(0);
        assertThat(task.unfinished()).isTrue();
        assertThat(task.endNanos()).isEqualTo(trace.end().monotonicNanos());
    }

    @Test
    void end_afterItsWindow_isIgnoredAlsoInTheNextOne() {
        long[] token = new long[1];
        Trace first = Recorded.trace(() -> token[0] = LOAD.begin());
        AsyncWork.end(token[0]);
        Trace second = Recorded.trace(() -> {
            AsyncWork.end(token[0]);
            Scope.open("scope").close();
        });
        assertThat(first.events().get(0).unfinished()).isTrue();
        assertThat(second.events()).hasSize(1);
        assertThat(second.account().anomalies()).isEmpty();
    }

    @Test
    void end_onAThreadThatThereIsNoRoomFor_isNoDroppedEvent() throws Exception {
        Window window = new Window(
                Long.MAX_VALUE,
                2 * ThreadRecorder.BYTES,
                new Capture(RecordingOptions.NONE, 1, EnumSet.allOf(ActivityType.class)));
        Recorder.switchTo(window);
        try {
            long task = LOAD.begin();
            Recorded.onNewThread("other", () -> {
                AsyncWork.end(task);
                return "";
            });
        } finally {
            Recorder.switchTo(null);
        }
        window.end();
        TraceBuilder builder = new TraceBuilder();
        new WindowReader(window).readAll(builder, Deadline.NEVER);
        Recorder.release(window, false);
        Trace trace = builder.build();
        assertThat(trace.account().begun()).isEqualTo(1);
        assertThat(trace.account().written()).isEqualTo(1);
    }

    @Test
    void begin_whileNotRecording_isNoToken() {
        assertThat(LOAD.begin()).isZero();
        AsyncWork.end(0);
    }

    @Test
    void frames_withStacksAndInManyChunks_keepTheirNumbers() {
        AsyncWork frame = AsyncWork.of("many", EventKind.FRAME, "");
        Trace trace = Recorded.trace(builder -> builder.withStack(true), () -> {
            for (int i = 0; i < 30_000; i++) {
                AsyncWork.end(frame.begin(i + 1L));
            }
        });
        List<TraceEvent> frames = trace.events();
        assertThat(frames).hasSize(30_000).allMatch(event -> event.kind() == EventKind.FRAME && event.async());
        for (int i = 0; i < frames.size(); i++) {
            assertThat(frames.get(i).arguments()).containsEntry("frame", i + 1L);
        }
    }

    /** One thread begins tasks and hands them to another, which ends them, while a third cuts the window. */
    @Test
    void tasks_handedOverWhileTheWindowIsCut_allHaveTheirOwnEnds() throws Exception {
        Window window = new Window(
                Long.MAX_VALUE, 1L << 30, new Capture(RecordingOptions.NONE, 1, EnumSet.allOf(ActivityType.class)));
        WindowReader reader = new WindowReader(window);
        JoinedSegments joined = new JoinedSegments();
        BlockingQueue<Long> tokens = new ArrayBlockingQueue<>(64);
        int count = 100_000;
        List<Long> durations = new ArrayList<>();
        AtomicBoolean over = new AtomicBoolean();
        Recorder.switchTo(window);
        try {
            Thread ending = new Thread(() -> {
                try {
                    for (int i = 0; i < count; i++) {
                        AsyncWork.end(tokens.take());
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                over.set(true);
            });
            Thread beginning = new Thread(() -> {
                try {
                    for (int i = 0; i < count; i++) {
                        tokens.put(LOAD.begin());
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            ending.start();
            beginning.start();
            while (!over.get()) {
                joined.add(reader.cut(ClockReading.now()));
            }
            beginning.join();
            ending.join();
            Recorder.switchTo(null);
            window.end();
            joined.add(reader.cutLast());
        } finally {
            Recorder.switchTo(null);
        }
        joined.trace().window(window.start.clock(), window.endReading().clock());
        Trace trace = joined.build();
        Recorder.release(window, false);
        assertThat(trace.account().begun()).isEqualTo(count);
        assertThat(trace.account().unfinishedTotal()).isZero();
        assertThat(trace.account().anomalies()).isEmpty();
        Track track = trace.tracks().get(0);
        // They end in the order in which they begin, at most 64 and the two at hand later.
        for (int i = 0; i < track.size(); i++) {
            durations.add(track.durationNanos(i));
            if (i >= 66) {
                assertThat(track.startNanos(i))
                        .isGreaterThanOrEqualTo(track.startNanos(i - 66) + track.durationNanos(i - 66));
            }
        }
        assertThat(durations).hasSize(count).allMatch(duration -> duration > 0);
    }
}
