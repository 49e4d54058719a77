package io.stepprofiler.analysis.window;

/**
 * One garbage collection.
 *
 * @param collector name of the collector, such as {@code G1New}
 * @param cause why it ran, such as {@code G1 Evacuation Pause}
 * @param startNanos when it began, on the clock of the trace; in a report from the beginning of the window
 * @param durationNanos how long it took, beside the program included
 * @param pauseNanos how long it held the program
 * @param step number of the step in which it began; -1 if in none
 */
public record GarbageCollection(
        String collector, String cause, long startNanos, long durationNanos, long pauseNanos, long step) {
    /** {@return whether it collected the whole heap while it held the program} */
    public boolean isFull() {
        // ParallelOld and SerialOld never run beside the program, G1Old does, unless it is G1Full.
        return collector.equals("G1Full")
                || collector.equals("SerialOld")
                || collector.equals("ParallelOld")
                || collector.equals("PSMarkSweep");
    }
}
