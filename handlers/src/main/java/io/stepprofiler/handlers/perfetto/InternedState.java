package io.stepprofiler.handlers.perfetto;

import io.stepprofiler.wire.WireWriter;
import java.util.Arrays;
import java.util.BitSet;

/** Texts of a {@link InternedTexts} that one sequence has written, and texts that its present packet has to write. */
final class InternedState {
    private final InternedTexts dictionary;
    private final BitSet written = new BitSet();
    private int[] pending = {};
    private int pendingCount;

    InternedState(InternedTexts dictionary) {
        this.dictionary = dictionary;
    }

    /** Notes that the present packet refers to a text. */
    int use(int id) {
        if (!written.get(id)) {
            add(id);
        }
        return id;
    }

    boolean isPending() {
        return pendingCount > 0;
    }

    /** Writes the texts that the present packet is the first to refer to, inside its interned data. */
    void write(WireWriter out) {
        for (int i = 0; i < pendingCount; i++) {
            int entry = out.begin(dictionary.field());
            out.present(PerfettoFields.INTERNED_ID, pending[i]);
            out.present(PerfettoFields.INTERNED_TEXT, dictionary.text(pending[i]));
            out.end(entry);
        }
        pendingCount = 0;
    }

    private void add(int id) {
        written.set(id);
        if (pendingCount == pending.length) {
            pending = Arrays.copyOf(pending, Math.max(4, pendingCount * 2));
        }
        pending[pendingCount++] = id;
    }
}
