package io.stepprofiler.recording;

/** Receiver of the values of counters. */
public interface CounterListener {
    /** Receives a value, on the thread that recorded it. Never throws. */
    void sampled(String counter, double value);
}
