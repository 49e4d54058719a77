package io.stepprofiler;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.recording.Limits;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.ThreadRecorder;
import io.stepprofiler.recording.Window;
import io.stepprofiler.source.ActivityType;

/**
 * Reports of allocations and frees, by integrations and training code, for the memory timeline.
 *
 * <pre>{@code
 * Memory.allocated(buffer.address(), buffer.bytes(), MemoryCategory.INPUT);
 * train(buffer);
 * Memory.freed(buffer.address());
 * }</pre>
 *
 * <p>An address identifies an allocation of its device until it is freed; if operations name their tensors' storages,
 * it should be unique over all devices. Reports are recorded if a window is open and its profile has {@link
 * ProfileBuilder#profileMemory}; they are charged to the open scopes of the same thread. They cost little more than a
 * reading of the clock and allocate nothing, except that an allocation gets its call stack if call stacks are recorded
 * or {@link LiveMemory} is tracked. They never throw: an invalid report is counted, see {@link
 * io.stepprofiler.trace.MemoryEvents}. For any thread.
 */
public final class Memory {
    private Memory() {}

    /**
     * Reports that memory of the host was allocated.
     *
     * @param address identifies the allocation
     * @param bytes its size, 0 to {@value Limits#MAX_MEMORY_BYTES}
     */
    public static void allocated(long address, long bytes) {
        allocated(address, bytes, MemoryCategory.UNKNOWN);
    }

    /**
     * Reports that memory of the host was allocated, with its category.
     *
     * @param address identifies the allocation
     * @param bytes its size, 0 to {@value Limits#MAX_MEMORY_BYTES}
     * @param category purpose of the memory
     */
    public static void allocated(long address, long bytes, MemoryCategory category) {
        allocated(Device.CPU, address, bytes, -1, 0, category);
    }

    /**
     * Reports that memory was allocated, with all that an allocator knows.
     *
     * @param device device of the memory
     * @param address identifies the allocation
     * @param bytes its size, 0 to {@value Limits#MAX_MEMORY_BYTES}
     * @param totalAllocated bytes of the device in use now; -1 to have them added up
     * @param totalReserved bytes that the allocator has taken from the device; 0 if not known
     * @param category purpose of the memory; {@link MemoryCategory#UNKNOWN} to have it inferred
     */
    public static void allocated(
            Device device, long address, long bytes, long totalAllocated, long totalReserved, MemoryCategory category) {
        report(MemoryAction.ALLOCATE, device, address, bytes, totalAllocated, totalReserved, category);
    }

    /**
     * Reports that memory of the host was freed; its size is taken from its allocation, if that was in the same window.
     *
     * @param address identifies the allocation
     */
    public static void freed(long address) {
        freed(address, 0);
    }

    /**
     * Reports that memory of the host was freed.
     *
     * @param address identifies the allocation
     * @param bytes its size, 0 or more; used for memory that was allocated before the window
     */
    public static void freed(long address, long bytes) {
        freed(Device.CPU, address, bytes, -1, 0);
    }

    /**
     * Reports that memory was freed, with all that an allocator knows.
     *
     * @param device device of the memory
     * @param address identifies the allocation
     * @param bytes its size, 0 to {@value Limits#MAX_MEMORY_BYTES}
     * @param totalAllocated bytes of the device in use now; -1 to have them added up
     * @param totalReserved bytes that the allocator has taken from the device; 0 if not known
     */
    public static void freed(Device device, long address, long bytes, long totalAllocated, long totalReserved) {
        report(MemoryAction.FREE, device, address, bytes, totalAllocated, totalReserved, MemoryCategory.UNKNOWN);
    }

    /**
     * Reports an allocation that failed for lack of memory.
     *
     * @param device device of the memory
     * @param bytes requested size, 0 or more
     */
    public static void outOfMemory(Device device, long bytes) {
        report(MemoryAction.OUT_OF_MEMORY, device, 0, bytes, -1, 0, MemoryCategory.UNKNOWN);
    }

    /**
     * Sets the category of memory, at any time while it is allocated, even if it was allocated before the window.
     *
     * @param device device of the memory
     * @param address identifies the allocation
     * @param category purpose of the memory
     */
    public static void categorize(Device device, long address, MemoryCategory category) {
        report(MemoryAction.CATEGORIZE, device, address, 0, -1, 0, category);
    }

    private static void report(
            MemoryAction action,
            Device device,
            long address,
            long bytes,
            long totalAllocated,
            long totalReserved,
            MemoryCategory category) {
        Window window = Recorder.open();
        if (window != null && window.records(ActivityType.MEMORY)) {
            ThreadRecorder recorder = ThreadRecorder.in(window);
            if (recorder != null) {
                recorder.side().memory(action, device, address, bytes, totalAllocated, totalReserved, category);
            }
        }
        LiveMemory.report(action, device, address, bytes, category);
    }
}
