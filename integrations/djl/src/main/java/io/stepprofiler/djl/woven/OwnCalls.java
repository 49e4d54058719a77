package io.stepprofiler.djl.woven;

/** The calls of the engine that the profiler itself makes, on the program's threads: woven code leaves them out. */
final class OwnCalls {
    private static final ThreadLocal<Boolean> MADE = ThreadLocal.withInitial(() -> false);

    private OwnCalls() {}

    /** Runs what calls the engine. */
    static void run(Runnable calls) {
        boolean outer = MADE.get();
        MADE.set(true);
        try {
            calls.run();
        } finally {
            MADE.set(outer);
        }
    }

    /** Whether this thread is making some. */
    static boolean areMade() {
        return MADE.get();
    }
}
