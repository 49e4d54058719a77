package io.stepprofiler.tuning;

/** Source of the times in a {@link TuningResult}. */
public enum TimedBy {
    /** Times in which devices worked for a call, from spans that a source reported. */
    DEVICE,
    /** Scopes around the calls, from the trace of a profile. */
    PROFILE,
    /** {@link System#nanoTime()} around the calls, because no profile could be opened. */
    CLOCK
}
