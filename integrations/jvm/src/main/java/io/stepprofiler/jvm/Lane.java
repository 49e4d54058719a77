package io.stepprofiler.jvm;

/** Lanes of activity of the virtual machine; further lanes for concurrent spans are numbered. */
enum Lane {
    GC("GC", false),
    GC_CONCURRENT("GC concurrent", true),
    SAFEPOINTS("Safepoints", false),
    SAFEPOINT_LATENCY("Safepoint latency", true),
    COMPILER("JIT compiler", true),
    DEOPTIMIZATION("Deoptimization", true),
    CLASS_LOADING("Class loading", true),
    LIBRARIES("Native libraries", true),
    RECORDER("Flight recorder", false);

    private final String title;
    private final boolean ofThreads;

    Lane(String title, boolean ofThreads) {
        this.title = title;
        this.ofThreads = ofThreads;
    }

    /** True if several threads do this concurrently, each with nested spans. */
    boolean isOfThreads() {
        return ofThreads;
    }

    /** Name of the lane with a number from 0. */
    String title(int number) {
        return number == 0 ? title : title + " " + (number + 1);
    }
}
