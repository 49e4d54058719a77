package io.stepprofiler.agent.woven;

import io.stepprofiler.OpDetails;
import io.stepprofiler.event.ElementType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Kinds of events that are open on one thread and must not be nested in themselves. */
final class OpenKinds {
    private static final ThreadLocal<OpenKinds> LOCAL = ThreadLocal.withInitial(OpenKinds::new);

    /** True while an operation is open: operations inside it are its implementation. */
    boolean operation;

    /** True while data is being loaded: loaders wrap each other. */
    boolean loading;

    /** The innermost module that is open: its superclass may have woven methods, too. */
    @Nullable
    Object module;

    /** Description of an array, without its data. */
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

    /** Outputs of the operation that is about to begin. */
    final List<Array> outputs = new ArrayList<>();

    /** Reused for each operation. */
    final OpDetails details = new OpDetails();

    static OpenKinds ofThread() {
        return LOCAL.get();
    }
}
