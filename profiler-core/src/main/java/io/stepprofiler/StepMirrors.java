package io.stepprofiler;

import io.stepprofiler.recording.Annotations;
import io.stepprofiler.recording.Recorder;
import org.jspecify.annotations.Nullable;

/** Mirrors of a profile, from its start to its stop: they receive the scopes of threads, and the steps. */
final class StepMirrors {
    private final ProfileSettings options;
    private final Failures failures;
    private @Nullable Annotations annotations;

    StepMirrors(ProfileSettings options, Failures failures) {
        this.options = options;
        this.failures = failures;
    }

    void start() {
        if (!options.mirrors().isEmpty()) {
            annotations = Annotations.of(options.mirrors(), options.capture(), failures);
            Recorder.annotate(annotations);
        }
    }

    void stepBegan(long step) {
        Annotations told = annotations;
        if (told != null && options.isScheduled()) {
            told.stepBegan(step);
        }
    }

    void stepEnded() {
        Annotations told = annotations;
        if (told != null) {
            told.stepEnded();
        }
    }

    void stop() {
        stepEnded();
        if (annotations != null) {
            annotations = null;
            Recorder.annotate(null);
        }
    }
}
