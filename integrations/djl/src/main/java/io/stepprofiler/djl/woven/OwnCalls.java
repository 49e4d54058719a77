package io.stepprofiler.djl.woven;

/** Marker of the profiler's own calls of the engine on the program's threads, which woven code does not record. */
final class OwnCalls {
    private static final ThreadLocal<Boolean> MADE = ThreadLocal.withInitial(() -> false);

    private OwnCalls() {}

    /** Runs calls of the engine as the profiler's own. */
    static void run(Runnable calls) {
        boolean outer = MADE.get();
        MADE.set(true);
        try {
            calls.run();
        } finally {
            MADE.set(outer);
        }
    }

    /** True if this thread is making such calls. */
    static boolean areMade() {
        return MADE.get();
    }
}
