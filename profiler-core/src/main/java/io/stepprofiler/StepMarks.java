package io.stepprofiler;

import java.util.ArrayList;
import java.util.List;

/** The step marks of one window, written by the threads that step, one at a time. */
final class StepMarks {
    /** A mark whose end is {@link Chunk#OPEN} until its step ends. */
    record Mark(long number, long startNanos, long endNanos, Thread thread) {}

    private final List<Mark> marks = new ArrayList<>();

    synchronized void begin(long number) {
        marks.add(new Mark(number, System.nanoTime(), Chunk.OPEN, Thread.currentThread()));
    }

    synchronized void end() {
        long now = System.nanoTime();
        int last = marks.size() - 1;
        if (last >= 0) {
            Mark open = marks.get(last);
            marks.set(last, new Mark(open.number, open.startNanos, now, open.thread));
        }
    }

    synchronized List<Mark> all() {
        return List.copyOf(marks);
    }
}
