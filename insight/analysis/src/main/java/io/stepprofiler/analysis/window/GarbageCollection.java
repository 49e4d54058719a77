package io.stepprofiler.analysis.window;

/**
 * Garbage collection in a window.
 *
 * @param collector name of the collector, such as {@code G1New}
 * @param cause its cause, such as {@code G1 Evacuation Pause}
 * @param startNanos its start on the clock of the trace; in a report relative to the start of the window
 * @param durationNanos its duration, including concurrent phases
 * @param pauseNanos time for which it paused the program
 * @param step number of the step in which it began; -1 if in none
 */
public record GarbageCollection(
        String collector, String cause, long startNanos, long durationNanos, long pauseNanos, long step) {
    static final long NO_STEP = -1;

    /**
     * {@return this collection with its start relative to an instant}
     *
     * @param nanos the instant, on the clock of the trace
     */
    public GarbageCollection since(long nanos) {
        return new GarbageCollection(collector, cause, startNanos - nanos, durationNanos, pauseNanos, step);
    }

    /** {@return whether it began in a step, or in a window without marks of steps} */
    public boolean isInStep() {
        return step != NO_STEP;
    }

    /** {@return whether it collected the whole heap while it paused the program} */
    public boolean isFull() {
        // ParallelOld and SerialOld always pause the program; G1Old is concurrent, unless it is G1Full.
        return collector.equals("G1Full")
                || collector.equals("SerialOld")
                || collector.equals("ParallelOld")
                || collector.equals("PSMarkSweep");
    }
}
