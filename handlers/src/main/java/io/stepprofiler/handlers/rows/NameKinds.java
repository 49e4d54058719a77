package io.stepprofiler.handlers.rows;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Trace;
import java.util.BitSet;

/**
 * Kinds of the names of a trace: waits, calls of a device's runtime, and unnested events, which are markers, tasks and
 * frames.
 *
 * <p>All formats treat unnested events alike. Rows, stacks, operators and times of a thread show the thread's own work.
 * A marker takes no time: it is an instant, and absent from formats that only have times. A task or a frame may begin
 * and end on any thread and overlap others: it is a span apart from the threads, on a row where it overlaps nothing,
 * and absent from formats that only have stacks or operators. A format that leaves them out reports their number.
 */
public final class NameKinds {
    private final BitSet waits = new BitSet();
    private final BitSet calls = new BitSet();
    private final BitSet unnested = new BitSet();

    /**
     * Finds the kinds.
     *
     * @param trace the trace
     */
    public NameKinds(Trace trace) {
        for (int name = 0; name < trace.nameCount(); name++) {
            waits.set(name, trace.kind(name) == EventKind.WAIT);
            calls.set(name, trace.kind(name) == EventKind.RUNTIME);
            unnested.set(name, trace.kind(name).isAsync());
        }
    }

    /**
     * {@return whether events of a name are waits}
     *
     * @param nameId the name
     */
    public boolean isWait(int nameId) {
        return waits.get(nameId);
    }

    /** True if events of a name are calls of a device's runtime; on a stream these are its synchronisations. */
    boolean isCall(int nameId) {
        return calls.get(nameId);
    }

    /** {@return whether the trace has names of markers, tasks or frames} */
    public boolean hasUnnested() {
        return !unnested.isEmpty();
    }

    /**
     * {@return whether events of a name are markers, tasks or frames}
     *
     * @param nameId the name
     */
    public boolean isUnnested(int nameId) {
        return unnested.get(nameId);
    }
}
