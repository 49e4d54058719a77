package io.stepprofiler.mxnet;

/**
 * A signed number that changes over time; see {@link Domain#newCounter(String)}. Each change is a sample with the value
 * after it, in the order of the changes, while the profiler runs and does not pause; the value changes at any time.
 * Never throws; for any thread.
 */
public final class Counter {
    private final io.stepprofiler.Counter counter;

    Counter(io.stepprofiler.Counter counter) {
        this.counter = counter;
    }

    /**
     * Sets the value.
     *
     * @param value any
     */
    public void setValue(long value) {
        counter.set(value);
    }

    /** Adds 1. */
    public void increment() {
        counter.increment();
    }

    /**
     * Adds to the value ({@code +=}).
     *
     * @param delta how much
     */
    public void increment(long delta) {
        counter.increment(delta);
    }

    /** Takes 1 away. */
    public void decrement() {
        counter.decrement();
    }

    /**
     * Takes away from the value ({@code -=}), which may become less than 0.
     *
     * @param delta how much
     */
    public void decrement(long delta) {
        counter.decrement(delta);
    }

    /** {@return the value} */
    public long value() {
        return counter.value();
    }
}
