package io.stepprofiler.analysis.steps;

/**
 * What devices do in a moment of a step. A moment that is several belongs to the first of them, in this order: so copies
 * and communication are what no computation hides.
 */
public enum DeviceCategory {
    /** A kernel runs that is no communication. */
    KERNEL("kernels"),
    /** A collective operation runs, and no kernel beside it. */
    COMMUNICATION("communication"),
    /** Memory is copied or filled, and nothing else runs. */
    COPY("copies and fills"),
    /** No device works; the thread of the step runs. */
    HOST("the host alone"),
    /** No device works, and the thread of the step waits or is paused, for data among others. */
    IDLE("idle");

    private final String label;

    DeviceCategory(String label) {
        this.label = label;
    }

    /** {@return the category in words, as tables and files show it} */
    public String label() {
        return label;
    }

    /** {@return whether a device works} */
    public boolean isWork() {
        return compareTo(HOST) < 0;
    }
}
