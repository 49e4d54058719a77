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
     * {@return the part of the memory for events of the open window that is taken, 0 to 1: of the profiler's buffers, or
     * of the activity source that is fullest} Events that find no room are lost. The default is 0.
     */
    default double windowFill() {
        return 0;
    }

    /**
     * {@return whether a window may begin now: no capture is open or promised, earlier windows have been delivered, the
     * activity sources are ready, and the profile is not paused}
     */
    boolean isFree();
}
