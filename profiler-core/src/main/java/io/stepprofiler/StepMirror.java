package io.stepprofiler;

import io.stepprofiler.recording.Mirror;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.source.AnnotationMirror;
import org.jspecify.annotations.Nullable;

/** Mirror of a profile, from its start to its stop: it receives the scopes of threads, and the steps. */
final class StepMirror {
    private final ProfileSettings options;
    private final Failures failures;
    private @Nullable Mirror mirror;
    private @Nullable Runnable step;

    StepMirror(ProfileSettings options, Failures failures) {
        this.options = options;
        this.failures = failures;
    }

    void start() {
        AnnotationMirror asked = options.mirror();
        if (asked != null) {
            mirror = Mirror.of(asked, options.capture(), failures);
            Recorder.mirrorTo(mirror);
        }
    }

    /** Begins a step and ends the previous one. */
    void stepBegan(long number) {
        stepEnded();
        if (mirror != null && options.isScheduled()) {
            step = mirror.beginStep(number);
        }
    }

    void stepEnded() {
        Runnable ended = step;
        step = null;
        if (ended != null) {
            ended.run();
        }
    }

    void stop() {
        stepEnded();
        if (mirror != null) {
            mirror = null;
            Recorder.mirrorTo(null);
        }
    }
}
