package io.stepprofiler.trace;

/**
 * Events of a track that follow each other.
 *
 * @param first index of the first of them on the track
 * @param events the events, numbered from 0
 * @param arguments their arguments, by the same numbers
 */
record Piece(int first, EventColumns events, ArgumentColumns arguments) {
    /** A piece that holds no index of any track. */
    static final Piece NONE = new Piece(0, new EventColumns(), new ArgumentColumns());

    boolean holds(int index) {
        return index >= first && index - first < events.size;
    }

    /** About how many bytes it takes. */
    long bytes() {
        return 24L * events.size + 32L * arguments.size() + events.ops.bytes();
    }
}
