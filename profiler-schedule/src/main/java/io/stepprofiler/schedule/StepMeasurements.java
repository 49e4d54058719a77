package io.stepprofiler.schedule;

/**
 * Measurements of a run that an adaptive schedule follows: see {@link Schedule#forRun}. Read in {@link
 * Schedule#stepEnded}, on the thread that calls {@code step()}.
 */
public interface StepMeasurements {
    /** {@return the duration of the step that has just ended, without the profiler's work before it, in nanoseconds} */
    long stepNanos();

    /** {@return the time that the JIT compiler has worked since the process began, in nanoseconds; 0 if unknown} */
    long compileNanos();

    /** {@return the number of bytes recorded in the open window so far; 0 if none is open} */
    long windowBytes();

    /**
     * {@return whether a window may begin now: no capture is open or promised, earlier windows have been delivered, and
     * the profile is not paused}
     */
    boolean isFree();
}
