package io.stepprofiler.recording;

import io.stepprofiler.event.EventKind;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Ranges that one thread has open in other profilers, the innermost last.
 *
 * <p>Other profilers can end only the innermost range of a thread. Whatever the program does, ranges therefore end in
 * the reverse order of their beginning: a range ends with all ranges that began inside it. If another thread closed the
 * scope of a range, the range ends once it is the innermost one and its own thread begins another. A range may outlive
 * its profile, so each has its mirror.
 *
 * <p>A virtual thread moves between threads of the operating system; its ranges are free ones. Used by the thread only,
 * except {@link #isEmpty}.
 */
final class OpenRanges {
    private static final int FIRST_ROOM = 8;

    /** Range with its mirror, and the token that ends it; reused. */
    private static final class Entry {
        @Nullable
        Mirror mirror;

        @Nullable
        OpenScope scope;

        long token;

        @Nullable
        Object range;
    }

    /** Ticket that no token has. */
    final int noTicket = Tickets.next();

    private final boolean areFree;

    /** Ticket in the tokens of events that no window records. */
    private final int ticket = Tickets.next();

    private int unrecorded;
    private @Nullable Mirror mirror;
    private Entry[] entries = {};
    private int size;

    // Name and kind of the last reference that was looked up, which is always the next one to be used.
    private String name = NameTable.UNNAMED;
    private EventKind kind = EventKind.SCOPE;

    OpenRanges(Thread thread) {
        areFree = ThreadNames.isVirtual(thread);
        grow(FIRST_ROOM);
    }

    /** Sets the receiver of ranges that begin from now on; null for none. */
    void enter(@Nullable Mirror next) {
        mirror = next;
    }

    /** True if ranges that begin now have a receiver. */
    boolean areMirrored() {
        return mirror != null;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Notes the name of the next range, which a window may have no room for. */
    void named(@Nullable String text, EventKind ofKind) {
        name = text == null || text.isEmpty() ? NameTable.UNNAMED : NameTable.shortened(text);
        kind = ofKind;
    }

    private void named(int ref) {
        if (ref < 0) {
            EventName label = LabelTable.nameOf(ref);
            name = label.text();
            kind = label.kind();
        }
    }

    /** Returns a token for an event that no window records. */
    long unrecordedToken() {
        return ((long) ticket << 32) | (unrecorded++ & 0xFFFF_FFFFL);
    }

    /** Begins the range of a token, which a scope may have, under a reference; returns these ranges. */
    OpenRanges open(@Nullable OpenScope scope, long token, int ref) {
        Mirror told = mirror;
        if (told == null) {
            return this;
        }
        named(ref);
        if (kind.isAsync()) {
            told.startTask(token, name, kind);
            return this;
        }
        endClosed();
        if (size == Limits.MAX_NESTING) {
            endFrom(0); // The program never ends its ranges, so they are not nested in one another.
        }
        if (size == entries.length) {
            grow(size * 2);
        }
        Entry entry = entries[size];
        entry.mirror = told;
        entry.scope = scope;
        entry.token = token;
        entry.range = told.begin(areFree, name, kind);
        size++;
        return this;
    }

    /** Marks an instant under a reference. */
    void mark(int ref) {
        if (mirror != null) {
            named(ref);
            mirror.mark(name);
        }
    }

    private void grow(int room) {
        Entry[] grown = Arrays.copyOf(entries, room);
        for (int i = entries.length; i < room; i++) {
            grown[i] = new Entry();
        }
        entries = grown;
    }

    /** Ends the range of a token, its scope's or its own, unless it has ended. */
    void end(long token) {
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
            Mirror told = entry.mirror;
            Object range = entry.range;
            entry.mirror = null;
            entry.scope = null;
            entry.range = null;
            if (told != null && range != null) { // Always: an open range has both.
                told.end(areFree, range);
            }
        }
    }
}
