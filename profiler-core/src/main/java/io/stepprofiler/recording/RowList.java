package io.stepprofiler.recording;

import org.jspecify.annotations.Nullable;

/**
 * A list of small pieces that a recording thread fills and a reader drops from its beginning: for what few threads
 * record.
 *
 * <p>Guarantees 1 to 4 of {@link HandOver} hold, with the reference to the next piece in place of the count. The owner
 * gets nothing back: the reader returns room to the budget as soon as it has read a piece, since an owner that records
 * no more of the kind would never do so, and the collector has the memory.
 *
 * @param <P> the pieces
 */
public final class RowList<P extends RowList.Piece<P>> {
    /** A piece of a list. */
    public abstract static class Piece<P> extends Rows {
        public volatile @Nullable P next;

        /** Whether there is no room for another row. By the owner. */
        public final boolean isFull() {
            return ownSize() == capacity();
        }
    }

    /** Takes one row after the other. */
    public interface Reader<P> {
        /** Takes a row; false to leave it, and all after it, for later. */
        boolean read(P piece, int row);
    }

    private volatile @Nullable P first;

    /** Adds an empty piece behind the last one, which the owner remembers; null if there is none. By the owner. */
    public void add(@Nullable P before, P piece) {
        if (before == null) {
            first = piece;
        } else {
            before.next = piece;
        }
    }

    /** Forgets all pieces. When the window has been released. */
    public void clear() {
        first = null;
    }

    /** Bytes of the budget that are taken for it. When its thread is known to have ended. */
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

    /** How far a list has been read. By the reader. */
    public static final class Cursor<P extends Piece<P>> {
        private @Nullable P piece;
        private int row;

        /** Whether everything that has been published has been read. */
        public boolean isAtEnd(RowList<P> list) {
            P present = piece != null ? piece : list.first;
            return present == null || (present.next == null && row == present.publishedSize());
        }

        /** Bytes of the pieces that are full and have not been read whole, texts not counted. */
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
         * Reads what has been published and not read yet.
         *
         * @param budget gets the room of what has been read, which is dropped; null to drop nothing
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
