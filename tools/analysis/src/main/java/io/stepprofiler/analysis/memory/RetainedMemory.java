package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.Device;
import java.util.List;

/**
 * Memory that was allocated in a window in one place and is alive at its end.
 *
 * @param device whose memory
 * @param retention how it came to stay
 * @param path names of the scopes it was allocated in, from the outermost to the innermost, joined by {@code ›}; empty
 *     if there were none
 * @param stack the call stack it was allocated from, innermost frame first; empty if not known
 * @param bytes how much it is
 * @param count how many pieces
 * @param firstStep number of the first step in which such a piece was allocated: there is some alive since then; -1 if
 *     none was allocated in a step
 * @param lastStep number of the last such step; -1 if none was allocated in a step
 * @param stepsGrown in how many of the steps that are over such a piece was allocated
 * @param bytesPerStep bytes allocated in the steps that are over, divided by their number; 0 if none is over. A step is
 *     over if it is complete and another one follows it
 */
public record RetainedMemory(
        Device device,
        Retention retention,
        String path,
        List<StackTraceElement> stack,
        long bytes,
        long count,
        long firstStep,
        long lastStep,
        int stepsGrown,
        double bytesPerStep) {
    /**
     * Copies the list.
     *
     * @param device whose memory
     * @param retention how it came to stay
     * @param path names of the scopes
     * @param stack the call stack
     * @param bytes how much it is
     * @param count how many pieces
     * @param firstStep number of the first step
     * @param lastStep number of the last step
     * @param stepsGrown in how many steps
     * @param bytesPerStep bytes a step
     */
    public RetainedMemory {
        stack = List.copyOf(stack);
    }

    /** {@return the innermost frame of the stack; empty if it is not known} */
    public String stackTop() {
        return stack.isEmpty() ? "" : stack.get(0).toString();
    }
}
