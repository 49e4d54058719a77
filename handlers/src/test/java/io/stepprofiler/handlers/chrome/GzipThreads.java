package io.stepprofiler.handlers.chrome;

import java.util.List;

/** The threads that compress. */
final class GzipThreads {
    private GzipThreads() {}

    static List<Thread> alive() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("stepprofiler-gzip"))
                .filter(Thread::isAlive)
                .toList();
    }
}
