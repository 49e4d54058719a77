package io.stepprofiler.analysis.flame;

/** Sort of evidence that a flame graph is made of. The order is that of the page, and numbers stay what they are. */
public enum FlameSource {
    /** Self times of the events on threads, in nanoseconds; of a thread with steps also what is in none of its events. */
    SCOPES(Unit.NANOS),
    /** Processor time that samples stand for, or if there are none of it the time of running code, in nanoseconds. */
    CPU(Unit.NANOS),
    /** Bytes of Java objects that samples of their allocation stand for. */
    ALLOCATION(Unit.BYTES),
    /** Self times of what threads wait for, in nanoseconds: data, other workers, devices, locks, input and output. */
    WAITS(Unit.NANOS),
    /** Bytes of tensors allocated on all devices; what was freed is not subtracted. */
    MEMORY(Unit.BYTES);

    /** Unit of weights. */
    public enum Unit {
        /** Nanoseconds. */
        NANOS,
        /** Bytes. */
        BYTES
    }

    private final Unit unit;

    FlameSource(Unit unit) {
        this.unit = unit;
    }

    /** {@return the unit of its weights} */
    public Unit unit() {
        return unit;
    }
}
