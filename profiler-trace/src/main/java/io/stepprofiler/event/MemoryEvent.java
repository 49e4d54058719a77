package io.stepprofiler.event;

/**
 * One memory event.
 *
 * @param nanos when it happened, in nanoseconds on the clock of the trace
 * @param trackId the track of the thread on which it happened
 * @param action the action
 * @param device the device that has the memory
 * @param address address of the memory block, unique while it is allocated
 * @param bytes by how much the memory in use grew: negative if freed; for {@link MemoryAction#OUT_OF_MEMORY} the
 *     requested bytes; 0 if not known
 * @param totalAllocated bytes of the device in use after it; -1 if not known
 * @param totalReserved bytes that the allocator had taken from the device after it; 0 if not known
 * @param category the stated category of the memory; {@link MemoryCategory#UNKNOWN} if none was stated
 * @param stackId the call stack it was reported from, as an id of the trace; -1 if not known
 */
public record MemoryEvent(
        long nanos,
        long trackId,
        MemoryAction action,
        Device device,
        long address,
        long bytes,
        long totalAllocated,
        long totalReserved,
        MemoryCategory category,
        int stackId) {
    /**
     * {@return the allocation of a memory block of the host, with nothing else known}
     *
     * @param nanos when it happened
     * @param trackId the track of the thread on which it happened
     * @param address address of the memory block
     * @param bytes its size
     */
    public static MemoryEvent allocated(long nanos, long trackId, long address, long bytes) {
        return new MemoryEvent(
                nanos, trackId, MemoryAction.ALLOCATE, Device.CPU, address, bytes, -1, 0, MemoryCategory.UNKNOWN, -1);
    }

    /**
     * {@return the freeing of a memory block of the host, with nothing else known}
     *
     * @param nanos when it happened
     * @param trackId the track of the thread on which it happened
     * @param address address of the memory block
     * @param bytes its size, not negative; 0 if not known
     */
    public static MemoryEvent freed(long nanos, long trackId, long address, long bytes) {
        return new MemoryEvent(
                nanos, trackId, MemoryAction.FREE, Device.CPU, address, -bytes, -1, 0, MemoryCategory.UNKNOWN, -1);
    }

    /**
     * {@return this event with a category}
     *
     * @param stated the category
     */
    public MemoryEvent withCategory(MemoryCategory stated) {
        return new MemoryEvent(
                nanos, trackId, action, device, address, bytes, totalAllocated, totalReserved, stated, stackId);
    }

    /**
     * {@return this event with a call stack}
     *
     * @param id of the stack in the trace
     */
    public MemoryEvent withStack(int id) {
        return new MemoryEvent(
                nanos, trackId, action, device, address, bytes, totalAllocated, totalReserved, category, id);
    }

    /**
     * {@return this event on another device}
     *
     * @param other the device that has the memory
     */
    public MemoryEvent on(Device other) {
        return new MemoryEvent(
                nanos, trackId, action, other, address, bytes, totalAllocated, totalReserved, category, stackId);
    }
}
