package io.stepprofiler.analysis.memory;

import io.stepprofiler.frameworks.PyTorch;
import io.stepprofiler.trace.Trace;
import java.util.Locale;

/** Role of an operation in training, as bits, by the names of the events around it as PyTorch gives them. */
final class OperationRole {
    /** Part of the backward pass. */
    static final int BACKWARD = 1;
    /** Part of an optimizer's step. */
    static final int OPTIMIZER = 2;
    /** Adds to a gradient. */
    static final int ACCUMULATION = 4;
    /** A function of the autograd engine, whose operations are inside it. */
    static final int AUTOGRAD_FUNCTION = 8;

    /** A module of a model, which is no operation but calls them. */
    static final int MODULE = 16;

    /** Roles that an event passes on to the events inside it. */
    static final int INHERITED = BACKWARD | OPTIMIZER | ACCUMULATION;

    private OperationRole() {}

    /** The roles of each name of a trace. */
    static byte[] ofNames(Trace trace) {
        byte[] roles = new byte[trace.nameCount()];
        for (int id = 0; id < roles.length; id++) {
            roles[id] = (byte)
                    switch (trace.kind(id)) {
                        case MODULE -> MODULE;
                        // Named after a lock or a phase of a collection, not after operations.
                        case WAIT, VIRTUAL_MACHINE, PROFILER, MARKER, TASK, FRAME -> 0;
                        default -> of(trace.name(id));
                    };
        }
        return roles;
    }

    private static int of(String name) {
        if (name.startsWith(PyTorch.OPTIMIZER_PREFIX)) {
            return OPTIMIZER;
        }
        if (name.contains(PyTorch.ACCUMULATION)) {
            return BACKWARD | ACCUMULATION | AUTOGRAD_FUNCTION;
        }
        if (name.startsWith(PyTorch.EVALUATION_PREFIX) || name.contains(PyTorch.BACKWARD)) {
            return BACKWARD | AUTOGRAD_FUNCTION;
        }
        return name.toLowerCase(Locale.ROOT).equals("backward") ? BACKWARD : 0;
    }
}
