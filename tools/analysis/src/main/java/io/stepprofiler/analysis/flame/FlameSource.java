package io.stepprofiler.analysis.flame;

/** Sort of evidence that a flame graph is made of. Pages have their numbers, which stay what they are. */
public enum FlameSource {
    /** Self times of the events on threads, in nanoseconds; of a thread with steps also what is in none of its events. */
    SCOPES(0),
    /** Processor time that samples stand for, or if there are none of it the time of running code, in nanoseconds. */
    CPU(1),
    /** Bytes of Java objects that samples of their allocation stand for. */
    ALLOCATION(2),
    /** Self times of what threads wait for, in nanoseconds: data, other workers, devices, locks, input and output. */
    WAITS(3),
    /** Bytes of tensors allocated on all devices; what was freed is not subtracted. */
    MEMORY(4);

    private final int number;

    FlameSource(int number) {
        this.number = number;
    }

    /** {@return the number that files have for it} */
    public int number() {
        return number;
    }
}
