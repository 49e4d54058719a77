package io.stepprofiler.trace;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.OpSignature;
import java.util.List;

/**
 * Tables of the names, signatures and stacks that columns hold by number; unchanged once a {@link Trace} holds them.
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
