package io.stepprofiler.window;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.recording.EventName;
import io.stepprofiler.recording.NameTable;
import io.stepprofiler.trace.TraceBuilder;
import java.util.Arrays;

/** Resolver of a window's name references to the name ids of its trace; looks up each text once. */
public final class NameResolver {
    private final NameTable names;
    private final TraceBuilder trace;

    // Name ids plus one; 0 has not been looked up yet. Labels are at -ref.
    private int[] dynamic = new int[64];
    private int[] labels = new int[64];

    public NameResolver(NameTable names, TraceBuilder trace) {
        this.names = names;
        this.trace = trace;
    }

    public int nameId(int ref) {
        // No field is written for a known name: storing a reference into an old object costs more than the look-up.
        int[] known = ref >= 0 ? dynamic : labels;
        int index = Math.abs(ref);
        int id = index < known.length ? known[index] : 0;
        return (id != 0 ? id : add(ref, index)) - 1;
    }

    private int add(int ref, int index) {
        int id = 1 + lookUp(ref);
        if (ref >= 0) {
            dynamic = fitting(dynamic, index);
            dynamic[index] = id;
        } else {
            labels = fitting(labels, index);
            labels[index] = id;
        }
        return id;
    }

    public String text(int ref) {
        return names.text(ref);
    }

    public EventName name(int ref) {
        return names.name(ref);
    }

    private int lookUp(int ref) {
        EventName name = names.name(ref);
        return name.kind() == EventKind.MARKER
                ? trace.markerId(name.text(), name.type(), name.scope())
                : trace.nameId(name.text(), name.kind(), name.type());
    }

    private static int[] fitting(int[] ids, int index) {
        return index < ids.length ? ids : Arrays.copyOf(ids, Math.max(index + 1, ids.length * 2));
    }
}
