package io.stepprofiler.nativeaccess.annotations;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.frameworks.PyTorch;
import io.stepprofiler.source.AnnotationMirror;

/** Mirror of a profile to a collector. */
record CollectorMirror(String name, Collector collector) implements AnnotationMirror {
    @Override
    public String unusable() {
        return collector.unusable();
    }

    @Override
    public Object push(String range, EventKind kind) {
        collector.push(range);
        return this; // The profiler keeps track of the innermost range itself.
    }

    @Override
    public void pop(Object range) {
        collector.pop();
    }

    @Override
    public Object start(String range, EventKind kind) {
        return collector.start(range);
    }

    @Override
    public Object startStep(long number) {
        // As a text: step names are not repeated.
        return collector.startOnce(PyTorch.STEP_PREFIX + number);
    }

    @Override
    public void end(Object range) {
        if (range instanceof Long number) {
            collector.end(number);
        }
    }

    @Override
    public void mark(String marker) {
        collector.mark(marker);
    }
}
