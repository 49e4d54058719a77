package io.stepprofiler.fleet.sync;

import io.stepprofiler.event.Collective;
import java.util.Arrays;

/** Parts of ranks in the collectives of one step, in columns. Takes 38 bytes for each. Not safe for threads. */
final class SyncRows {
    private static final Collective[] KINDS = Collective.values();
    private static final int FIRST = 16;

    private int size;
    private int[] ranks = new int[FIRST];
    private int[] groups = new int[FIRST];
    private int[] numbers = new int[FIRST];
    private byte[] kinds = new byte[FIRST];
    private byte[] directions = new byte[FIRST];
    private long[] bytes = new long[FIRST];
    private long[] arrivals = new long[FIRST];
    private long[] ends = new long[FIRST];

    /**
     * Adds a part.
     *
     * @param sync the part
     * @param direction its kind, the same for both ends of a message
     */
    @SuppressWarnings("EnumOrdinal") // In memory only.
    void add(RankSync sync, Collective direction) {
        if (size == ranks.length) {
            int room = size + (size >> 1);
            ranks = Arrays.copyOf(ranks, room);
            groups = Arrays.copyOf(groups, room);
            numbers = Arrays.copyOf(numbers, room);
            kinds = Arrays.copyOf(kinds, room);
            directions = Arrays.copyOf(directions, room);
            bytes = Arrays.copyOf(bytes, room);
            arrivals = Arrays.copyOf(arrivals, room);
            ends = Arrays.copyOf(ends, room);
        }
        ranks[size] = sync.rank();
        groups[size] = sync.group();
        numbers[size] = sync.number();
        kinds[size] = (byte) sync.kind().ordinal();
        directions[size] = (byte) direction.ordinal();
        bytes[size] = sync.bytes();
        arrivals[size] = sync.arrivalNanos();
        ends[size] = sync.endNanos();
        size++;
    }

    int size() {
        return size;
    }

    int rank(int row) {
        return ranks[row];
    }

    int group(int row) {
        return groups[row];
    }

    int number(int row) {
        return numbers[row];
    }

    Collective kind(int row) {
        return KINDS[kinds[row]];
    }

    /** Returns a number of the kind, the same for both ends of a message. */
    int direction(int row) {
        return directions[row];
    }

    long bytes(int row) {
        return bytes[row];
    }

    long arrival(int row) {
        return arrivals[row];
    }

    long end(int row) {
        return ends[row];
    }
}
