package io.stepprofiler.columns;

import java.util.function.IntPredicate;

/** Events of one track while they are collected, in any order. */
public final class TrackColumns {
    /** Id of the track. */
    public final long id;

    /** Thread, lane or stream of the track. */
    public final Place place;

    /** Tables of the names, signatures and call stacks that the columns hold by number. */
    public final NameTables names;

    /** The events, in the order in which they were added. */
    public final EventColumns events = new EventColumns();

    /** The arguments of the events. */
    public final ArgumentColumns arguments = new ArgumentColumns();

    /** Name of the track. */
    public String name;

    /**
     * Creates a track without events.
     *
     * @param id id of the track
     * @param name name of the track
     * @param place thread, lane or stream of the track
     * @param names tables that the columns refer to
     */
    public TrackColumns(long id, String name, Place place, NameTables names) {
        this.id = id;
        this.name = name;
        this.place = place;
        this.names = names;
    }

    /**
     * Adds the events of a chunk.
     *
     * @param piece the events, which are not to be used any more
     * @param numbers translation of their numbers
     */
    public void addAll(Piece piece, NameNumbers numbers) {
        piece.renumber(numbers);
        piece.addTo(events, arguments, 0, piece.events().size);
    }

    /**
     * Adds some of the events of a chunk.
     *
     * @param piece the events, which are not to be used any more
     * @param numbers translation of their numbers
     * @param isChosen whether an event of the chunk, by its index there, is added
     */
    public void addAll(Piece piece, NameNumbers numbers, IntPredicate isChosen) {
        piece.renumber(numbers);
        for (int row = 0; row < piece.events().size; row++) {
            if (isChosen.test(row)) {
                piece.addTo(events, arguments, row, row + 1);
            }
        }
    }

    /** {@return the events in the order of a track, as one chunk} Nothing is to be added afterwards. */
    public Piece sorted() {
        return Piece.sorted(0, events, arguments);
    }

    /**
     * {@return the events in the order in which they were added, as one chunk} Nothing is to be added afterwards.
     *
     * @param first index of the first event on the track
     */
    public Piece asAdded(int first) {
        arguments.sort();
        events.trim();
        return new Piece(first, events, arguments);
    }
}
