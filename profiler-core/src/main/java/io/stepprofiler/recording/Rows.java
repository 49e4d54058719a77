package io.stepprofiler.recording;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Rows of memory that one thread appends to while another reads them, by guarantees 1 to 3 of {@link HandOver}. */
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

    /** Number of rows, which is the offset of the next one. By the owner only. */
    final int ownSize() {
        return size;
    }

    /** Lets the reader see the rows below {@code rows}, in which everything has been written. By the owner only. */
    public final void publish(int rows) {
        SIZE.setRelease(this, rows);
    }

    /** Number of rows that may be read. */
    public final int publishedSize() {
        return (int) SIZE.getAcquire(this);
    }

    /** Number of rows that there is memory for. */
    public abstract int capacity();

    /** Bytes of memory for a row. */
    abstract int bytesPerRow();

    /** Bytes of the budget that are taken for it. */
    public abstract long takenBytes();
}
