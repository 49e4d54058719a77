package io.stepprofiler.source;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.OpSignature;
import java.util.List;

/**
 * What an activity source tells about an operation, apart from when it ran.
 *
 * @param name its name, such as {@code aten::addmm}
 * @param kind what sort of thing it is
 * @param moduleType for a module the type of its class; else empty
 * @param isAsync whether it goes on beside what follows it on its thread, and takes no part in the nesting
 * @param signature what it was called with
 * @param storages the addresses of the storages of its tensors, inputs then outputs; empty if not known; not copied
 * @param sequenceNumber the number that it shares with its forward or backward operation; -1 for none
 * @param forwardThread for a backward operation the id of the thread of its forward operation; else -1
 * @param correlation the number that it shares with work on a device; -1 for none
 * @param stack the call stack it was called from, innermost frame first; empty if not known; not copied
 */
@SuppressWarnings(
        "ArrayRecordComponent") // Reported by the million; a copy of each would be the larger part of the cost.
public record OperationReport(
        String name,
        EventKind kind,
        String moduleType,
        boolean isAsync,
        OpSignature signature,
        long[] storages,
        long sequenceNumber,
        long forwardThread,
        long correlation,
        List<StackTraceElement> stack) {
    private static final long[] NO_STORAGES = {};

    /**
     * {@return an operation of which only the name and what it was called with are known}
     *
     * @param name its name
     * @param signature what it was called with
     */
    public static OperationReport of(String name, OpSignature signature) {
        return new OperationReport(name, EventKind.SCOPE, "", false, signature, NO_STORAGES, -1, -1, -1, List.of());
    }

    /**
     * {@return something on a thread of which only the name and its kind are known}
     *
     * @param name its name
     * @param kind what sort of thing it is
     */
    public static OperationReport of(String name, EventKind kind) {
        return new OperationReport(name, kind, "", false, OpSignature.UNKNOWN, NO_STORAGES, -1, -1, -1, List.of());
    }

    /**
     * {@return this operation with the number that it shares with work on a device}
     *
     * @param number 0 or more
     */
    public OperationReport withCorrelation(long number) {
        return new OperationReport(
                name, kind, moduleType, isAsync, signature, storages, sequenceNumber, forwardThread, number, stack);
    }

    /**
     * {@return this operation with the number that it shares with its forward or backward operation}
     *
     * @param number 0 or more
     * @param forward for a backward operation the id of the thread of its forward operation; else -1
     */
    public OperationReport withSequence(long number, long forward) {
        return new OperationReport(
                name, kind, moduleType, isAsync, signature, storages, number, forward, correlation, stack);
    }
}
