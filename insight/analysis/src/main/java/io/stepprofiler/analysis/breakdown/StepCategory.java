package io.stepprofiler.analysis.breakdown;

/** Category of the time of a step. If several apply, the first in this order counts. */
public enum StepCategory {
    /** The virtual machine pauses all threads, or this one: collections, safepoints, allocation stalls. */
    VM_PAUSE("paused by the virtual machine"),
    /** The step waits for the next batch or makes it: any time inside an event of data loading. */
    DATA_WAIT("waiting for data"),
    /**
     * Any time inside a collective operation; if the thread is in no event, also a collective of Gloo on another
     * thread.
     */
    COMMUNICATION("communication"),
    /** The thread waits until a device has done its work. */
    DEVICE_WAIT("waiting for a device"),
    /** The thread waits to enter a monitor that another thread holds. */
    LOCK("waiting for a lock"),
    /** The thread sleeps. */
    SLEEP("sleeping"),
    /** The thread is parked or waits for a notification. */
    PARK("waiting for other threads"),
    /** The thread reads or writes a file or a socket. */
    INPUT_OUTPUT("input and output"),
    /**
     * The thread is inside a scope, a module or an operation, or torch runs its backward pass on another thread, or
     * samples show the method that the thread runs.
     */
    PHASE("phases"),
    /** None of the other categories. */
    UNACCOUNTED("unaccounted");

    private final String label;

    StepCategory(String label) {
        this.label = label;
    }

    /** {@return the category in words, as tables and files show it} */
    public String label() {
        return label;
    }

    /** {@return whether the thread is in no known wait} */
    public boolean isRunning() {
        return this == PHASE || this == UNACCOUNTED;
    }
}
