package io.stepprofiler.recording;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Pieces of memory that a recording thread fills, one after the other, and gets back from a reader in order to fill
 * them again.
 *
 * <p>The protocol of everything that a thread records: of scopes ({@link Chunk}) and of what lies beside them ({@link
 * SideLog}) by this class, of arguments by {@link RowList}, which differs in 5 to 8 as is said there. It
 * guarantees:
 *
 * <ol>
 *   <li><b>Two sides.</b> The owner is the thread that records; it alone appends, publishes, takes pieces and takes
 *       them back. The reader takes a segment or puts the window together: one thread at a time, under a
 *       lock that recording never takes. Methods say whose they are.
 *   <li><b>Wait-free.</b> No call of either side waits for the other, or is tried again because of it: there are no
 *       locks and no compare-and-set operations. Appending a row is plain stores and one release store; memory is
 *       allocated only with a piece. The budget, which is asked for each piece and which all threads share, is
 *       lock-free.
 *   <li><b>Rows.</b> What the owner wrote into a row happens-before what a reader does that has seen a size above the
 *       row. The row does not change after that, except where its class says so (the end of an event).
 *   <li><b>Pieces.</b> A piece is published when it is empty, and all rows of the piece before it happen-before that.
 *       So a reader takes the count first; sizes that it takes then of pieces before the last are final.
 *   <li><b>Giving back.</b> All that the reader did with the pieces before {@code n} happens-before what the owner does
 *       that has seen {@code giveBack(n)}. The reader does not look into them any more, but for guarantee 7. It gives
 *       back full pieces, and pieces before the last: nothing more is appended to them.
 *   <li><b>Taking back.</b> The owner takes pieces back when it needs another, in their order: each leaves the budget,
 *       is passed to the {@link Owner}, and may be written into from then on.
 *   <li><b>Looking once more.</b> What a reader finds in a piece that it has given back is right if {@link
 *       #isTakenBack} is false after it has looked: what the owner does next with the piece comes after. If it is true,
 *       all that the {@link Owner} did about the piece happens-before what the reader does next.
 *   <li><b>Windows.</b> {@link #reset} and {@link #reclaim} happen once the window has been released and its reader has
 *       ended. An owner that is late meets no piece, and what it writes is never read.
 * </ol>
 *
 * @param <P> the pieces
 */
public final class HandOver<P extends Rows> {
    private static final VarHandle COUNT;
    private static final VarHandle READ;
    private static final int MAX_FREE = 4;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(HandOver.class, "count", int.class);
            READ = MethodHandles.lookup().findVarHandle(HandOver.class, "read", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Receives each piece that is taken back, while a reader may still look into it. */
    public interface Owner<P> {
        void takenBack(P piece, int index);
    }

    private final Owner<P> owner;
    private volatile @Nullable P[] pieces;
    private int count;

    /** Number of pieces that the reader is done with. */
    @SuppressWarnings("UnusedVariable") // Through READ.
    private int read;

    /** Of these, how many the owner has taken back. */
    private volatile int takenBack;

    /** Pieces to be used again. */
    private final Deque<P> free = new ArrayDeque<>();

    /** Makes one without pieces; {@code places} has room for the first. */
    public HandOver(@Nullable P[] places, Owner<P> owner) {
        pieces = places;
        this.owner = owner;
    }

    /** Number of pieces. By the owner. */
    int ownCount() {
        return count;
    }

    /**
     * Takes back what has been read, and keeps for {@link #reusable} what has a capacity of at least {@code wanted}. By
     * the owner.
     */
    public void takeBack(Budget budget, int wanted) {
        int done = (int) READ.getAcquire(this);
        for (int index = takenBack; index < done; index++) {
            P piece = pieces[index];
            if (piece != null) {
                // From here on the owner does not find it by its index any more.
                pieces[index] = null;
                budget.giveBack(piece.takenBytes());
                owner.takenBack(piece, index);
                if (piece.capacity() >= wanted && free.size() < MAX_FREE) {
                    free.add(piece);
                }
            }
            // Before anything is written into the piece, as guarantee 7 says: more than a release store.
            takenBack = index + 1;
        }
    }

    /**
     * A piece of at least a capacity that need not be made, for the next place; null if there is none. By the owner.
     */
    @Nullable
    public P reusable(int capacity) {
        P last = count < pieces.length ? pieces[count] : null;
        while (last == null || last.capacity() < capacity) {
            last = free.poll();
            if (last == null) {
                return null;
            }
        }
        return last;
    }

    /** Publishes the next piece, which is empty. By the owner. */
    public void add(P piece) {
        if (count == pieces.length) {
            pieces = Arrays.copyOf(pieces, 2 * count);
        }
        pieces[count] = piece;
        COUNT.setRelease(this, count + 1);
    }

    /** Begins another window, with the memory of this one. By the owner. */
    public void reset() {
        takenBack = 0;
        READ.setRelease(this, 0);
        COUNT.setRelease(this, 0);
    }

    /** Gives the memory back. */
    public void reclaim() {
        Arrays.fill(pieces, null);
        free.clear();
    }

    /** Number of pieces that may be read. By the reader. */
    public int publishedCount() {
        return (int) COUNT.getAcquire(this);
    }

    /** Bytes of the pieces from {@code first} on behind which another has been begun. By the reader. */
    public long fullBytes(int first) {
        int last = publishedCount() - 1;
        @Nullable P[] all = pieces;
        long full = 0;
        for (int i = first; i < last; i++) {
            P piece = all[i];
            full += piece == null ? 0 : piece.takenBytes();
        }
        return full;
    }

    /** The pieces by their index; null where one has been taken back or the window has been released. */
    @Nullable
    public P[] pieces() {
        return pieces;
    }

    /** Gives the pieces before {@code done} back. By the reader. */
    public void giveBack(int done) {
        READ.setRelease(this, done);
    }

    /** Whether the owner has taken back the piece with this index. By the reader. */
    public boolean isTakenBack(int index) {
        return index < takenBack;
    }

    /** Bytes of the budget that are taken for it. By the owner, or when its thread is known to have ended. */
    public long takenBytes() {
        long taken = 0;
        for (int i = takenBack; i < count; i++) {
            P piece = pieces[i];
            taken += piece == null ? 0 : piece.takenBytes();
        }
        return taken;
    }

    /** Bytes of memory that it holds, used or not. */
    public int bytes() {
        return Stream.concat(Arrays.stream(pieces), free.stream())
                .mapToInt(piece -> piece == null ? 0 : piece.capacity() * piece.bytesPerRow())
                .sum();
    }
}
