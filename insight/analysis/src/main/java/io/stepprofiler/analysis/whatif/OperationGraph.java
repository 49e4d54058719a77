package io.stepprofiler.analysis.whatif;

import io.stepprofiler.event.Device;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Operations in the order of execution, with their results. Memory that existed before the first operation (inputs,
 * parameters, constants) is no result, takes no memory here and is never freed. Immutable.
 *
 * @param operations the operations, in the order of execution, which is one of the valid orders
 * @param results their results, in the order of the operations
 * @param recorded figures of the memory events of the same time, by device; empty if there were none
 * @param gaps counts of unknown tensors, results and shapes
 */
public record OperationGraph(
        List<Operation> operations, List<Result> results, List<RecordedMemory> recorded, Gaps gaps) {
    /** Copies the lists. */
    public OperationGraph {
        operations = List.copyOf(operations);
        results = List.copyOf(results);
        recorded = List.copyOf(recorded);
    }

    /**
     * An operation of an {@link OperationGraph}.
     *
     * @param name its name, such as {@code aten::mm}
     * @param shapes the shapes of its inputs, such as {@code [[64, 784], [784, 10]]}; empty if not known
     * @param path the events around it, the outermost first; empty if there are none
     * @param after the operations that every valid order has before it, by their indexes, ascending: the writers of the
     *     values it reads, and, if it writes over a value, the readers of the old value
     */
    public record Operation(String name, String shapes, String path, List<Integer> after) {
        /** Copies the list. */
        public Operation {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(shapes, "shapes");
            Objects.requireNonNull(path, "path");
            after = List.copyOf(after);
        }
    }

    /**
     * A result of an operation of an {@link OperationGraph}.
     *
     * @param operation index of the operation
     * @param code origin of its memory
     * @param origin index of the result whose memory it uses; -1 if it was created, or uses memory that existed before
     *     all operations
     * @param bytes its size; -1 if not known
     * @param device the device it is on; empty if not known
     * @param shape its type and shape, such as {@code float [64, 10]}; empty if not known
     * @param isOutput whether it is used after the last operation, so that it is never freed
     * @param consumers the operations that read it, write over it or put out views of it, by their indexes, ascending
     */
    public record Result(
            int operation,
            ResultCode code,
            int origin,
            long bytes,
            Optional<Device> device,
            String shape,
            boolean isOutput,
            List<Integer> consumers) {
        /** Origin of a result that uses no other result's memory. */
        public static final int NONE = -1;

        /** Placeholder for an unknown size. */
        public static final long UNKNOWN = -1;

        /** Copies the list. */
        public Result {
            Objects.requireNonNull(code, "code");
            Objects.requireNonNull(device, "device");
            Objects.requireNonNull(shape, "shape");
            consumers = List.copyOf(consumers);
        }
    }

    /** Origin of the memory of a result. */
    public enum ResultCode {
        /** The memory was allocated for the result. */
        CREATED('c'),
        /** The operation wrote over one of its inputs. */
        IN_PLACE('i'),
        /** The result uses the memory of an input, or a part of it. */
        VIEW('v');

        private final char letter;

        ResultCode(char letter) {
            this.letter = letter;
        }

        /** {@return its letter in tables} */
        public char letter() {
            return letter;
        }
    }

    /**
     * Figures of the memory events of one device while the operations of a graph ran.
     *
     * @param device which device
     * @param resultsPeakBytes the most bytes that results of the graph had at a time, each from its allocation to where the
     *     program freed it
     * @param scratchBytes the most bytes at a time that one operation allocated for itself and freed again
     * @param outsideBytes bytes allocated meanwhile outside all operations of the graph
     */
    public record RecordedMemory(Device device, long resultsPeakBytes, long scratchBytes, long outsideBytes) {
        public RecordedMemory {
            Objects.requireNonNull(device, "device");
        }
    }

    /**
     * Counts of unknown tensors, results and shapes of a graph's operations, which limit the accuracy of its figures.
     *
     * @param withoutTensors operations without a recorded tensor; without memory events they keep their place in every
     *     order, otherwise they are left out, since they allocated nothing
     * @param withoutResults operations without a known result: they return a view or a number, or their outputs were
     *     not recorded
     * @param namesWithoutResults the most frequent names of operations without a known result, with their counts
     * @param shapesAsRead results whose shape is the one in which a later operation read them, because their own was not
     *     recorded
     */
    public record Gaps(long withoutTensors, long withoutResults, List<String> namesWithoutResults, long shapesAsRead) {
        /** Nothing is unknown. */
        public static final Gaps NONE = new Gaps(0, 0, List.of(), 0);

        /** Copies the list. */
        public Gaps {
            namesWithoutResults = List.copyOf(namesWithoutResults);
        }
    }
}
