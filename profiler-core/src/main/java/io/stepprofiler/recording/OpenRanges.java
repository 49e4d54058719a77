package io.stepprofiler.recording;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.AnnotationMirror;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Ranges that one thread has open in other profilers, the innermost last.
 *
 * <p>Other profilers can end only the innermost range of a thread. Whatever the program does, ranges therefore end in
 * the reverse order of their beginning: a range ends with all ranges that began inside it. If another thread closed the
 * scope of a range, the range ends once it is the innermost one and its own thread begins another.
 *
 * <p>A virtual thread moves between threads of the operating system; its ranges are free ones. Used by the thread only,
 * except {@link #isEmpty}.
 */
public final class OpenRanges {
    private static final int FIRST_ROOM = 8;

    /** Range with its mirror, and the scope or token that ends it; reused. */
    private static final class Entry {
        @Nullable
        AnnotationMirror mirror;

        @Nullable
        OpenScope scope;

        long token;

        @Nullable
        Object range;
    }

    private final boolean areFree;
    private Entry[] entries = {};
    private int size;

    public OpenRanges(Thread thread) {
        areFree = ThreadNames.isVirtual(thread);
        grow(FIRST_ROOM);
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** Begins the range of a scope or of a token. */
    public void open(AnnotationMirror mirror, @Nullable OpenScope scope, long token, String name, EventKind kind) {
        endClosed();
        if (size == Limits.MAX_NESTING) {
            endFrom(0); // The program never ends its ranges, so they are not nested in one another.
        }
        if (size == entries.length) {
            grow(size * 2);
        }
        Entry entry = entries[size];
        entry.mirror = mirror;
        entry.scope = scope;
        entry.token = token;
        entry.range = areFree ? mirror.start(name, kind) : mirror.push(name, kind);
        size++;
    }

    private void grow(int room) {
        Entry[] grown = Arrays.copyOf(entries, room);
        for (int i = entries.length; i < room; i++) {
            grown[i] = new Entry();
        }
        entries = grown;
    }

    /** Ends the range of a scope, unless it has ended. */
    public void close(OpenScope scope) {
        for (int i = size - 1; i >= 0; i--) {
            if (entries[i].scope == scope) {
                endFrom(i);
                return;
            }
        }
    }

    /** Ends the range of a token, unless it has ended. */
    public void end(long token) {
        for (int i = size - 1; i >= 0; i--) {
            if (entries[i].token == token) {
                endFrom(i);
                return;
            }
        }
    }

    private void endClosed() {
        while (size > 0) {
            OpenScope innermost = entries[size - 1].scope;
            if (innermost == null || innermost.token != 0) {
                return;
            }
            endFrom(size - 1);
        }
    }

    private void endFrom(int index) {
        while (size > index) {
            size--;
            Entry entry = entries[size];
            AnnotationMirror mirror = entry.mirror;
            Object range = entry.range;
            entry.mirror = null;
            entry.scope = null;
            entry.range = null;
            if (mirror == null || range == null) {
                continue; // Never: an open range has both.
            }
            if (areFree) {
                mirror.end(range);
            } else {
                mirror.pop(range);
            }
        }
    }
}
