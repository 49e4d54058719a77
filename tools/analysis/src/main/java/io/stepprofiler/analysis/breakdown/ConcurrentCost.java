package io.stepprofiler.analysis.breakdown;

/** What went on beside the thread of a step while it lasted, and took processors, or was work for it. */
public enum ConcurrentCost {
    /** The just-in-time compilers. */
    COMPILATION("compilation"),
    /** Collectors that work beside the program. */
    COLLECTION("concurrent collection"),
    /** Loading of classes, on any thread. */
    CLASS_LOADING("class loading"),
    /** Loading of data by other threads. */
    DATA_LOADING("data loading by other threads"),
    /** Work on the streams of devices. */
    DEVICE("work on devices"),
    /** What the profiler itself did in the background. */
    PROFILER("the profiler's own work");

    private final String label;

    ConcurrentCost(String label) {
        this.label = label;
    }

    /** {@return the cost in words, as tables and files show it} */
    public String label() {
        return label;
    }
}
