package io.stepprofiler.analysis.flame;

/** Source of the weights of a flame graph. Pages contain the numbers, which must not change. */
public enum FlameSource {
    /**
     * Self times of the events on threads, in nanoseconds; for a thread with steps also the time outside its events.
     */
    SCOPES(0),
    /** Processor time by samples, or else time of running code by samples, in nanoseconds. */
    CPU(1),
    /** Allocated bytes of Java objects, by samples. */
    ALLOCATION(2),
    /** Self times of waits, in nanoseconds: for data, other workers, devices, locks, input and output. */
    WAITS(3),
    /** Bytes of tensors allocated on all devices; freed bytes are not subtracted. */
    MEMORY(4);

    private final int number;

    FlameSource(int number) {
        this.number = number;
    }

    /** {@return its number in files} */
    public int number() {
        return number;
    }
}
