package io.stepprofiler.analysis.memory;

import io.stepprofiler.amount.Search;
import io.stepprofiler.event.Device;
import io.stepprofiler.trace.MemoryEvents;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * All allocations of a trace, from start to end, as columns.
 *
 * <p>Addresses are reused after freeing, so an address does not identify an allocation. The allocations of one address
 * have consecutive numbers in the order of time; the first stands for memory from before the window, and exists only if
 * the window touches it. Allocations that only operations name, by their tensors, come last.
 */
final class Allocations {
    static final int NONE = -1;

    /** Device of memory that operations use and no memory event names, until it is found. */
    static final int UNKNOWN_DEVICE = -1;

    private final MemoryEvents events;
    private final List<AddressIndex> slots = new ArrayList<>();
    private final AddressIndex outside = new AddressIndex();
    /** Foreign allocations by the allocation that had the address before. */
    private final AddressIndex foreign = new AddressIndex();

    private final BitSet isForeign = new BitSet();
    private final int[] slotOfEvent;
    private final int[] first;
    private final int[] ofEvent;
    private int size;

    private boolean[] exists;
    private int[] devices;
    private long[] addresses;
    private int[] allocatedBy;
    private int[] freedBy;
    private long[] bytes;

    private long withoutSize;
    private long freedWithoutSize;
    private long freedTwice;
    private long replaced;
    private long categorizedFree;

    Allocations(MemoryEvents events) {
        this.events = events;
        slotOfEvent = new int[events.size()];
        ofEvent = new int[events.size()];
        first = countSlots();
        size = first[first.length - 1];
        exists = new boolean[size];
        devices = new int[size];
        addresses = new long[size];
        allocatedBy = filled(size);
        freedBy = filled(size);
        bytes = new long[size];
        follow();
    }

    /** Gives each address of each device a slot, with places for its allocations; returns the start of each slot. */
    private int[] countSlots() {
        int[] places = new int[16];
        BitSet free = new BitSet();
        int count = 0;
        for (int e = 0; e < slotOfEvent.length; e++) {
            AddressIndex index = slots(deviceOf(e));
            int slot = index.get(events.address(e));
            if (slot == AddressIndex.ABSENT) {
                slot = count++;
                index.put(events.address(e), slot);
                if (slot == places.length) {
                    places = Arrays.copyOf(places, slot * 2);
                }
                places[slot] = 1;
            }
            slotOfEvent[e] = slot;
            switch (events.action(e)) {
                case ALLOCATE -> {
                    places[slot]++;
                    free.clear(slot);
                }
                case FREE -> free.set(slot);
                case CATEGORIZE -> {
                    places[slot] += free.get(slot) ? 1 : 0;
                    free.clear(slot);
                }
                case OUT_OF_MEMORY -> {}
            }
        }
        int[] begins = new int[count + 1];
        for (int slot = 0; slot < count; slot++) {
            begins[slot + 1] = begins[slot] + places[slot];
        }
        return begins;
    }

    private void follow() {
        int[] current = Arrays.copyOf(first, first.length - 1);
        for (int e = 0; e < ofEvent.length; e++) {
            int allocation = current[slotOfEvent[e]];
            ofEvent[e] = switch (events.action(e)) {
                case ALLOCATE -> allocate(e, allocation);
                case FREE -> free(e, allocation);
                case CATEGORIZE -> categorize(e, allocation);
                case OUT_OF_MEMORY -> NONE;
            };
            current[slotOfEvent[e]] = Math.max(ofEvent[e], allocation);
        }
    }

    private int allocate(int event, int before) {
        if (freedBy[before] == NONE) {
            freedBy[before] = event;
            replaced += exists[before] ? 1 : 0;
        }
        int allocation = before + 1;
        place(allocation, event);
        allocatedBy[allocation] = event;
        bytes[allocation] = Math.max(events.bytes(event), 0);
        withoutSize += events.bytes(event) <= 0 ? 1 : 0;
        return allocation;
    }

    private int free(int event, int allocation) {
        if (freedBy[allocation] != NONE) {
            freedTwice++;
            return NONE;
        }
        freedBy[allocation] = event;
        if (allocatedBy[allocation] == NONE) {
            place(allocation, event);
            bytes[allocation] = Math.max(bytes[allocation], -events.bytes(event));
            freedWithoutSize += bytes[allocation] <= 0 ? 1 : 0;
        }
        return allocation;
    }

    private int categorize(int event, int allocation) {
        if (freedBy[allocation] != NONE) {
            // Foreign memory by now, such as a buffer that an array wraps: no event gives its size or its end.
            categorizedFree++;
            int begun = allocation + 1;
            place(begun, event);
            allocatedBy[begun] = event;
            return begun;
        }
        if (allocatedBy[allocation] == NONE) {
            place(allocation, event);
            bytes[allocation] = Math.max(bytes[allocation], events.bytes(event));
        }
        return allocation;
    }

    private void place(int allocation, int event) {
        exists[allocation] = true;
        devices[allocation] = deviceOf(event);
        addresses[allocation] = events.address(event);
    }

    /**
     * The allocation that has an address at a time. If it was freed and not allocated again by then, it is foreign
     * memory by now, such as a buffer that a tensor wraps.
     */
    int find(long address, long nanos) {
        int freed = NONE;
        for (int device = 0; device < slots.size(); device++) {
            int slot = slots.get(device).get(address);
            if (slot != AddressIndex.ABSENT) {
                int allocation = lastBegun(slot, nanos);
                freed = allocation;
                if (freedNanos(allocation) >= nanos) {
                    if (!exists[allocation]) {
                        exists[allocation] = true;
                        devices[allocation] = device;
                        addresses[allocation] = address;
                    }
                    return allocation;
                }
            }
        }
        return freed == NONE ? outside(address) : foreign(address, freed);
    }

    /** The allocation that an earlier {@link #find} with these arguments returned; {@link #NONE} if there was none. */
    int findAgain(long address, long nanos) {
        int freed = NONE;
        for (AddressIndex index : slots) {
            int slot = index.get(address);
            if (slot != AddressIndex.ABSENT) {
                int allocation = lastBegun(slot, nanos);
                freed = allocation;
                if (exists[allocation] && freedNanos(allocation) >= nanos) {
                    return allocation;
                }
            }
        }
        return freed == NONE ? outside.get(address) : foreign.get(freed);
    }

    private int lastBegun(int slot, long nanos) {
        int from = first[slot];
        int count = Search.upTo(nanos, first[slot + 1] - from, i -> allocatedNanos(from + i));
        return from + Math.max(0, count - 1);
    }

    private int outside(long address) {
        int known = outside.get(address);
        if (known == AddressIndex.ABSENT) {
            known = add(address);
            outside.put(address, known);
        }
        return known;
    }

    private int foreign(long address, int freed) {
        int known = foreign.get(freed);
        if (known == AddressIndex.ABSENT) {
            known = add(address);
            foreign.put(freed, known);
            isForeign.set(known);
        }
        return known;
    }

    private int add(long address) {
        if (size == exists.length) {
            grow(Math.max(64, size + (size >> 1)));
        }
        exists[size] = true;
        devices[size] = UNKNOWN_DEVICE;
        addresses[size] = address;
        return size++;
    }

    private void grow(int capacity) {
        exists = Arrays.copyOf(exists, capacity);
        devices = Arrays.copyOf(devices, capacity);
        addresses = Arrays.copyOf(addresses, capacity);
        allocatedBy = Arrays.copyOf(allocatedBy, capacity);
        Arrays.fill(allocatedBy, size, capacity, NONE);
        freedBy = Arrays.copyOf(freedBy, capacity);
        Arrays.fill(freedBy, size, capacity, NONE);
        bytes = Arrays.copyOf(bytes, capacity);
    }

    /** Records that a tensor needs a number of bytes of an allocation, which counts if no event states its size. */
    void holds(int allocation, long tensorBytes) {
        if (allocatedBy[allocation] == NONE && !isSizeStated(freedBy[allocation])) {
            bytes[allocation] = Math.max(bytes[allocation], tensorBytes);
        }
    }

    private boolean isSizeStated(int freeing) {
        return freeing != NONE && events.bytes(freeing) < 0;
    }

    int size() {
        return size;
    }

    boolean exists(int allocation) {
        return exists[allocation];
    }

    /** True if an allocation is foreign memory, for which no event gives a start, an end or a size. */
    boolean isForeign(int allocation) {
        return isForeign.get(allocation);
    }

    /** Number of foreign allocations. */
    long foreign() {
        return isForeign.cardinality();
    }

    /** True if an allocation existed before the window. */
    boolean isPreexisting(int allocation) {
        return exists[allocation] && allocatedBy[allocation] == NONE && !isForeign.get(allocation);
    }

    long bytes(int allocation) {
        return bytes[allocation];
    }

    long address(int allocation) {
        return addresses[allocation];
    }

    /** Index of the device in {@link MemoryEvents#devices()}. */
    int device(int allocation) {
        return devices[allocation];
    }

    void setDevice(int allocation, int device) {
        devices[allocation] = device;
    }

    /**
     * The event that allocated it, or that stated its category after its address had been freed; {@link #NONE} if it
     * existed before the window.
     */
    int allocatedBy(int allocation) {
        return allocatedBy[allocation];
    }

    /** The event that freed it, or that allocated its address once more; {@link #NONE} if it is alive at the end. */
    int freedBy(int allocation) {
        return freedBy[allocation];
    }

    long allocatedNanos(int allocation) {
        return allocatedBy[allocation] == NONE ? Long.MIN_VALUE : events.nanos(allocatedBy[allocation]);
    }

    long freedNanos(int allocation) {
        return freedBy[allocation] == NONE ? Long.MAX_VALUE : events.nanos(freedBy[allocation]);
    }

    /** The allocation that a memory event changes; {@link #NONE} if there is none. */
    int ofEvent(int event) {
        return ofEvent[event];
    }

    /** The allocation whose address an allocating event took over while it was allocated; {@link #NONE} if none. */
    int replacedBy(int event) {
        int before = ofEvent[event] - 1;
        return exists[before] && freedBy[before] == event ? before : NONE;
    }

    long withoutSize() {
        return withoutSize;
    }

    long freedWithoutSize() {
        return freedWithoutSize;
    }

    long freedTwice() {
        return freedTwice;
    }

    long replacedCount() {
        return replaced;
    }

    long categorizedFree() {
        return categorizedFree;
    }

    private int deviceOf(int event) {
        Device device = events.device(event);
        List<Device> known = events.devices();
        for (int i = 0; i < known.size(); i++) {
            if (known.get(i).equals(device)) {
                return i;
            }
        }
        throw new IllegalStateException(device + " is none of " + known);
    }

    private AddressIndex slots(int device) {
        while (slots.size() <= device) {
            slots.add(new AddressIndex());
        }
        return slots.get(device);
    }

    private static int[] filled(int length) {
        int[] result = new int[length];
        Arrays.fill(result, NONE);
        return result;
    }
}
