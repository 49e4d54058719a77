package io.stepprofiler.columns;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;

/**
 * Events of a track: one chunk in memory, or several that are read when they are asked for.
 *
 * <p>The chunk that was used last is at hand; others may be in the {@linkplain PieceCache cache} of the trace. Safe on
 * any thread: threads that read different places at once only slow each other down.
 */
public final class Pieces {
    /** Source of a chunk, which it reads anew each time. */
    public interface Source {
        /** {@return the number of events of the chunk} */
        int size();

        /**
         * {@return the chunk}
         *
         * @param first index of its first event on the track
         * @throws IOException if it cannot be read
         */
        Piece read(int first) throws IOException;
    }

    /** First event of a single source, shared because there may be millions of tracks. */
    private static final int[] ONE = {0};

    private final List<Source> sources;
    /** First event of each source. */
    private final int[] firsts;

    private final PieceCache cache;

    /** Immutable chunk, with final fields, that was used last: a thread that sees it sees it whole. */
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

    /**
     * {@return all events at once}
     *
     * @param whole the events
     */
    public static Pieces of(Piece whole) {
        return new Pieces(List.of(), PieceCache.NONE, whole);
    }

    /**
     * {@return events that are read when they are asked for}
     *
     * @param sources sources of the events, the oldest first
     * @param cache cache of the chunks that were read last
     */
    public static Pieces of(List<Source> sources, PieceCache cache) {
        return new Pieces(List.copyOf(sources), cache, Piece.NONE);
    }

    /** {@return the number of events} */
    public int size() {
        return sources.isEmpty() ? current.events().size : end(sources.size() - 1);
    }

    /**
     * {@return the chunk that holds an event}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public Piece at(int index) {
        Piece last = current;
        return last.holds(index) ? last : find(index);
    }

    private Piece find(int index) {
        if (index < 0 || index >= size()) {
            throw new IndexOutOfBoundsException("event " + index + " of " + size());
        }
        int found = Arrays.binarySearch(firsts, index);
        int number = found >= 0 ? found : -found - 2;
        // An empty chunk begins at the same index as the next one.
        while (end(number) <= index) {
            number++;
        }
        Source source = sources.get(number);
        Piece piece = cache.get(source);
        if (piece == null) {
            try {
                piece = source.read(firsts[number]);
            } catch (IOException e) {
                throw new UncheckedIOException("Events from " + firsts[number] + " on cannot be read", e);
            }
            cache.put(source, piece, this);
        }
        current = piece;
        return piece;
    }

    /** Forgets a chunk that the cache has no room for any more. */
    @SuppressWarnings("ReferenceEquality") // This chunk, not an equal one.
    void forget(Piece piece) {
        if (current == piece) {
            current = Piece.NONE;
        }
    }
}
