package io.stepprofiler.analysis.whatif;

import io.stepprofiler.event.Device;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Operations in the order in which they were executed, and what each of them put out. What was there before the first
 * of them (inputs, parameters, constants) is no result, takes no memory here and is never freed. Immutable.
 *
 * @param operations the operations, in the order of execution, which is one of the valid orders
 * @param results what they put out, in the order of the operations
 * @param recorded what memory events tell of the same time; empty if there were none
 * @param gaps what is not known
 */
public record OperationGraph(
        List<Operation> operations, List<Result> results, List<RecordedMemory> recorded, Gaps gaps) {
    /**
     * Copies the lists.
     *
     * @param operations the operations
     * @param results what they put out
     * @param recorded what memory events tell
     * @param gaps what is not known
     */
    public OperationGraph {
        operations = List.copyOf(operations);
        results = List.copyOf(results);
        recorded = List.copyOf(recorded);
    }

    /**
     * An operation of an {@link OperationGraph}.
     *
     * @param name what it is called, such as {@code aten::mm}
     * @param shapes the shapes of its inputs, such as {@code [[64, 784], [784, 10]]}; empty if not known
     * @param path the events around it, the outermost first; empty if there are none
     * @param after the operations that every valid order has before it, by their indexes, ascending: those that made what
     *     it reads, and, if it writes over something, those that read that before
     */
    public record Operation(String name, String shapes, String path, List<Integer> after) {
        /**
         * Copies the list.
         *
         * @param name what it is called
         * @param shapes the shapes of its inputs
         * @param path the events around it
         * @param after the operations before it
         */
        public Operation {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(shapes, "shapes");
            Objects.requireNonNull(path, "path");
            after = List.copyOf(after);
        }
    }

    /**
     * What one operation of an {@link OperationGraph} put out.
     *
     * @param operation index of the operation
     * @param code where its memory comes from
     * @param origin index of the result whose memory it uses; -1 if it was created, or uses memory that was there before
     *     all operations
     * @param bytes its size; -1 if not known
     * @param device where it is; empty if not known
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
        /** Origin of what uses the memory of no other result. */
        public static final int NONE = -1;

        /** Size of what nobody tells the size of. */
        public static final long UNKNOWN = -1;

        /**
         * Copies the list.
         *
         * @param operation index of the operation
         * @param code where its memory comes from
         * @param origin index of the result whose memory it uses, or -1
         * @param bytes its size, or -1
         * @param device where it is
         * @param shape its type and shape
         * @param isOutput whether it is used after the last operation
         * @param consumers the operations that use it
         */
        public Result {
            Objects.requireNonNull(code, "code");
            Objects.requireNonNull(device, "device");
            Objects.requireNonNull(shape, "shape");
            consumers = List.copyOf(consumers);
        }
    }

    /** Where the memory of a result comes from. */
    public enum ResultCode {
        /** It was allocated for the result. */
        CREATED('c'),
        /** The operation wrote over one of its inputs. */
        IN_PLACE('i'),
        /** It is that of one of its inputs, or a part of it. */
        VIEW('v');

        private final char letter;

        ResultCode(char letter) {
            this.letter = letter;
        }

        /** {@return the letter for it in tables} */
        public char letter() {
            return letter;
        }
    }

    /**
     * What memory events tell of the memory of one device while the operations of a graph ran.
     *
     * @param device which device
     * @param resultsPeakBytes the most bytes that results of the graph had at a time, each from its allocation to where the
     *     program freed it
     * @param scratchBytes the most bytes that one operation had at a time of what it allocated and freed again
     * @param outsideBytes bytes allocated meanwhile outside all operations of the graph
     */
    public record RecordedMemory(Device device, long resultsPeakBytes, long scratchBytes, long outsideBytes) {
        /**
         * What was recorded.
         *
         * @param device which device
         * @param resultsPeakBytes the most bytes of results
         * @param scratchBytes the most bytes inside one operation
         * @param outsideBytes bytes allocated outside operations
         */
        public RecordedMemory {
            Objects.requireNonNull(device, "device");
        }
    }

    /**
     * What is not known of the operations of a graph, so that nobody takes its figures for more than they are.
     *
     * @param withoutTensors operations of which no tensor is recorded; without memory events they keep their place in
     *     every order, else they are left out, since they allocated nothing
     * @param withoutResults operations of which no result is known: they return a view or a number, or their outputs were
     *     not recorded
     * @param namesWithoutResults the most frequent names of those, with their counts
     * @param shapesAsRead results whose shape is the one in which a later operation read them, because their own was not
     *     recorded
     */
    public record Gaps(long withoutTensors, long withoutResults, List<String> namesWithoutResults, long shapesAsRead) {
        /** Nothing is unknown. */
        public static final Gaps NONE = new Gaps(0, 0, List.of(), 0);

        /**
         * Copies the list.
         *
         * @param withoutTensors operations without a known tensor
         * @param withoutResults operations without a known result
         * @param namesWithoutResults their most frequent names
         * @param shapesAsRead results with the shape of a reader
         */
        public Gaps {
            namesWithoutResults = List.copyOf(namesWithoutResults);
        }
    }
}
