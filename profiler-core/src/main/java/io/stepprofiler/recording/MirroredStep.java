package io.stepprofiler.recording;

import io.stepprofiler.source.AnnotationMirror;

/** Step that was also begun in another profiler, to be ended once. */
public record MirroredStep(AnnotationMirror mirror, Object range) {
    public static MirroredStep begin(AnnotationMirror mirror, long number) {
        return new MirroredStep(mirror, mirror.startStep(number));
    }

    public void end() {
        mirror.end(range);
    }
}
