package io.stepprofiler.mxnet;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryEvent;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Account of the memory that has been allocated while it was profiled and is not freed: how much of each device, and
 * which pieces. For at most {@value #MAX_PIECES} pieces; of further ones only the sum is known.
 */
final class LiveAllocations {
    /** Most pieces that are listed. */
    static final int MAX_PIECES = 1 << 18;

    private record Address(Device device, long address) {}

    /**
     * One piece.
     *
     * @param scope where it was allocated, with a colon at its end
     * @param category what it is for
     * @param bytes its size
     * @param device whose memory it is
     */
    record Piece(String scope, String category, long bytes, Device device) {
        String attribute() {
            return scope + category;
        }
    }

    private final Map<Address, Piece> pieces = new HashMap<>();
    private final Map<Device, Long> used = new HashMap<>();
    private long leftOut;

    LiveAllocations copy() {
        LiveAllocations copy = new LiveAllocations();
        copy.pieces.putAll(pieces);
        copy.used.putAll(used);
        copy.leftOut = leftOut;
        return copy;
    }

    void clear() {
        pieces.clear();
        used.clear();
        leftOut = 0;
    }

    /** Takes what happened in a scope; returns the bytes of the device in use afterwards. */
    long add(MemoryEvent event, String scope) {
        Device device = event.device();
        Address address = new Address(device, event.address());
        Piece before = pieces.get(address);
        long bytesBefore = before == null ? 0 : before.bytes;
        String category = event.category().label();
        long change = 0;
        switch (event.action()) {
            case ALLOCATE -> {
                change = event.bytes() - bytesBefore;
                if (before != null || pieces.size() < MAX_PIECES) {
                    pieces.put(address, new Piece(scope, category, event.bytes(), device));
                } else {
                    leftOut++;
                }
            }
            case FREE -> {
                change = before == null ? event.bytes() : -bytesBefore;
                pieces.remove(address);
            }
            case CATEGORIZE -> {
                if (before != null) {
                    pieces.put(address, new Piece(before.scope, category, bytesBefore, device));
                }
            }
            case OUT_OF_MEMORY -> {}
        }
        // What was allocated before is freed, too.
        long after = event.totalAllocated() >= 0
                ? event.totalAllocated()
                : Math.max(used.getOrDefault(device, 0L) + change, 0);
        used.put(device, after);
        return after;
    }

    /** Whether there was any memory to account for. */
    boolean isEmpty() {
        return used.isEmpty();
    }

    /** How many pieces were allocated for which the list had no room; some may be free again. */
    long leftOut() {
        return leftOut;
    }

    /** The pieces, in no order. */
    Collection<Piece> pieces() {
        return pieces.values();
    }
}
