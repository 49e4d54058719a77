package io.stepprofiler;

import io.stepprofiler.source.AnnotationMirror;

/** A step that another profiler has been told of, to be ended once. */
record MirroredStep(AnnotationMirror mirror, Object range) {
    static MirroredStep begin(AnnotationMirror mirror, long number) {
        return new MirroredStep(mirror, mirror.startStep(number));
    }

    void end() {
        mirror.end(range);
    }
}
