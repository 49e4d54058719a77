package io.stepprofiler;

import io.stepprofiler.trace.TraceBuilder;
import java.util.Arrays;

/** Turns the name references of a window into the name ids of its trace, each text looked up once. */
final class NameResolver {
    private final NameTable names;
    private final TraceBuilder trace;

    // Name ids plus one; 0 is not looked up yet. Labels are at -ref.
    private int[] dynamic = new int[64];
    private int[] labels = new int[64];

    NameResolver(NameTable names, TraceBuilder trace) {
        this.names = names;
        this.trace = trace;
    }

    int nameId(int ref) {
        if (ref >= 0) {
            dynamic = fitting(dynamic, ref);
            return dynamic[ref] != 0 ? dynamic[ref] - 1 : (dynamic[ref] = 1 + lookUp(ref)) - 1;
        }
        labels = fitting(labels, -ref);
        return labels[-ref] != 0 ? labels[-ref] - 1 : (labels[-ref] = 1 + lookUp(ref)) - 1;
    }

    String text(int ref) {
        return names.text(ref);
    }

    private int lookUp(int ref) {
        EventName name = names.name(ref);
        return trace.nameId(name.text(), name.kind(), name.type());
    }

    private static int[] fitting(int[] ids, int index) {
        return index < ids.length ? ids : Arrays.copyOf(ids, Math.max(index + 1, ids.length * 2));
    }
}
