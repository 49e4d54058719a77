package io.stepprofiler;

import io.stepprofiler.recording.Mirror;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.source.AnnotationMirror;
import org.jspecify.annotations.Nullable;

/** Mirror of a profile, from its start to its stop: it receives the scopes of threads, and the steps. */
final class StepMirror implements StepParticipant {
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

    @Override
    public void stepBegan(long number) {
        if (mirror != null && options.isScheduled()) {
            step = mirror.beginStep(number);
        }
    }

    @Override
    public void stepEnded(long number, long now) {
        endStep();
    }

    private void endStep() {
        Runnable ended = step;
        step = null;
        if (ended != null) {
            ended.run();
        }
    }

    void stop() {
        endStep();
        if (mirror != null) {
            mirror = null;
            Recorder.mirrorTo(null);
        }
    }
}
