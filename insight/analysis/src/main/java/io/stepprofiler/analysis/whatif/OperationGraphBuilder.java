package io.stepprofiler.analysis.whatif;

import io.stepprofiler.analysis.whatif.OperationGraph.Gaps;
import io.stepprofiler.analysis.whatif.OperationGraph.Operation;
import io.stepprofiler.analysis.whatif.OperationGraph.RecordedMemory;
import io.stepprofiler.analysis.whatif.OperationGraph.Result;
import io.stepprofiler.analysis.whatif.OperationGraph.ResultCode;
import io.stepprofiler.event.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Builds an {@link OperationGraph}, operation by operation in the order of execution.
 *
 * <p>{@link #operation} begins the next operation; the calls after it add the values that it reads and returns. Values
 * are numbers that the builder returns. An operation comes after the writers of the values it reads, and, if it writes
 * over a value, after all readers of the old value. For use by one thread.
 */
public final class OperationGraphBuilder {
    private static final int NOBODY = -1;

    /** An allocation, with its last writer and the readers since then. */
    private static final class Storage {
        private final Optional<Device> device;
        private int lastWriter;
        private int version;
        private final List<Integer> readers = new ArrayList<>();

        Storage(Optional<Device> device, int lastWriter) {
            this.device = device;
            this.lastWriter = lastWriter;
        }
    }

    /** A value that operations read: a result or an input, in one version of its memory. */
    private record Value(Storage storage, int version, int result) {}

    /** A result whose consumers are still being added. */
    private static final class Draft {
        private final Result result;
        private final TreeSet<Integer> consumers = new TreeSet<>();
        private boolean isOutput;

        Draft(Result result) {
            this.result = result;
        }
    }

    private final List<Operation> operations = new ArrayList<>();
    private final List<TreeSet<Integer>> after = new ArrayList<>();
    private final List<Draft> drafts = new ArrayList<>();
    private final List<Value> values = new ArrayList<>();
    private int lastFixed = NOBODY;

    /** A builder of a graph without operations. */
    public OperationGraphBuilder() {}

    /**
     * {@return a value that exists before all operations}
     *
     * @param device the device it is on; empty if not known
     */
    public int input(Optional<Device> device) {
        return add(new Value(new Storage(device, NOBODY), 0, Result.NONE));
    }

    /**
     * Begins the next operation.
     *
     * @param name its name
     * @param shapes the shapes of its inputs; empty if not known
     * @param path the events around it; empty if there are none
     * @return its index
     */
    public int operation(String name, String shapes, String path) {
        operations.add(new Operation(name, shapes, path, List.of()));
        after.add(new TreeSet<>());
        if (lastFixed != NOBODY) {
            comesAfter(lastFixed);
        }
        return operations.size() - 1;
    }

    /** Fixes the current operation's place in every valid order, because its results are not known. */
    public void fix() {
        for (int other = Math.max(lastFixed, 0); other < operation(); other++) {
            comesAfter(other);
        }
        lastFixed = operation();
    }

    /**
     * Adds a value that the current operation reads.
     *
     * @param value the value
     * @throws IllegalArgumentException if there is no such value, or an operation has written over it
     */
    public void read(int value) {
        Value read = current(value);
        Storage storage = read.storage();
        if (storage.lastWriter != NOBODY) {
            comesAfter(storage.lastWriter);
        }
        if (storage.readers.isEmpty() || storage.readers.get(storage.readers.size() - 1) != operation()) {
            storage.readers.add(operation());
        }
        if (read.result() != Result.NONE) {
            drafts.get(read.result()).consumers.add(operation());
        }
    }

    /**
     * Adds a result of the current operation in memory that was allocated for it.
     *
     * @param bytes its size; -1 if not known
     * @param device the device it is on; empty if not known
     * @param shape its type and shape; empty if not known
     * @return the value
     */
    public int create(long bytes, Optional<Device> device, String shape) {
        return put(new Storage(device, operation()), ResultCode.CREATED, Result.NONE, bytes, shape);
    }

    /**
     * Adds a result of the current operation that is a view of a value, which the operation reads.
     *
     * @param value the viewed value
     * @param bytes its size; -1 if not known
     * @param shape its type and shape; empty if not known
     * @return the value
     * @throws IllegalArgumentException if there is no such value, or an operation has written over it
     */
    public int view(int value, long bytes, String shape) {
        read(value);
        Value origin = values.get(value);
        return put(origin.storage(), ResultCode.VIEW, origin.result(), bytes, shape);
    }

    /**
     * Adds a result that the current operation writes over a value. Older values of that memory cannot be read from
     * then on.
     *
     * @param value the value
     * @param bytes how many bytes it writes; -1 if not known
     * @param shape its type and shape; empty if not known
     * @return the new value
     * @throws IllegalArgumentException if there is no such value, or an operation has written over it
     */
    public int overwrite(int value, long bytes, String shape) {
        read(value);
        Value origin = values.get(value);
        Storage storage = origin.storage();
        storage.readers.stream().filter(reader -> reader != operation()).forEach(this::comesAfter);
        storage.readers.clear();
        storage.lastWriter = operation();
        storage.version++;
        return put(storage, ResultCode.IN_PLACE, origin.result(), bytes, shape);
    }

    /**
     * Marks a value as used after the last operation.
     *
     * @param value the value; an input has no effect
     * @throws IllegalArgumentException if there is no such value, or an operation has written over it
     */
    public void output(int value) {
        int result = current(value).result();
        if (result != Result.NONE) {
            drafts.get(result).isOutput = true;
        }
    }

    /**
     * {@return the graph}
     *
     * @param recorded figures of the memory events; empty if there are none
     * @param gaps counts of unknown tensors, results and shapes
     */
    public OperationGraph build(List<RecordedMemory> recorded, Gaps gaps) {
        List<Operation> all = new ArrayList<>();
        for (int i = 0; i < operations.size(); i++) {
            Operation each = operations.get(i);
            all.add(new Operation(each.name(), each.shapes(), each.path(), List.copyOf(after.get(i))));
        }
        List<Result> results = drafts.stream()
                .map(draft -> new Result(
                        draft.result.operation(),
                        draft.result.code(),
                        draft.result.origin(),
                        draft.result.bytes(),
                        draft.result.device(),
                        draft.result.shape(),
                        draft.isOutput,
                        List.copyOf(draft.consumers)))
                .toList();
        return new OperationGraph(all, results, recorded, gaps);
    }

    private int operation() {
        return operations.size() - 1;
    }

    private void comesAfter(int other) {
        if (other != operation()) {
            after.get(operation()).add(other);
        }
    }

    private Value current(int value) {
        if (value < 0 || value >= values.size()) {
            throw new IllegalArgumentException(
                    "value = " + value + " is not allowed: must be one of the " + values.size() + " there are");
        }
        Value found = values.get(value);
        if (found.version() != found.storage().version) {
            throw new IllegalArgumentException("value = " + value + " is not allowed: operation "
                    + found.storage().lastWriter + " has written over it");
        }
        return found;
    }

    private int put(Storage storage, ResultCode code, int origin, long bytes, String shape) {
        Result result = new Result(operation(), code, origin, bytes, storage.device, shape, false, List.of());
        drafts.add(new Draft(result));
        return add(new Value(storage, storage.version, drafts.size() - 1));
    }

    private int add(Value value) {
        values.add(value);
        return values.size() - 1;
    }
}
