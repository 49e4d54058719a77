package io.stepprofiler.analysis.breakdown;

/** Cost of work concurrent with the thread of a step: work that takes processors from it or is done for it. */
public enum ConcurrentCost {
    /** Work of the just-in-time compilers. */
    COMPILATION("compilation"),
    /** Work of concurrent garbage collectors. */
    COLLECTION("concurrent collection"),
    /** Loading of classes, on any thread. */
    CLASS_LOADING("class loading"),
    /** Loading of data by other threads. */
    DATA_LOADING("data loading by other threads"),
    /** Work on the streams of devices. */
    DEVICE("work on devices"),
    /** Background work of the profiler itself. */
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
