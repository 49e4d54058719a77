package io.stepprofiler.recording;

import org.jspecify.annotations.Nullable;

/**
 * List of small chunks that a recording thread fills and a reader drops from the front: for data that few threads
 * record.
 *
 * <p>Guarantees 1 to 4 of {@link ChunkExchange} hold, with the reference to the next chunk in place of the count. The owner
 * gets no chunk back: the reader returns room to the budget as soon as it has read a chunk, since an owner that records
 * no more of the kind would never do so, and the garbage collector frees the memory.
 *
 * @param <P> type of the chunks
 */
public final class RowList<P extends RowList.Piece<P>> {
    /** Chunk of a list. */
    public abstract static class Piece<P> extends Rows {
        public volatile @Nullable P next;

        /** True if there is no room for another row. Called by the owner. */
        public final boolean isFull() {
            return ownSize() == capacity();
        }
    }

    /** Receiver of one row after the other. */
    public interface Reader<P> {
        /** Takes a row; false to leave it, and all later rows, for the next time. */
        boolean read(P piece, int row);
    }

    private volatile @Nullable P first;

    /** Appends an empty chunk to {@code before}, the last one, null for none. Called by the owner. */
    public void add(@Nullable P before, P piece) {
        if (before == null) {
            first = piece;
        } else {
            before.next = piece;
        }
    }

    /** Forgets all chunks. Called when the window has been released. */
    public void clear() {
        first = null;
    }

    /** Returns the bytes that it takes of the budget. Called when its thread is known to have ended. */
    public long takenBytes() {
        return takenBytes(first, null);
    }

    private long takenBytes(@Nullable P from, @Nullable P until) {
        long taken = 0;
        for (P piece = from; piece != null && piece != until; piece = piece.next) {
            taken += piece.takenBytes();
        }
        return taken;
    }

    /** Position up to which a list has been read. Used by the reader. */
    public static final class Cursor<P extends Piece<P>> {
        private @Nullable P piece;
        private int row;

        /** True if all published rows have been read. */
        public boolean isAtEnd(RowList<P> list) {
            P present = piece != null ? piece : list.first;
            return present == null || (present.next == null && row == present.publishedSize());
        }

        /** Returns the bytes of the full chunks that have not been read whole, without texts. */
        public long fullBytes(RowList<P> list) {
            long full = 0;
            P present = piece != null ? piece : list.first;
            while (present != null && present.next != null) {
                full += (long) present.capacity() * present.bytesPerRow();
                present = present.next;
            }
            return full;
        }

        /**
         * Reads the published rows that have not been read yet.
         *
         * @param budget gets the room of chunks that have been read, which are dropped; null to drop none
         */
        public void read(RowList<P> list, Reader<P> reader, @Nullable Budget budget) {
            P from = piece != null ? piece : list.first;
            P present = from;
            while (present != null) {
                int size = present.publishedSize();
                while (row < size && reader.read(present, row)) {
                    row++;
                }
                P next = present.next;
                if (row < present.capacity() || next == null) {
                    break;
                }
                present = next;
                row = 0;
            }
            piece = present;
            if (budget != null && present != from) {
                budget.giveBack(list.takenBytes(from, present));
                list.first = present;
            }
        }
    }
}
