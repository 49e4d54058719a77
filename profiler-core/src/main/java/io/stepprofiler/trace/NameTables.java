package io.stepprofiler.trace;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.OpSignature;
import java.util.List;

/**
 * What the columns of a trace hold by number; not changed any more once a {@link Trace} holds it.
 *
 * @param names names of events and keys of arguments
 * @param signatures what operations were called with
 * @param stacks call stacks, innermost frame first
 */
record NameTables(Interned<Name> names, Interned<OpSignature> signatures, Interned<List<StackTraceElement>> stacks) {
    NameTables() {
        this(new Interned<>(), new Interned<>(), new Interned<>());
    }

    int nameId(String text) {
        return names.idOf(new Name(text, EventKind.SCOPE, ""));
    }
}
