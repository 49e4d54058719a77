package io.stepprofiler.mxnet;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryEvent;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Account of memory that was allocated while it was profiled and is not freed: bytes by device, and a list of at most
 * {@value #MAX_PIECES} allocations; further ones are only in the sum.
 */
final class LiveAllocations {
    /** Maximum number of listed allocations. */
    static final int MAX_PIECES = 1 << 18;

    private record Address(Device device, long address) {}

    /**
     * One allocation.
     *
     * @param scope scope in which it was made, with a colon at its end
     * @param category category of its use
     * @param bytes its size
     * @param device device of the memory
     */
    record Piece(String scope, String category, long bytes, Device device) {
        String attribute() {
            return scope + category;
        }
    }

    private final Map<Address, Piece> pieces = new HashMap<>();
    private final Map<Device, Long> used = new HashMap<>();

    /** Number of bytes that the totals of the window lack, by device. */
    private final Map<Device, Long> offsets = new HashMap<>();

    private long leftOut;

    LiveAllocations copy() {
        LiveAllocations copy = new LiveAllocations();
        copy.pieces.putAll(pieces);
        copy.used.putAll(used);
        copy.leftOut = leftOut;
        return copy;
    }

    /** Begins with the next window, before which memory may have been freed unless it goes on with the last one. */
    void beginWindow(boolean goesOn) {
        offsets.clear();
        if (!goesOn) {
            pieces.clear();
            used.clear();
            leftOut = 0;
        }
    }

    /** Adds an event of a scope; returns the bytes in use on the device afterwards. */
    long add(MemoryEvent event, String scope) {
        Device device = event.device();
        Address address = new Address(device, event.address());
        Piece before = pieces.get(address);
        String category = event.category().label();
        long change = 0;
        switch (event.action()) {
            case ALLOCATE -> {
                change = event.bytes();
                if (before != null || pieces.size() < MAX_PIECES) {
                    pieces.put(address, new Piece(scope, category, event.bytes(), device));
                } else {
                    leftOut++;
                }
            }
            case FREE -> {
                change = event.bytes();
                pieces.remove(address);
            }
            case CATEGORIZE -> {
                if (before != null) {
                    pieces.put(address, new Piece(before.scope, category, before.bytes, device));
                }
            }
            case OUT_OF_MEMORY -> {}
        }
        // A window that goes on does not know what was in use at its start, unless the allocator has said it.
        long start = event.totalAllocated() - change;
        offsets.putIfAbsent(device, used.getOrDefault(device, start) - start);
        if (event.action() == MemoryAction.FREE && change == 0 && before != null) {
            offsets.merge(device, -before.bytes, Long::sum); // Allocated in an earlier window.
        }
        long after = event.totalAllocated() + offsets.getOrDefault(device, 0L);
        used.put(device, after);
        return after;
    }

    /** {@return whether no memory event was added} */
    boolean isEmpty() {
        return used.isEmpty();
    }

    /** Returns the number of allocations that did not fit into the list; some may be freed by now. */
    long leftOut() {
        return leftOut;
    }

    /** Returns the listed allocations, in no order. */
    Collection<Piece> pieces() {
        return pieces.values();
    }
}
