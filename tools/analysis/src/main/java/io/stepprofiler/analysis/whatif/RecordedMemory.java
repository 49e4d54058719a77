package io.stepprofiler.analysis.whatif;

import io.stepprofiler.event.Device;
import java.util.Objects;

/**
 * What memory events tell of the memory of one device while the operations of a graph ran.
 *
 * @param device which device
 * @param resultsPeakBytes the most bytes that results of the graph had at a time, each from its allocation to where the
 *     program freed it
 * @param scratchBytes the most bytes that one operation had at a time of what it allocated and freed again
 * @param outsideBytes bytes allocated meanwhile outside all operations of the graph
 */
public record RecordedMemory(Device device, long resultsPeakBytes, long scratchBytes, long outsideBytes) {
    /**
     * What was recorded.
     *
     * @param device which device
     * @param resultsPeakBytes the most bytes of results
     * @param scratchBytes the most bytes inside one operation
     * @param outsideBytes bytes allocated outside operations
     */
    public RecordedMemory {
        Objects.requireNonNull(device, "device");
    }
}
