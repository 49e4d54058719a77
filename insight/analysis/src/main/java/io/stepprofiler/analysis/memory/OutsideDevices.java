package io.stepprofiler.analysis.memory;

/**
 * Finds the device of memory without memory events: the device of other memory that the same operations use, if it is a
 * single one, or the only device of the trace.
 */
final class OutsideDevices {
    /** The second pass applies devices that were found late to earlier operations. */
    private static final int PASSES = 2;

    private static final int SEVERAL = -2;

    private OutsideDevices() {}

    /** Assigns devices; returns the number of allocations left without one. */
    static long assign(Allocations allocations, DataFlow flow, int devices) {
        for (int pass = 0; pass < PASSES && devices > 1; pass++) {
            for (int node = 0; node < flow.nodes(); node++) {
                int device = deviceOf(node, allocations, flow);
                if (device >= 0) {
                    assign(node, device, allocations, flow);
                }
            }
        }
        long left = 0;
        for (int allocation = 0; allocation < allocations.size(); allocation++) {
            if (allocations.exists(allocation) && allocations.device(allocation) == Allocations.UNKNOWN_DEVICE) {
                if (devices == 1) {
                    allocations.setDevice(allocation, 0);
                } else if (!allocations.isForeign(allocation)) {
                    left++;
                }
            }
        }
        return left;
    }

    private static int deviceOf(int node, Allocations allocations, DataFlow flow) {
        int found = Allocations.UNKNOWN_DEVICE;
        for (int edge = flow.firstEdge(node); edge < flow.firstEdge(node + 1); edge++) {
            int device = allocations.device(flow.allocation(edge));
            if (device != Allocations.UNKNOWN_DEVICE && device != found) {
                found = found == Allocations.UNKNOWN_DEVICE ? device : SEVERAL;
            }
        }
        return found;
    }

    private static void assign(int node, int device, Allocations allocations, DataFlow flow) {
        for (int edge = flow.firstEdge(node); edge < flow.firstEdge(node + 1); edge++) {
            int allocation = flow.allocation(edge);
            if (allocations.device(allocation) == Allocations.UNKNOWN_DEVICE) {
                allocations.setDevice(allocation, device);
            }
        }
    }
}
