package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.clock.Ticks;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.recording.Capture;
import io.stepprofiler.recording.Chunk;
import io.stepprofiler.recording.NameTable;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.StepMarks;
import io.stepprofiler.recording.ThreadRecorder;
import io.stepprofiler.recording.Window;
import io.stepprofiler.source.ActivityType;
import java.util.EnumSet;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What threads meet that come late to a window, or when there is no room. */
class WindowTest {
    private static final long PLENTY = 1 << 20;

    private static Window window(long maxBytes) {
        return new Window(PLENTY, maxBytes, new Capture(RecordingOptions.NONE, 1, EnumSet.allOf(ActivityType.class)));
    }

    @Test
    void attach_afterRelease_writesToABufferOfNobody() throws Exception {
        Window window = window(PLENTY);
        window.end();
        Recorder.release(window, true);
        Recorded.onNewThread("late", () -> {
            ThreadRecorder recorder = ThreadRecorder.in(window);
            assertThat(recorder).isNotNull();
            Scope.none().close(); // Says what makes scopes.
            recorder.close(Objects.requireNonNull(recorder.open(recorder.refOf("late"))), Ticks.now());
            recorder.side().sample(recorder.refOf("late"), 1);
            return "";
        });
        assertThat(window.buffers()).isEmpty();
    }

    @Test
    void attach_withoutRoom_dropsAndCountsInsteadOfRegistering() throws Exception {
        Window window = window(100);
        Recorded.onNewThread("too many", () -> {
            assertThat(ThreadRecorder.in(window)).isNull();
            return "";
        });
        assertThat(window.buffers()).isEmpty();
        assertThat(window.drops.get(DropCause.BYTE_LIMIT)).isEqualTo(1);
    }

    @Test
    void stepMarks_withoutRoom_areLeftOutAndCounted() {
        Window window = window(220);
        for (int step = 0; step < StepMarks.FREE + 10; step++) {
            window.steps.begin(step);
            window.steps.end();
        }
        assertThat(window.steps.all()).hasSize(StepMarks.FREE + 3).allMatch(mark -> mark.endTicks() != Chunk.OPEN);
        assertThat(window.anomalies.get(Anomaly.STEP_MARK_DROPPED)).isEqualTo(7);
    }

    @Test
    void names_withoutRoom_becomeOne() {
        Window window = window(300);
        NameTable names = window.names;
        assertThat(names.text(names.refOf("first"))).isEqualTo("first");
        assertThat(names.text(names.refOf("x".repeat(500)))).isEqualTo("(too many names)");
        assertThat(names.text(names.refOf("first"))).isEqualTo("first");
        assertThat(window.anomalies.get(Anomaly.TOO_MANY_NAMES)).isEqualTo(1);
    }
}
