package io.stepprofiler.columns;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Cache of the chunks of a trace's tracks that were read last, up to a number of bytes. */
public final class PieceCache {
    /** Cache of a trace in memory, which reads no chunks. */
    public static final PieceCache NONE = new PieceCache(0);

    private record Entry(Piece piece, Pieces user) {}

    private final long maxBytes;
    private final Map<Pieces.Source, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /**
     * Creates an empty cache.
     *
     * @param maxBytes bytes that its chunks may take; one stays in any case
     */
    public PieceCache(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    synchronized @Nullable Piece get(Pieces.Source source) {
        Entry entry = entries.get(source);
        return entry == null ? null : entry.piece;
    }

    synchronized void put(Pieces.Source source, Piece piece, Pieces user) {
        if (maxBytes == 0) {
            return;
        }
        Entry replaced = entries.put(source, new Entry(piece, user));
        bytes += piece.bytes() - (replaced == null ? 0 : replaced.piece.bytes());
        Iterator<Entry> oldest = entries.values().iterator();
        // One stays in any case: its user has it at hand.
        while (bytes > maxBytes && entries.size() > 1) {
            Entry evicted = oldest.next();
            oldest.remove();
            bytes -= evicted.piece.bytes();
            evicted.user.forget(evicted.piece);
        }
    }
}
