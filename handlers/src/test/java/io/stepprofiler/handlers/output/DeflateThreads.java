package io.stepprofiler.handlers.output;

import java.util.List;

/** The threads that compress. */
public final class DeflateThreads {
    private DeflateThreads() {}

    /** {@return those that are alive} */
    public static List<Thread> alive() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("stepprofiler-deflate"))
                .filter(Thread::isAlive)
                .toList();
    }
}
