package io.stepprofiler;

import io.stepprofiler.clock.ClockReading;
import io.stepprofiler.clock.Ticks;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.recording.AsyncWork;
import io.stepprofiler.recording.Chunk;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.ThreadRecorder;
import io.stepprofiler.recording.Window;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.segment.JournalFormat;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.window.WindowReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Use of the profiler before the first window of a process, so that training steps neither load its code nor are
 * recompiled because of it.
 *
 * <p>HotSpot compiles a branch that has only gone one way as if there were no other, and throws the compiled code away
 * when it goes the other way after all. If this class did not call them before, all training methods that open scopes
 * would be recompiled in the first recorded steps, which then take up to twice as long. Takes some tens of milliseconds
 * of processor time.
 */
final class WarmUp {
    // W7: compilers see each branch go both ways.
    /**
     * Number of calls after which branches are counted, with a margin: HotSpot counts from the tier on that follows 200
     * calls ({@code Tier3InvocationThreshold}), later while it has much to compile.
     */
    private static final int OFTEN = 1000;

    /** Few compared with {@link #OFTEN}, so that recording is not compiled into methods that mostly record nothing. */
    private static final int SELDOM = 64;

    private static final int STEPS = 3;
    private static final int SEGMENTS = 40;
    private static final Schedule SCHEDULE =
            Schedule.builder().wait(1).warmup(1).active(1).repeat(1).build();
    private static final String NAME = "warm-up";
    private static final AtomicBoolean CALLED = new AtomicBoolean();
    private static final AtomicBoolean SEGMENTED = new AtomicBoolean();

    /** Profile that goes through all states. */
    interface Loop {
        void run(Schedule schedule, ActivitySource source, int steps, Runnable work);
    }

    /** Source without events. */
    private static final class Silent implements ActivitySource, ActivityRecording {
        @Override
        public ActivityRecording start(RecordingOptions options) {
            return this;
        }

        @Override
        public void stop() {}

        @Override
        public void collect(ActivitySink sink) {}
    }

    private final Label label = Label.of(NAME);
    private final OpDetails details = new OpDetails();
    private final Counter counter = Counter.of(NAME);
    private final Counter changing = Counter.of(NAME, NAME);
    private final Marker marker = Marker.of(NAME, NAME);
    private final AsyncWork task = AsyncWork.of(NAME, EventKind.TASK, NAME);

    private WarmUp() {}

    /**
     * Calls everything that has a switch, outside and inside of a window, on this thread; only the first call in a
     * process does, and no other window may be open. The window belongs to a profile that waits, warms up, records and
     * delivers to no handler: loading the code of the step that ends a window takes longer than the end itself.
     */
    static void run(Loop loop) {
        if (!CALLED.getAndSet(true)) {
            WarmUp calls = new WarmUp();
            calls.pass(OFTEN);
            loop.run(SCHEDULE, new Silent(), STEPS, () -> calls.pass(SELDOM));
        }
    }

    /**
     * Takes segments of a window, lets a journal encode them without a file, and releases the window; later calls in a
     * process only release it. Until that code has been compiled, it is too slow for the first tenths of a second of a
     * fast loop, and events are dropped.
     */
    static void segments(Window window, @Nullable JournalFormat format) {
        try {
            if (!SEGMENTED.getAndSet(true)) {
                List<Segment> segments = cut(window);
                if (format != null) {
                    format.warmUp(segments);
                }
            }
        } catch (IOException e) {
            // Not caused by the disk, which is not used; the first segment will fail in the same way.
        } finally {
            Recorder.release(window, true);
        }
    }

    private static List<Segment> cut(Window window) {
        window.drainOften();
        WindowReader reader = new WindowReader(window);
        List<Segment> segments = new ArrayList<>();
        for (int i = 0; i < SEGMENTS; i++) {
            ThreadRecorder recorder = ThreadRecorder.in(window);
            for (int event = 0; recorder != null && event < Chunk.MAX_CAPACITY; event++) {
                ThreadRecorder.end(window, recorder.begin(recorder.refOf(NAME)), Ticks.now());
            }
            segments.add(reader.cut(ClockReading.now()));
        }
        return segments;
    }

    private void pass(int times) {
        for (int i = 0; i < times; i++) {
            Scope.open(NAME).close();
            Scope.open(label).close();
            Scope.open(label, details)
                    .arg(NAME, 1)
                    .arg(NAME, 0.5)
                    .arg(NAME, NAME)
                    .close();
            Scope.end(Scope.begin(label));
            Scope.end(Scope.begin(label, details));
            ModuleScope.open(NAME, NAME).close();
            DataLoader.open(NAME).close();
            // An address that no allocation has, since memory may be tracked.
            Memory.allocated(Long.MIN_VALUE, 64, MemoryCategory.TEMPORARY);
            Memory.freed(Long.MIN_VALUE, 64);
            counter.record(i);
            changing.increment();
            BatchSize.record(Scope.isRecording() ? i : 0);
            marker.mark();
            AsyncWork.end(task.begin());
            AsyncWork.end(task.begin(i));
        }
    }
}
