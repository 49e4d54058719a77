package io.stepprofiler.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;

/**
 * The events of a track: one piece that is there, or several that are read when they are asked for.
 *
 * <p>The piece that was used last is at hand; others may be in the {@linkplain PieceCache cache} of the trace. Safe on any
 * thread: threads that read different places at once cost each other time, nothing else.
 */
final class Pieces {
    /** Reads a piece, each time anew. */
    interface Source {
        int size();

        Piece read(int first) throws IOException;
    }

    /** Of most tracks where there are millions. */
    private static final int[] ONE = {0};

    private final List<Source> sources;
    /** The first event of each source. */
    private final int[] firsts;

    private final PieceCache cache;

    /** Pieces never change, and their fields are final: whoever sees one here sees it whole. */
    private Piece current;

    private Pieces(List<Source> sources, PieceCache cache, Piece current) {
        this.sources = sources;
        this.cache = cache;
        this.current = current;
        firsts = sources.size() <= 1 ? ONE : new int[sources.size()];
        for (int i = 1; i < sources.size(); i++) {
            firsts[i] = Math.addExact(firsts[i - 1], sources.get(i - 1).size());
        }
        if (!sources.isEmpty()) {
            int unused = Math.addExact(
                    firsts[sources.size() - 1], sources.get(sources.size() - 1).size());
        }
    }

    private int end(int number) {
        return firsts[number] + sources.get(number).size();
    }

    /** All events at once. */
    static Pieces of(EventColumns events, ArgumentColumns arguments) {
        Piece whole = new Piece(0, events, arguments);
        Pieces pieces = new Pieces(List.of(), PieceCache.NONE, whole);
        return pieces;
    }

    /** Events that are read, the oldest first. */
    static Pieces of(List<Source> sources, PieceCache cache) {
        return new Pieces(List.copyOf(sources), cache, Piece.NONE);
    }

    int size() {
        return sources.isEmpty() ? current.events().size : end(sources.size() - 1);
    }

    /** About how many bytes of them are in memory for good. */
    long heldBytes() {
        return sources.isEmpty() ? current.bytes() : 0;
    }

    /** The piece that holds the event with this index. */
    Piece at(int index) {
        Piece last = current;
        return last.holds(index) ? last : find(index);
    }

    private Piece find(int index) {
        if (index < 0 || index >= size()) {
            throw new IndexOutOfBoundsException("event " + index + " of " + size());
        }
        int found = Arrays.binarySearch(firsts, index);
        int number = found >= 0 ? found : -found - 2;
        // An empty piece begins where the next one does.
        while (end(number) <= index) {
            number++;
        }
        Source source = sources.get(number);
        Piece piece = cache.get(source);
        if (piece == null) {
            try {
                piece = source.read(firsts[number]);
            } catch (IOException e) {
                throw new UncheckedIOException("Events " + firsts[number] + " and following cannot be read", e);
            }
            cache.put(source, piece, this);
        }
        current = piece;
        return piece;
    }

    /** Lets go of a piece that the cache has no room for any more. */
    @SuppressWarnings("ReferenceEquality") // The one piece, not one like it.
    void forget(Piece piece) {
        if (current == piece) {
            current = Piece.NONE;
        }
    }
}
