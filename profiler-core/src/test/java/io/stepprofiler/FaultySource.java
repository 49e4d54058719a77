package io.stepprofiler;

import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** A source that fails in the calls that it is given, and counts the recordings that are running. */
final class FaultySource implements ActivitySource {
    /** Call that may fail. */
    enum Call {
        PREPARE,
        START,
        STEP,
        HAS_STOPPED,
        STOP,
        COLLECT
    }

    /** What sources do wrong; read by sources and models. */
    static final class Faults {
        final Set<Call> failing = EnumSet.noneOf(Call.class);
        boolean hasStopped;

        void call(Call call) {
            if (failing.contains(call)) {
                throw new IllegalStateException("fault in " + call);
            }
        }

        @Override
        public String toString() {
            return failing + (hasStopped ? " stopped" : "");
        }
    }

    final AtomicInteger running = new AtomicInteger();
    final AtomicInteger collected = new AtomicInteger();
    private final Activity activity;
    private final Faults faults;

    FaultySource(Activity activity, Faults faults) {
        this.activity = activity;
        this.faults = faults;
    }

    @Override
    public Activity activity() {
        return activity;
    }

    @Override
    public void prepare() {
        faults.call(Call.PREPARE);
    }

    @Override
    public ActivityRecording start(RecordingOptions options) {
        faults.call(Call.START);
        running.incrementAndGet();
        return new ActivityRecording() {
            @Override
            public void stepBegan(long step) {
                faults.call(Call.STEP);
            }

            @Override
            public boolean hasStopped() {
                faults.call(Call.HAS_STOPPED);
                return faults.hasStopped;
            }

            @Override
            public void stop() {
                running.decrementAndGet();
                faults.call(Call.STOP);
            }

            @Override
            public void collect(ActivitySink sink) {
                collected.incrementAndGet();
                faults.call(Call.COLLECT);
            }
        };
    }
}
