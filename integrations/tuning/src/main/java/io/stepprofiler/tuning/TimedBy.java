package io.stepprofiler.tuning;

/** Source of the times that a {@link TuningResult} is made of. */
public enum TimedBy {
    /** The times in which devices worked for a call, from spans that a source has reported. */
    DEVICE,
    /** Scopes around the calls, from the trace of a profile. */
    PROFILE,
    /** {@link System#nanoTime()} around the calls, because no profile could be opened. */
    CLOCK
}
