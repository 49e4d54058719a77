package io.stepprofiler.recording;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.recording.MemoryBoundary.Operation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cache of the names that one thread used last, with their references in its window. Takes memory once a scope is named
 * by string.
 */
public final class NameCache {
    private static final int SIZE = 128;
    private static final Operation<NameCache, NameCache, Boolean> ROOM = (cache, same, a, b) -> cache.makeRoom();

    private @Nullable NameTable table;
    private @Nullable String[] cached = {};
    private int[] refs = {};

    /** Ranges that are opened under the names; null without a mirror. With one, no name is cached. */
    private @Nullable OpenRanges ranges;

    /** Forgets the references of the previous window. */
    void enter(NameTable next, @Nullable OpenRanges mirrored) {
        Arrays.fill(cached, null);
        table = next;
        ranges = mirrored;
    }

    @SuppressWarnings("ReferenceEquality") // See below.
    public int refOf(@Nullable String name) {
        if (name == null) {
            return refOf((EventName) null);
        }
        int hash = name.hashCode();
        int place = (hash ^ (hash >>> 7) ^ (hash >>> 16)) & (SIZE - 1);
        // Identity finds literals; an equal string in another object is looked up once, then replaces the entry.
        if (place < cached.length && cached[place] == name) {
            return refs[place];
        }
        int ref = table().refOf(name);
        if (ranges != null) {
            ranges.named(name, EventKind.SCOPE);
        } else if (!name.isEmpty() && name.length() <= Limits.MAX_TEXT_LENGTH && hasRoom()) {
            cached[place] = name;
            refs[place] = ref;
        }
        return ref;
    }

    /** Returns the reference of a label that has no number; null is unnamed. */
    public int refOf(@Nullable EventName name) {
        if (ranges != null) {
            ranges.named(name == null ? null : name.text(), name == null ? EventKind.SCOPE : name.kind());
        }
        return name == null ? table().unnamed() : table().refOf(name);
    }

    /** Works as {@link NameTable#refOf(String, EventKind, String)}. */
    int refOf(@Nullable String name, EventKind kind, @Nullable String type) {
        if (ranges != null) {
            ranges.named(name, kind);
        }
        return table().refOf(name, kind, type);
    }

    /** Returns the table without a null check: its message would need memory, and a full heap leads here. */
    @SuppressWarnings("NullAway") // A cache that is used has a table.
    private NameTable table() {
        return table;
    }

    /** True if names can be cached; else they are looked up each time. */
    private boolean hasRoom() {
        return cached.length > 0 || MemoryBoundary.run(ROOM, this) != null;
    }

    private boolean makeRoom() {
        refs = new int[SIZE];
        cached = new String[SIZE];
        return true;
    }
}
