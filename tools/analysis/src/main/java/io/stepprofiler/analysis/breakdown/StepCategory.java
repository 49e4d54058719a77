package io.stepprofiler.analysis.breakdown;

/** What a moment of a step is spent with. A moment that is several belongs to the first of them, in this order. */
public enum StepCategory {
    /** The virtual machine holds all threads, or this one: collections, safepoints, allocation stalls. */
    VM_PAUSE("paused by the virtual machine"),
    /** The step waits for the next batch, or makes it: anything inside an event of data loading. */
    DATA_WAIT("waiting for data"),
    /** Anything inside a collective operation; while the thread is in nothing, also one of Gloo on another thread. */
    COMMUNICATION("communication"),
    /** The thread waits until a device has done its work. */
    DEVICE_WAIT("waiting for a device"),
    /** The thread waits to enter a monitor that another one holds. */
    LOCK("waiting for a lock"),
    /** The thread sleeps. */
    SLEEP("sleeping"),
    /** The thread waits for others: it is parked, or waits for a notification. */
    PARK("waiting for other threads"),
    /** The thread reads or writes a file or a socket. */
    INPUT_OUTPUT("input and output"),
    /** The thread is inside a scope, a module or an operation, or torch goes back through its operations elsewhere. */
    PHASE("phases"),
    /** None of these: nothing is known but that the thread was in the step. */
    UNACCOUNTED("unaccounted");

    private final String label;

    StepCategory(String label) {
        this.label = label;
    }

    /** {@return the category in words, as tables and files show it} */
    public String label() {
        return label;
    }

    /** {@return whether the thread of the step is not known to wait} */
    public boolean isRunning() {
        return this == PHASE || this == UNACCOUNTED;
    }
}
