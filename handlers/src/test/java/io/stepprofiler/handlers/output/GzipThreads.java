package io.stepprofiler.handlers.output;

import java.util.List;

/** The threads that compress. */
public final class GzipThreads {
    private GzipThreads() {}

    /** {@return those that are alive} */
    public static List<Thread> alive() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("stepprofiler-gzip"))
                .filter(Thread::isAlive)
                .toList();
    }
}
