package io.stepprofiler;

import io.stepprofiler.event.CaptureOptions;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Rehearsal of a window's states: a profile of its own that waits, warms up, records and delivers to no handler, once a
 * process.
 *
 * <p>Loading the code of the step that ends a window takes longer than the end itself, and would be part of a training
 * step.
 */
final class WindowRehearsal {
    private static final int STEPS = 3;
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final AtomicBoolean HELD = new AtomicBoolean();

    /** A source that sees nothing. */
    private static final class Silent implements ActivitySource, ActivityRecording {
        @Override
        public ActivityRecording start(CaptureOptions options) {
            return this;
        }

        @Override
        public void stop() {}

        @Override
        public void collect(ActivitySink sink) {}
    }

    private WindowRehearsal() {}

    /** Holds it, on this thread, while no window is open; the first call does. */
    static void hold(boolean synchronousDelivery) {
        if (!HELD.getAndSet(true)) {
            Profile.builder()
                    .name("rehearsal")
                    .schedule(Schedule.builder()
                            .wait(1)
                            .warmup(1)
                            .active(1)
                            .repeat(1)
                            .build())
                    .source(new Silent())
                    .synchronousDelivery(synchronousDelivery)
                    .build()
                    .rehearseSteps(STEPS, TIMEOUT);
        }
    }
}
