package io.stepprofiler.recording;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Rows of memory that one thread appends to while another reads them, by guarantees 1 to 3 of {@link ChunkExchange}. */
public abstract class Rows {
    private static final VarHandle SIZE;

    static {
        try {
            SIZE = MethodHandles.lookup().findVarHandle(Rows.class, "size", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private int size;

    /** Returns the number of rows, which is the offset of the next one. Called by the owner. */
    final int ownSize() {
        return size;
    }

    /** Lets the reader see the rows below {@code rows}, which have been written completely. Called by the owner. */
    public final void publish(int rows) {
        SIZE.setRelease(this, rows);
    }

    /** Returns the number of rows that may be read. */
    public final int publishedSize() {
        return (int) SIZE.getAcquire(this);
    }

    /** Returns the number of rows that memory is allocated for. */
    public abstract int capacity();

    /** Returns the bytes of memory for a row. */
    abstract int bytesPerRow();

    /** Returns the bytes that the rows take of the budget. */
    public abstract long takenBytes();
}
