package io.stepprofiler;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.ThreadRecorder;
import io.stepprofiler.recording.Window;
import io.stepprofiler.source.ActivityType;

/**
 * Where integrations and training code report what they allocate and free, for the memory timeline.
 *
 * <pre>{@code
 * Memory.allocated(buffer.address(), buffer.bytes(), MemoryCategory.INPUT);
 * train(buffer);
 * Memory.freed(buffer.address());
 * }</pre>
 *
 * <p>An address is whatever identifies a piece of memory of its device as long as it is allocated; where operations
 * name their tensors' storages, it should be unique over all devices. Reports are recorded
 * if a window is open and its profile has {@link ProfileBuilder#profileMemory}; they are charged to the scopes that are
 * open on the same thread. They cost little more than a reading of the clock and allocate nothing,
 * except that an allocation gets its call stack where call stacks are recorded, or while {@link LiveMemory} is
 * tracked. They never throw: a report
 * that makes no sense is counted, see {@link io.stepprofiler.trace.MemoryEvents}. For any thread.
 */
public final class Memory {
    private Memory() {}

    /**
     * Reports that memory of the host was allocated.
     *
     * @param address what identifies it
     * @param bytes its size, 0 to {@value Defaults#MAX_MEMORY_BYTES}
     */
    public static void allocated(long address, long bytes) {
        allocated(address, bytes, MemoryCategory.UNKNOWN);
    }

    /**
     * Reports that memory of the host was allocated, and for what.
     *
     * @param address what identifies it
     * @param bytes its size, 0 to {@value Defaults#MAX_MEMORY_BYTES}
     * @param category what it is for
     */
    public static void allocated(long address, long bytes, MemoryCategory category) {
        allocated(Device.CPU, address, bytes, -1, 0, category);
    }

    /**
     * Reports that memory was allocated, with all that an allocator knows.
     *
     * @param device whose memory it is
     * @param address what identifies it
     * @param bytes its size, 0 to {@value Defaults#MAX_MEMORY_BYTES}
     * @param totalAllocated bytes of the device in use now; -1 to have them added up
     * @param totalReserved bytes that the allocator has taken from the device; 0 if not known
     * @param category what it is for; {@link MemoryCategory#UNKNOWN} if that is to be inferred
     */
    public static void allocated(
            Device device, long address, long bytes, long totalAllocated, long totalReserved, MemoryCategory category) {
        report(MemoryAction.ALLOCATE, device, address, bytes, totalAllocated, totalReserved, category);
    }

    /**
     * Reports that memory of the host was freed; its size is that of its allocation, if that was in the same window.
     *
     * @param address what identified it
     */
    public static void freed(long address) {
        freed(address, 0);
    }

    /**
     * Reports that memory of the host was freed.
     *
     * @param address what identified it
     * @param bytes its size, 0 or more; what counts for memory that was allocated before the window
     */
    public static void freed(long address, long bytes) {
        freed(Device.CPU, address, bytes, -1, 0);
    }

    /**
     * Reports that memory was freed, with all that an allocator knows.
     *
     * @param device whose memory it was
     * @param address what identified it
     * @param bytes its size, 0 to {@value Defaults#MAX_MEMORY_BYTES}
     * @param totalAllocated bytes of the device in use now; -1 to have them added up
     * @param totalReserved bytes that the allocator has taken from the device; 0 if not known
     */
    public static void freed(Device device, long address, long bytes, long totalAllocated, long totalReserved) {
        report(MemoryAction.FREE, device, address, bytes, totalAllocated, totalReserved, MemoryCategory.UNKNOWN);
    }

    /**
     * Reports that there was no memory to allocate.
     *
     * @param device whose memory it is
     * @param bytes how much was asked for, 0 or more
     */
    public static void outOfMemory(Device device, long bytes) {
        report(MemoryAction.OUT_OF_MEMORY, device, 0, bytes, -1, 0, MemoryCategory.UNKNOWN);
    }

    /**
     * Says what memory is for, at any time while it is allocated, also if that was before the window.
     *
     * @param device whose memory it is
     * @param address what identifies it
     * @param category what it is for
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
        LiveMemory live = LiveMemory.tracked();
        if (live != null) {
            live.report(action, device, address, bytes, category);
        }
    }
}
