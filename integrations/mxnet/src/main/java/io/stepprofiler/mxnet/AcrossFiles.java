package io.stepprofiler.mxnet;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Objects that begin in one file and end in a later one. The trace of the first file shows them unfinished and the
 * others not at all, so that statistics get their times from here. Safe on any thread.
 */
final class AcrossFiles {
    private record Ended(String category, String name, long startNanos, long nanos) {}

    private static final Queue<Ended> ENDED = new ConcurrentLinkedQueue<>();

    private static volatile long runStartNanos = Long.MAX_VALUE;
    private static volatile long fileEndNanos = Long.MIN_VALUE;

    private AcrossFiles() {}

    static void runBegins() {
        fileEndNanos = Long.MIN_VALUE;
        runStartNanos = System.nanoTime();
    }

    static void runEnds() {
        runStartNanos = Long.MAX_VALUE;
    }

    static void fileEnds() {
        fileEndNanos = System.nanoTime();
    }

    /** Notes the end of an object that was recorded from its start on, unless its file goes on. */
    static void end(String category, String name, long startNanos) {
        if (startNanos >= runStartNanos && startNanos < fileEndNanos) {
            ENDED.add(new Ended(category, name, startNanos, System.nanoTime() - startNanos));
        }
    }

    static void countIn(Statistics statistics) {
        for (Ended each = ENDED.poll(); each != null; each = ENDED.poll()) {
            statistics.addTime(each.category, each.name, each.startNanos, each.nanos);
        }
    }
}
