package io.stepprofiler.handlers.executiontrace;

/**
 * Node of an execution trace without its inputs and outputs; components are written under torch's names.
 *
 * @param id the node's number; numbers increase in the order in which nodes began
 * @param parent {@code ctrl_deps}: the number of the enclosing node; its own number for the root
 * @param recordId {@code rf_id}: the event's number in the trace; 0 for the root and threads; not written if negative
 * @param forwardParent {@code fw_parent}: for a backward operation the number of the node that was open on the thread
 *     of its forward operation; else 0
 * @param sequence {@code seq_id}: the number shared with the counterpart in the backward or forward pass; -1 if there
 *     is none
 * @param scope its kind
 * @param thread {@code tid}: the id of the thread
 * @param forwardThread {@code fw_tid}: the id of the thread of the forward operation; 0 if there is none
 */
record TraceNode(
        long id,
        long parent,
        long recordId,
        long forwardParent,
        long sequence,
        Scope scope,
        long thread,
        long forwardThread) {
    /** Torch's kinds of nodes, with torch's numbers. */
    enum Scope {
        /** An operation. */
        FUNCTION(0),
        /** An operation of the backward pass. */
        BACKWARD(1),
        /** Everything else: scopes of the user, steps, threads. */
        USER(7);

        private final int code;

        Scope(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }
    }

    /** The root or a thread. */
    static TraceNode frame(long id, long parent, long thread) {
        return new TraceNode(id, parent, 0, 0, -1, Scope.USER, thread, 0);
    }

    /**
     * A node that is no event and looks like one. It has no {@code rf_id}, since readers compare the lowest one with
     * the Chrome trace to find out whether both files show the same window.
     */
    static TraceNode label(long id, long parent, long thread) {
        return new TraceNode(id, parent, -1, 0, -1, Scope.USER, thread, 0);
    }
}
