package io.stepprofiler.recording;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.AnnotationMirror;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The ranges that one thread has open in other profilers, the innermost last.
 *
 * <p>Other profilers know but the innermost range of a thread. So whatever the program does, ranges end in the order in
 * which they began, backwards: with a range ends all that began inside it. A range whose scope another thread has closed
 * ends as soon as it is the innermost and its own thread comes by.
 *
 * <p>A virtual thread is on one thread of the operating system now and on another one later; its ranges are free ones.
 * For use by the thread; only {@link #isEmpty} by others, too.
 */
public final class OpenRanges {
    private static final int FIRST_ROOM = 8;

    /** One range: whose it is, and by what it is ended. Used again and again. */
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

    /** Begins the range of a scope, or of a token. */
    public void open(AnnotationMirror mirror, @Nullable OpenScope scope, long token, String name, EventKind kind) {
        endClosed();
        if (size == Limits.MAX_NESTING) {
            endFrom(0); // The program never ends what it begins: these are not nested in one another.
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

    /** Ends the range of a scope; nothing if it has ended. */
    public void close(OpenScope scope) {
        for (int i = size - 1; i >= 0; i--) {
            if (entries[i].scope == scope) {
                endFrom(i);
                return;
            }
        }
    }

    /** Ends the range of a token; nothing if it has ended. */
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
                continue; // Never: what is open has both.
            }
            if (areFree) {
                mirror.end(range);
            } else {
                mirror.pop(range);
            }
        }
    }
}
