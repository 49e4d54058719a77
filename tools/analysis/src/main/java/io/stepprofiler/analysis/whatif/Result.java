package io.stepprofiler.analysis.whatif;

import io.stepprofiler.event.Device;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

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
