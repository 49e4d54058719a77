package io.stepprofiler.agent;

import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import java.util.function.Supplier;

/** Source that notes the woven classes, counted by weaving, and the step methods in each trace's metadata. */
final class WovenNotes implements ActivitySource {
    static final String KEY = "step-profiler agent";

    /** Metadata key of the patterns of step methods, by which reports tell a step from the code around it. */
    static final String STEP_METHODS = "step-profiler step methods";

    private final Supplier<String> woven;
    private final Supplier<String> steps;

    WovenNotes(Supplier<String> woven, Supplier<String> steps) {
        this.woven = woven;
        this.steps = steps;
    }

    @Override
    public ActivityRecording start(RecordingOptions options) {
        return new ActivityRecording() {
            @Override
            public void stop() {}

            @Override
            public void collect(ActivitySink sink) {
                sink.note(KEY, woven());
                if (!steps().isEmpty()) {
                    sink.note(STEP_METHODS, steps());
                }
            }
        };
    }

    String woven() {
        return "wove " + woven.get();
    }

    String steps() {
        return steps.get();
    }
}
