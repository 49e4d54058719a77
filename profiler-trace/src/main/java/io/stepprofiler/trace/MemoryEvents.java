package io.stepprofiler.trace;

import io.stepprofiler.amount.Search;
import io.stepprofiler.columns.MemoryColumns;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import java.util.List;
import java.util.Objects;

/**
 * The memory events of a trace in the order of time, as columns read by index. Immutable and safe on any thread.
 *
 * <p>An address identifies a memory block of a device while it is allocated. Inconsistent events are counted among the
 * {@linkplain LossAccount#anomalies() anomalies} and handled as follows: freeing a block that was not allocated in the
 * window frees an earlier allocation, with the stated bytes, or 0; freeing a free block counts 0 bytes; allocating an
 * allocated address frees it first.
 */
public final class MemoryEvents {
    private final MemoryColumns columns;
    private final List<Device> devices;
    private final int first;
    private final int size;

    /** The columns must not change any more. */
    MemoryEvents(MemoryColumns columns, List<Device> devices) {
        this(columns, devices, 0, columns.size());
    }

    private MemoryEvents(MemoryColumns columns, List<Device> devices, int first, int size) {
        this.columns = columns;
        this.devices = List.copyOf(devices);
        this.first = first;
        this.size = size;
    }

    int countBefore(long time) {
        return Search.below(time, size, this::nanos);
    }

    /** A view of some events, with the totals of the whole. */
    MemoryEvents slice(int from, int end) {
        return new MemoryEvents(columns, devices, first + from, end - from);
    }

    private int at(int index) {
        return first + Objects.checkIndex(index, size);
    }

    /** {@return the number of events} */
    public int size() {
        return size;
    }

    /** {@return the devices, in the order in which they first occur} */
    public List<Device> devices() {
        return devices;
    }

    /**
     * {@return when event {@code index} happened, in nanoseconds on the clock of the trace}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public long nanos(int index) {
        return columns.nanos(at(index));
    }

    /**
     * {@return the id of the track of the thread on which event {@code index} happened}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public long trackId(int index) {
        return columns.trackId(at(index));
    }

    /**
     * {@return the action of event {@code index}}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public MemoryAction action(int index) {
        return columns.action(at(index));
    }

    /**
     * {@return the device of event {@code index}}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public Device device(int index) {
        return columns.device(at(index));
    }

    /**
     * {@return the address}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public long address(int index) {
        return columns.address(at(index));
    }

    /**
     * {@return the bytes by which the memory in use grew: negative for {@link MemoryAction#FREE}; for {@link
     * MemoryAction#OUT_OF_MEMORY} the requested bytes; 0 if not known}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public long bytes(int index) {
        return columns.bytes(at(index));
    }

    /**
     * {@return the bytes that were already allocated at the address of an allocation and count as freed by it; mostly
     * 0}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public long replacedBytes(int index) {
        return columns.replaced(at(index));
    }

    /**
     * {@return the bytes of the device in use after event {@code index}, as reported, or else added up from the events
     * of the window}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public long totalAllocated(int index) {
        return columns.allocated(at(index));
    }

    /**
     * {@return the bytes that the allocator had taken from the device after event {@code index}, as reported; 0 if not
     * known}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public long totalReserved(int index) {
        return columns.reserved(at(index));
    }

    /**
     * {@return the stated category of the memory when event {@code index} was reported; {@link MemoryCategory#UNKNOWN}
     * if not known}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public MemoryCategory category(int index) {
        return columns.category(at(index));
    }

    /**
     * {@return the id of the call stack that event {@code index} was reported from, for {@link Trace#stack}; -1 if not
     * known}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public int stackId(int index) {
        return columns.stack(at(index));
    }

    /**
     * {@return for an allocation the index of the event that frees it, for a freeing the index of its allocation; -1 if
     * there is none in the window}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public int counterpart(int index) {
        int counterpart = columns.counterpart(at(index)) - first;
        return counterpart >= 0 && counterpart < size ? counterpart : -1;
    }

    /**
     * {@return event {@code index} as an object}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public MemoryEvent event(int index) {
        return columns.event(at(index));
    }
}
