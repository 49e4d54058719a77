package io.stepprofiler.agent.woven;

import io.stepprofiler.OpDetails;
import io.stepprofiler.event.ElementType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Kinds of events that are open on one thread and must not be recorded inside themselves. */
final class OpenKinds {
    private static final ThreadLocal<OpenKinds> LOCAL = ThreadLocal.withInitial(OpenKinds::new);

    /** Whether an operation is open: those inside are how it is done. */
    boolean operation;

    /** Whether data is being loaded: loaders wrap each other. */
    boolean loading;

    /** The innermost module that is open: its superclass may have woven methods, too. */
    @Nullable
    Object module;

    /** An array, without its data. */
    static final class Array {
        final ElementType type;
        final long[] shape;
        final long[] strides;
        final long storage;

        Array(ElementType type, long[] shape, long[] strides, long storage) {
            this.type = type;
            this.shape = shape;
            this.strides = strides;
            this.storage = storage;
        }
    }

    /** Those of the operation that is about to begin. */
    final List<Array> outputs = new ArrayList<>();

    /** Filled for each operation. */
    final OpDetails details = new OpDetails();

    static OpenKinds ofThread() {
        return LOCAL.get();
    }
}
