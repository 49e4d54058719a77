package io.stepprofiler.analysis.steps;

/**
 * Category of the time of devices in a step. If several apply, the first in this order counts: copies and communication
 * are the part that no computation hides.
 */
public enum DeviceCategory {
    // D27: kernels before communication before copies.
    /** A kernel other than communication runs. */
    KERNEL("kernels"),
    /** A collective operation runs, and no kernel. */
    COMMUNICATION("communication"),
    /** Memory is copied or filled, and nothing else runs. */
    COPY("copies and fills"),
    /** No device works; the thread of the step runs. */
    HOST("the host alone"),
    /** No device works, and the thread of the step waits, such as for data, or is paused. */
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
