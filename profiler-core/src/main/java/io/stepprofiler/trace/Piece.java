package io.stepprofiler.trace;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Events of a track that follow each other.
 *
 * @param first index of the first of them on the track
 * @param events the events, numbered from 0
 * @param arguments their arguments, by the same numbers
 */
record Piece(int first, EventColumns events, ArgumentColumns arguments) {
    private static final long EMPTY_BYTES = 800;

    /** A piece that holds no index of any track. */
    static final Piece NONE = new Piece(0, new EventColumns(), new ArgumentColumns());

    /** A piece with these events in the order of a track, whatever their order is; what was reserved for more is given back. */
    static Piece sorted(int first, EventColumns events, ArgumentColumns arguments) {
        EventColumns columns = events;
        if (!events.isInOrder()) {
            Integer[] order = IntStream.range(0, events.size).boxed().toArray(Integer[]::new);
            Comparator<Integer> parentsFirst = events::compare;
            Arrays.sort(order, parentsFirst);
            int[] newIndex = new int[order.length];
            for (int i = 0; i < order.length; i++) {
                newIndex[order[i]] = i;
            }
            columns = events.reordered(order);
            arguments.renumber(newIndex);
        }
        arguments.sort();
        columns.trim();
        return new Piece(first, columns, arguments);
    }

    boolean holds(int index) {
        return index >= first && index - first < events.size;
    }

    /** About how many bytes it takes, of which the columns take some even if they are empty. */
    long bytes() {
        return EMPTY_BYTES + 24L * events.size + 32L * arguments.size() + events.ops.bytes();
    }
}
