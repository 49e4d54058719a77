package io.stepprofiler.columns;

import java.util.Arrays;

/**
 * Columns of the operations of one track; a column without values takes no memory.
 *
 * <p>The tensors of an event lie in one array, inputs before outputs, with their number in front.
 */
public final class OpColumns {
    /** Signatures; -1 if not known. */
    public IntColumn signatures = new IntColumn(-1);

    /** Call stacks; -1 if not known. */
    public IntColumn stacks = new IntColumn(-1);

    /** Sequence numbers; -1 if there is none. */
    public LongColumn sequences = new LongColumn(-1);

    /** Threads of the forward operations; -1 if there is none. */
    public LongColumn forwardThreads = new LongColumn(-1);

    /** Correlation numbers; -1 if there is none. */
    public LongColumn correlations = new LongColumn(-1);

    private IntColumn tensorsAt = new IntColumn(-1);
    private long[] tensors = {};
    private int tensorsSize;

    OpColumns() {}

    /**
     * Sets the storages of the tensors of an event.
     *
     * @param event index of the event
     * @param ids addresses of the storages
     * @param from index of the first one in the array
     * @param count number of storages
     */
    public void setTensors(int event, long[] ids, int from, int count) {
        if (count == 0) {
            tensorsAt.set(event, -1);
            return;
        }
        if (tensorsSize + count + 1 > tensors.length) {
            tensors = Arrays.copyOf(tensors, Math.max(64, (tensorsSize + count + 1) * 3 / 2));
        }
        tensorsAt.set(event, tensorsSize);
        tensors[tensorsSize++] = count;
        System.arraycopy(ids, from, tensors, tensorsSize, count);
        tensorsSize += count;
    }

    /**
     * {@return the number of tensors of an event}
     *
     * @param event index of the event
     */
    public int tensorCount(int event) {
        int at = tensorsAt.get(event);
        return at < 0 ? 0 : (int) tensors[at];
    }

    /**
     * {@return the address of the storage of a tensor}
     *
     * @param event index of the event
     * @param index index of the tensor
     */
    public long tensor(int event, int index) {
        return tensors[tensorsAt.get(event) + 1 + index];
    }

    OpColumns copy() {
        OpColumns copy = new OpColumns();
        copy.signatures = signatures.copy();
        copy.stacks = stacks.copy();
        copy.sequences = sequences.copy();
        copy.forwardThreads = forwardThreads.copy();
        copy.correlations = correlations.copy();
        copy.tensorsAt = tensorsAt.copy();
        copy.tensors = tensors.clone();
        copy.tensorsSize = tensorsSize;
        return copy;
    }

    /** Adds the details that {@code from} has of event {@code row} to event {@code event}. */
    void add(int event, OpColumns from, int row) {
        if (from.signatures.get(row) >= 0) {
            signatures.set(event, from.signatures.get(row));
        }
        if (from.stacks.get(row) >= 0) {
            stacks.set(event, from.stacks.get(row));
        }
        if (from.sequences.get(row) >= 0) {
            sequences.set(event, from.sequences.get(row));
            forwardThreads.set(event, from.forwardThreads.get(row));
        }
        if (from.correlations.get(row) >= 0) {
            correlations.set(event, from.correlations.get(row));
        }
        int count = from.tensorCount(row);
        if (count > 0) {
            setTensors(event, from.tensors, from.tensorsAt.get(row) + 1, count);
        }
    }

    /** Translates signatures and call stacks to the numbers of other tables. */
    void renumber(NameNumbers numbers) {
        signatures.renumber(numbers.signatures);
        stacks.renumber(numbers.stacks);
    }

    /** {@return whether no event carries anything} */
    public boolean isEmpty() {
        return bytes() == 0;
    }

    /** Returns the approximate bytes of the columns. */
    long bytes() {
        return 4L * (signatures.capacity() + stacks.capacity() + tensorsAt.capacity())
                + 8L * (sequences.capacity() + forwardThreads.capacity() + correlations.capacity() + tensors.length);
    }

    void reorder(Integer[] order) {
        signatures = signatures.reordered(order);
        stacks = stacks.reordered(order);
        sequences = sequences.reordered(order);
        forwardThreads = forwardThreads.reordered(order);
        correlations = correlations.reordered(order);
        tensorsAt = tensorsAt.reordered(order);
    }
}
