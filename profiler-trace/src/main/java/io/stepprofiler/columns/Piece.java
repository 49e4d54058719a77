package io.stepprofiler.columns;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Chunk of a track: events that follow each other.
 *
 * @param first index of the first event on the track
 * @param events the events, numbered from 0
 * @param arguments their arguments, by the same numbers
 */
public record Piece(int first, EventColumns events, ArgumentColumns arguments) {
    private static final long EMPTY_BYTES = 800;

    /** Chunk that holds no index of any track. */
    public static final Piece NONE = new Piece(0, new EventColumns(), new ArgumentColumns());

    /** Creates a chunk with these events, which may be in any order, in the order of a track; frees unused room. */
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

    /**
     * {@return a copy that may be changed}
     *
     * @param place index of the first event on the track
     */
    public Piece copy(int place) {
        return new Piece(place, events.copy(), arguments.copy());
    }

    /**
     * Replaces the numbers of names, signatures and call stacks.
     *
     * @param numbers translation of the numbers
     */
    public void renumber(NameNumbers numbers) {
        events.renumber(numbers);
        arguments.renumber(numbers);
    }

    /**
     * Adds the details of an event, besides its name and its times, from a row of another chunk.
     *
     * @param event index of the event in this chunk
     * @param from the other chunk
     * @param row the row in it
     * @param numbers translation of its numbers
     */
    public void addDetails(int event, Piece from, int row, NameNumbers numbers) {
        if (from.events.async.get(row)) {
            events.async.set(event);
        }
        // Rare enough to be renumbered each time.
        OpColumns ops = from.events.ops.copy();
        ops.renumber(numbers);
        events.ops.add(event, ops, row);
        ArgumentColumns others = from.arguments.copy();
        others.renumber(numbers);
        arguments.add(event, others, row);
    }

    /** {@return these events in the order of a track, at the same place} This chunk is not to be used any more. */
    public Piece sorted() {
        return sorted(first, events, arguments);
    }

    /**
     * {@return these events and some of another chunk, in the order of a track and at the same place as these}
     *
     * @param others the other chunk, which has the same names
     * @param from first of its events
     * @param to first one that is not added
     */
    public Piece merged(Piece others, int from, int to) {
        EventColumns all = new EventColumns();
        ArgumentColumns allArguments = new ArgumentColumns();
        addTo(all, allArguments, 0, events.size);
        others.addTo(all, allArguments, from, to);
        return sorted(first, all, allArguments);
    }

    void addTo(EventColumns all, ArgumentColumns allArguments, int from, int to) {
        for (int row = from; row < to; row++) {
            allArguments.add(all.add(events, row), arguments, row);
        }
    }

    boolean holds(int index) {
        return index >= first && index - first < events.size;
    }

    /** {@return the approximate bytes that it takes; empty columns take some, too} */
    public long bytes() {
        return EMPTY_BYTES + 24L * events.size + 32L * arguments.size() + events.ops.bytes();
    }
}
