package io.stepprofiler.recording;

/** Receiver of the values of counters. */
public interface CounterListener {
    /** Looks at a value, on the thread that recorded it. Never throws. */
    void sampled(String counter, double value);
}
