package io.stepprofiler.recording;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cache of the names that one thread used last, with their references in its window. Takes memory once a scope is named
 * by string.
 */
public final class NameCache {
    private static final int SIZE = 128;

    private @Nullable NameTable table;
    private @Nullable String[] cached = {};
    private int[] refs = {};

    /** Forgets the references of the previous window. */
    public void enter(NameTable next) {
        Arrays.fill(cached, null);
        table = next;
    }

    @SuppressWarnings("ReferenceEquality") // See below.
    public int refOf(@Nullable String name) {
        if (name == null) {
            return table().unnamed();
        }
        int hash = name.hashCode();
        int place = (hash ^ (hash >>> 7) ^ (hash >>> 16)) & (SIZE - 1);
        // Identity finds literals; an equal string in another object is looked up once, then replaces the entry.
        if (place < cached.length && cached[place] == name) {
            return refs[place];
        }
        int ref = table().refOf(name);
        if (!name.isEmpty() && name.length() <= Limits.MAX_TEXT_LENGTH && hasRoom()) {
            cached[place] = name;
            refs[place] = ref;
        }
        return ref;
    }

    /** Returns the reference of a label that has no number; null is unnamed. */
    public int refOf(@Nullable EventName name) {
        return name == null ? table().unnamed() : table().refOf(name);
    }

    /** Returns the table without a null check: its message would need memory, and a full heap leads here. */
    @SuppressWarnings("NullAway") // A cache that is used has a table.
    private NameTable table() {
        return table;
    }

    private boolean hasRoom() {
        if (cached.length == 0) {
            try {
                refs = new int[SIZE];
                cached = new String[SIZE];
            } catch (OutOfMemoryError e) {
                return false; // Names are then looked up each time.
            }
        }
        return true;
    }
}
