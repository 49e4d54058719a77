package io.stepprofiler.recording;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Exchange of chunks of memory between a recording thread, which fills one after the other, and a reader, which gives
 * them back to be filled again.
 *
 * <p>The protocol of everything that a thread records: of events ({@link Chunk}) and rare data ({@link DetailLog}) by
 * this class, of arguments by {@link RowList}, which differs in 5 to 8 as documented there. It guarantees:
 *
 * <ol>
 *   <li><b>Two sides.</b> The owner is the thread that records; it alone appends, publishes, takes chunks and takes
 *       them back. The reader takes a segment or assembles the window: one thread at a time, under a lock that
 *       recording never takes. Each method names the side that calls it.
 *   <li><b>Wait-free.</b> No call of either side waits for the other, or is retried because of it: there are no locks
 *       and no compare-and-set operations. Appending a row is plain stores and one release store; memory is allocated
 *       only with a chunk. The budget, which each chunk is taken from and all threads share, is lock-free.
 *   <li><b>Rows.</b> Writes of the owner into a row happen-before reads by a reader that has seen a size above the row.
 *       The row does not change after that, except as documented by its class (the end of an event).
 *   <li><b>Chunks.</b> A chunk is published when it is empty, and all rows of the previous chunk happen-before that. A
 *       reader therefore reads the count first; the sizes that it then reads of all chunks but the last are final.
 *   <li><b>Giving back.</b> All accesses of the reader to the chunks before {@code n} happen-before the actions of an
 *       owner that has seen {@code giveBack(n)}. The reader does not access them any more, except by guarantee 7. It
 *       gives back full chunks, and chunks before the last: nothing more is appended to them.
 *   <li><b>Taking back.</b> The owner takes chunks back when it needs another, in their order: each leaves the budget,
 *       is passed to the {@link Owner}, and may be written to from then on.
 *   <li><b>Reading again.</b> Data that a reader finds in a chunk that it has given back is valid if {@link
 *       #isTakenBack} is false afterwards: the owner reuses the chunk only later. If it is true, all actions of the
 *       {@link Owner} on the chunk happen-before the next actions of the reader.
 *   <li><b>Windows.</b> {@link #reset} and {@link #reclaim} happen once the window has been released and its reader has
 *       ended. An owner that is late finds no chunk, and its writes are never read.
 * </ol>
 *
 * @param <P> type of the chunks
 */
public final class ChunkExchange<P extends Rows> {
    private static final VarHandle COUNT;
    private static final VarHandle READ;
    private static final int MAX_FREE = 4;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(ChunkExchange.class, "count", int.class);
            READ = MethodHandles.lookup().findVarHandle(ChunkExchange.class, "read", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Receiver of each chunk that is taken back, while a reader may still read it. */
    public interface Owner<P> {
        void takenBack(P piece, int index);
    }

    // S1: the owner and the reader use a chunk in turn.
    private final Owner<P> owner;
    private volatile @Nullable P[] pieces;
    private int count;

    /** Number of chunks that the reader has given back. */
    @SuppressWarnings("UnusedVariable") // Through READ.
    private int read;

    /** Number of chunks that the owner has taken back, at most {@code read}. */
    private volatile int takenBack;

    /** Chunks to be used again. */
    private final Deque<P> free = new ArrayDeque<>();

    /** Creates an exchange without chunks; {@code places} has room for the first. */
    public ChunkExchange(@Nullable P[] places, Owner<P> owner) {
        pieces = places;
        this.owner = owner;
    }

    /** Returns the number of chunks. Called by the owner. */
    int ownCount() {
        return count;
    }

    /**
     * Takes back the chunks that have been read, and keeps some with a capacity of at least {@code wanted} for {@link
     * #reusable}. Called by the owner.
     */
    public void takeBack(Budget budget, int wanted) {
        int done = (int) READ.getAcquire(this);
        for (int index = takenBack; index < done; index++) {
            P piece = pieces[index];
            if (piece != null) {
                // From here on the owner does not find the chunk by its index any more.
                pieces[index] = null;
                budget.giveBack(piece.takenBytes());
                owner.takenBack(piece, index);
                if (piece.capacity() >= wanted && free.size() < MAX_FREE) {
                    free.add(piece);
                }
            }
            // A volatile store, not a release store: it precedes all writes into the chunk, see guarantee 7.
            takenBack = index + 1;
        }
    }

    /** Returns an existing chunk of at least {@code capacity}; null if there is none. Called by the owner. */
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

    /** Publishes the next chunk, which is empty. Called by the owner. */
    public void add(P piece) {
        if (count == pieces.length) {
            pieces = Arrays.copyOf(pieces, 2 * count);
        }
        pieces[count] = piece;
        COUNT.setRelease(this, count + 1);
    }

    /** Begins another window, and keeps the memory. Called by the owner. */
    public void reset() {
        takenBack = 0;
        READ.setRelease(this, 0);
        COUNT.setRelease(this, 0);
    }

    /** Frees the memory. */
    public void reclaim() {
        Arrays.fill(pieces, null);
        free.clear();
    }

    /** Returns the number of chunks that may be read. Called by the reader. */
    public int publishedCount() {
        return (int) COUNT.getAcquire(this);
    }

    /** Returns the bytes of the chunks from {@code first} on, except the last. Called by the reader. */
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

    /** Returns the chunks by their index; null for one that has been taken back or whose window has been released. */
    @Nullable
    public P[] pieces() {
        return pieces;
    }

    /** Gives the chunks before {@code done} back. Called by the reader. */
    public void giveBack(int done) {
        READ.setRelease(this, done);
    }

    /** True if the owner has taken back the chunk with this index. Called by the reader. */
    public boolean isTakenBack(int index) {
        return index < takenBack;
    }

    /** Returns the bytes that it takes of the budget. Called by the owner, or once the owner is known to have ended. */
    public long takenBytes() {
        long taken = 0;
        for (int i = takenBack; i < count; i++) {
            P piece = pieces[i];
            taken += piece == null ? 0 : piece.takenBytes();
        }
        return taken;
    }

    /** Returns the bytes of memory that it holds, used or not. */
    public int bytes() {
        return Stream.concat(Arrays.stream(pieces), free.stream())
                .mapToInt(piece -> piece == null ? 0 : piece.capacity() * piece.bytesPerRow())
                .sum();
    }
}
