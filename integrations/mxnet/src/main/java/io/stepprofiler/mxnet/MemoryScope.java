package io.stepprofiler.mxnet;

import io.stepprofiler.Scope;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.Names;
import io.stepprofiler.nesting.OpenEvents;
import io.stepprofiler.trace.Track;

/**
 * Scope that memory allocated inside it is attributed to; see {@link Profiler#scope(String)}. Also a scope of the
 * trace. Opened and closed on one thread; closing it restores the scope around it, even after an exception. Never
 * throws.
 */
public final class MemoryScope implements AutoCloseable {
    /** Name if no scope is open. */
    static final String UNKNOWN = "<unk>:";

    private static final ThreadLocal<String> CURRENT = ThreadLocal.withInitial(() -> UNKNOWN);

    private final String name;
    private final String around;
    private final Scope scope;
    private final long startNanos;
    private boolean closed;

    private MemoryScope(String name, String around, Scope scope, long startNanos) {
        this.name = name;
        this.around = around;
        this.scope = scope;
        this.startNanos = startNanos;
    }

    /** Opens a scope, with a name built as in MXNet. */
    static MemoryScope open(String name, boolean append) {
        String around = CURRENT.get();
        String own = name == null || name.isEmpty() ? UNKNOWN : name.endsWith(":") ? name : name + ":";
        String full = append && !around.equals(UNKNOWN) ? around + own : own;
        CURRENT.set(full);
        long startNanos = Scope.isRecording() ? System.nanoTime() : Long.MIN_VALUE;
        return new MemoryScope(full, around, Scope.open(full), startNanos);
    }

    /** {@return the full name, which includes the enclosing scopes if it was appended to them} */
    public String name() {
        return name;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            scope.close();
            AcrossFiles.end(Event.CATEGORY, name, startNanos);
            if (around.equals(UNKNOWN)) {
                CURRENT.remove();
            } else {
                CURRENT.set(around);
            }
        }
    }

    /** Returns the name of the innermost scope or module among open events of a thread, with a colon at its end. */
    static String innermost(Track thread, Names names, OpenEvents open) {
        for (int place = open.depth() - 1; place >= 0; place--) {
            int id = thread.nameId(open.event(place));
            String name = names.name(id);
            boolean isOurs = name.endsWith(":") || name.endsWith("…"); // A name that was too long ends so.
            if (names.kind(id) == EventKind.MODULE || (names.kind(id) == EventKind.SCOPE && isOurs)) {
                return name.endsWith(":") ? name : name + ":";
            }
        }
        return UNKNOWN;
    }
}
