package io.stepprofiler;

import io.stepprofiler.event.CaptureOptions;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** An activity source that notes what is asked of it and does what it is given. */
final class ScriptedSource implements ActivitySource {
    final List<String> calls = new CopyOnWriteArrayList<>();
    private final Activity activity;
    private final Consumer<ActivitySink> collecting;
    private final BooleanSupplier stopped;

    private ScriptedSource(Activity activity, Consumer<ActivitySink> collecting, BooleanSupplier stopped) {
        this.activity = activity;
        this.collecting = collecting;
        this.stopped = stopped;
    }

    static ScriptedSource collecting(Consumer<ActivitySink> collecting) {
        return new ScriptedSource(Activity.JVM, collecting, () -> false);
    }

    static ScriptedSource of(Activity activity) {
        return new ScriptedSource(activity, sink -> {}, () -> false);
    }

    static ScriptedSource stoppingWhen(BooleanSupplier stopped) {
        return new ScriptedSource(Activity.JVM, sink -> {}, stopped);
    }

    @Override
    public Activity activity() {
        return activity;
    }

    @Override
    public ActivityRecording start(CaptureOptions options) {
        calls.add("start");
        return new ActivityRecording() {
            @Override
            public void stop() {
                calls.add("stop");
            }

            @Override
            public boolean hasStopped() {
                return stopped.getAsBoolean();
            }

            @Override
            public void collect(ActivitySink sink) {
                calls.add("collect");
                collecting.accept(sink);
            }
        };
    }
}
