package io.stepprofiler.mxnet;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
     * @param attribute where it was allocated, and what it is
     * @param bytes its size
     * @param device whose memory it is
     */
    record Piece(String attribute, long bytes, Device device) {}

    private final Map<Address, Piece> pieces = new HashMap<>();
    private final Map<Device, Long> used = new HashMap<>();
    private long leftOut;

    /** Nothing is allocated. */
    LiveAllocations() {}

    void clear() {
        pieces.clear();
        used.clear();
        leftOut = 0;
    }

    /** The same, for what may be taken again. */
    LiveAllocations(LiveAllocations other) {
        pieces.putAll(other.pieces);
        used.putAll(other.used);
        leftOut = other.leftOut;
    }

    /**
     * Takes what happened.
     *
     * @param scope in which scope it happened, with a colon at its end
     * @return the bytes of the device in use afterwards
     */
    long add(MemoryEvent event, String scope) {
        Address address = new Address(event.device(), event.address());
        long before = used.getOrDefault(event.device(), 0L);
        long change = switch (event.action()) {
            case ALLOCATE -> allocate(address, event, scope);
            case FREE -> -free(address, event);
            case CATEGORIZE -> categorize(address, event);
            case OUT_OF_MEMORY -> 0;
        };
        // What was allocated before is freed, too.
        long after = event.totalAllocated() >= 0 ? event.totalAllocated() : Math.max(before + change, 0);
        used.put(event.device(), after);
        return after;
    }

    private long allocate(Address address, MemoryEvent event, String scope) {
        Piece replaced = pieces.remove(address);
        if (pieces.size() < MAX_PIECES) {
            pieces.put(address, new Piece(scope + name(event.category()), event.bytes(), event.device()));
        } else {
            leftOut++;
        }
        return event.bytes() - (replaced == null ? 0 : replaced.bytes);
    }

    private long free(Address address, MemoryEvent event) {
        Piece freed = pieces.remove(address);
        return freed != null ? freed.bytes : -event.bytes();
    }

    private long categorize(Address address, MemoryEvent event) {
        pieces.computeIfPresent(address, (same, piece) -> {
            String scope = piece.attribute.substring(0, piece.attribute.lastIndexOf(':') + 1);
            return new Piece(scope + name(event.category()), piece.bytes, piece.device);
        });
        return 0;
    }

    private static String name(MemoryCategory category) {
        return category.label();
    }

    /** How many pieces were allocated for which the list had no room; some may be free again. */
    long leftOut() {
        return leftOut;
    }

    /** The pieces, in no order. */
    List<Piece> pieces() {
        return new ArrayList<>(pieces.values());
    }
}
