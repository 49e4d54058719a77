package io.stepprofiler.jvm;

/** Where what the virtual machine does is shown; of several at a time the further ones are numbered. */
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

    /** Whether several threads do this side by side, each of them one thing inside the other. */
    boolean isOfThreads() {
        return ofThreads;
    }

    /** The name of the lane with a number from 0. */
    String title(int number) {
        return number == 0 ? title : title + " " + (number + 1);
    }
}
