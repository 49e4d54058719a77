package io.stepprofiler.agent;

import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import java.util.function.Supplier;

/** Source that notes the woven classes, counted by weaving, in each trace's metadata. */
final class WovenNotes implements ActivitySource {
    static final String KEY = "step-profiler agent";

    private final Supplier<String> woven;

    WovenNotes(Supplier<String> woven) {
        this.woven = woven;
    }

    @Override
    public ActivityRecording start(RecordingOptions options) {
        return new ActivityRecording() {
            @Override
            public void stop() {}

            @Override
            public void collect(ActivitySink sink) {
                sink.note(KEY, text(woven));
            }
        };
    }

    static String text(Supplier<String> woven) {
        return "wove " + woven.get();
    }
}
