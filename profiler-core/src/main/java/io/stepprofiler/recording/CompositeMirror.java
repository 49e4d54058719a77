package io.stepprofiler.recording;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.AnnotationMirror;
import java.util.List;

/** Composite of several mirrors, whose ranges are arrays of the ranges of each. */
public final class CompositeMirror implements AnnotationMirror {
    private final AnnotationMirror[] mirrors;

    public CompositeMirror(List<AnnotationMirror> mirrors) {
        this.mirrors = mirrors.toArray(AnnotationMirror[]::new);
    }

    @Override
    public String name() {
        return "several";
    }

    @Override
    public String unusable() {
        return "";
    }

    @Override
    public Object push(String name, EventKind kind) {
        Object[] range = new Object[mirrors.length];
        for (int i = 0; i < range.length; i++) {
            range[i] = mirrors[i].push(name, kind);
        }
        return range;
    }

    @Override
    public void pop(Object range) {
        if (range instanceof Object[] each) {
            for (int i = each.length - 1; i >= 0; i--) {
                mirrors[i].pop(each[i]);
            }
        }
    }

    @Override
    public Object start(String name, EventKind kind) {
        Object[] range = new Object[mirrors.length];
        for (int i = 0; i < range.length; i++) {
            range[i] = mirrors[i].start(name, kind);
        }
        return range;
    }

    @Override
    public Object startStep(long number) {
        Object[] range = new Object[mirrors.length];
        for (int i = 0; i < range.length; i++) {
            range[i] = mirrors[i].startStep(number);
        }
        return range;
    }

    @Override
    public void end(Object range) {
        if (range instanceof Object[] each) {
            for (int i = each.length - 1; i >= 0; i--) {
                mirrors[i].end(each[i]);
            }
        }
    }

    @Override
    public void mark(String name) {
        for (AnnotationMirror mirror : mirrors) {
            mirror.mark(name);
        }
    }
}
