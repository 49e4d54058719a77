package io.stepprofiler.handlers.rows;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Trace;
import java.util.BitSet;

/**
 * Which names of a trace are those of waits, and which of what no row of a thread nests: markers, tasks and frames.
 *
 * <p>Files show the latter by one rule. A thread's rows, stacks, operators and times have what the thread did. A marker
 * takes no time: it is an instant, and absent where there are only times. A task or a frame may begin and end on any
 * threads and overlaps others: it is a span apart from the threads, on a row where it overlaps nothing, and absent
 * where there are only stacks or operators. A format that leaves them out says how many.
 */
public final class NameKinds {
    private final BitSet waits = new BitSet();
    private final BitSet calls = new BitSet();
    private final BitSet unnested = new BitSet();

    /**
     * Finds them.
     *
     * @param trace where
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

    /** Whether events of a name are calls of a device's runtime; on a stream, synchronisations of it. */
    boolean isCall(int nameId) {
        return calls.get(nameId);
    }

    /** {@return whether any name is that of a marker, a task or a frame} */
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
