package io.stepprofiler.trace;

import java.util.Arrays;

/**
 * Columns of the operations of one track; each column exists only where it is used.
 *
 * <p>The tensors of an event are a stretch of one array, inputs before outputs, with their number in front.
 */
final class OpColumns {
    IntColumn signatures = new IntColumn(-1);
    IntColumn stacks = new IntColumn(-1);
    LongColumn sequences = new LongColumn(-1);
    LongColumn forwardThreads = new LongColumn(-1);
    LongColumn correlations = new LongColumn(-1);
    private IntColumn tensorsAt = new IntColumn(-1);
    private long[] tensors = {};
    private int tensorsSize;

    void setTensors(int event, long[] ids, int from, int count) {
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

    int tensorCount(int event) {
        int at = tensorsAt.get(event);
        return at < 0 ? 0 : (int) tensors[at];
    }

    long tensor(int event, int index) {
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

    /** Adds what is known in {@code from} of event {@code row} to event {@code event}. */
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

    boolean isEmpty() {
        return bytes() == 0;
    }

    /** About how many bytes they take. */
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
