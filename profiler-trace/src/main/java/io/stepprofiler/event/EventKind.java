package io.stepprofiler.event;

/**
 * Kind of the events of a name, which decides how files and viewers show them.
 *
 * <p>A kind belongs to a name, not to an event: recording an event of any kind costs the same.
 */
public enum EventKind {
    /** A scope, or an operation of a framework. */
    SCOPE,
    /** A module of a model, such as a layer; its name is the path in the model. */
    MODULE,
    /** A collective operation among workers. */
    COMMUNICATION,
    /** Waiting for the next batch of data. */
    DATA_LOADER,
    /** A thread does not run: it is parked, asleep, at a lock, or in input or output. */
    WAIT,
    /** Work of the virtual machine: a collection, a safepoint, a compilation. */
    VIRTUAL_MACHINE,
    /** A call of a device's runtime, such as the launch of a kernel; on a thread. */
    RUNTIME,
    /** A computation on a device. */
    KERNEL,
    /** A copy to, from or within a device. */
    MEMORY_COPY,
    /** A filling of a device's memory. */
    MEMORY_SET,
    /** Work of the profiler itself during the training. */
    PROFILER,
    /** An instant: it has a time, and neither a duration nor nested events. */
    MARKER,
    /** Work that begins and ends anywhere, also on different threads, however scopes are nested. */
    TASK,
    /** One of a numbered series, such as a frame of a video or a request. */
    FRAME,
    /** A call of a function of the program that is profiled as a whole. */
    FUNCTION;

    /** {@return whether an event of this kind is an instant: its duration, which is 0, has no meaning} */
    public boolean isInstant() {
        return this == MARKER;
    }

    /**
     * {@return whether events of this kind take no part in the nesting of their track} All of them are asynchronous,
     * and belong to a domain.
     */
    public boolean isAsync() {
        return this == MARKER || this == TASK || this == FRAME;
    }

    /**
     * {@return whether an event of this kind on a stream of a device is work of the device, and not just a name for
     * some}
     */
    public boolean isDeviceWork() {
        return this == KERNEL || this == MEMORY_COPY || this == MEMORY_SET || this == COMMUNICATION;
    }
}
