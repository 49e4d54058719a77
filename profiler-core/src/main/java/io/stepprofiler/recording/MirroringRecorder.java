package io.stepprofiler.recording;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.AnnotationMirror;
import org.jspecify.annotations.Nullable;

/**
 * Recorder of one thread whose scopes other profilers are told of, also between windows.
 *
 * <p>A subclass, and not a check in the scope: as long as this class is not loaded, the compiler knows that there is but
 * one recorder, and compiles what it would if there were no mirrors at all.
 *
 * <p>A scope that no window records is an object of its own, since it has no nesting level of the window.
 */
public final class MirroringRecorder extends ThreadRecorder {
    /** The level of scopes that no window records. */
    private static final int UNRECORDED = -1;

    /** The token of such a scope while it is open. Its ticket is 0, which is nobody's. */
    private static final long OPEN = 1;

    private final Annotations annotations;
    private final AnnotationMirror mirror;
    private final OpenRanges ranges;

    /** Tokens of what no window records have a ticket of their own. */
    private final int restTicket = Tickets.next();

    private int restCount;
    private boolean records;

    // Of the reference that was asked for last, which is always the one that is used next.
    private String name = NameTable.UNNAMED;
    private EventKind kind = EventKind.SCOPE;

    /** A recorder of the calling thread; of one that has one already, it goes on with the ranges that are open. */
    public MirroringRecorder(
            Annotations annotations, @Nullable ThreadRecorder known, Window window, @Nullable Object[] place) {
        super(window, place);
        this.annotations = annotations;
        mirror = annotations.mirror();
        ranges = known instanceof MirroringRecorder before ? before.ranges : new OpenRanges(thread);
    }

    @Override
    boolean fits(@Nullable Maker asked) {
        return annotations == asked;
    }

    @Override
    public void enter(Window next) {
        records = next.isRecorded();
        if (records) {
            super.enter(next);
        } else {
            rest(next);
        }
    }

    @Override
    public void change(Window next) {
        if (next.isRecorded()) {
            super.change(next);
        } else {
            enter(next);
        }
    }

    /** Ends of tokens would find it no more. */
    @Override
    boolean isNeeded() {
        return !ranges.isEmpty();
    }

    @Override
    public int refOf(@Nullable String text) {
        name = text == null || text.isEmpty() ? NameTable.UNNAMED : NameTable.shortened(text);
        kind = EventKind.SCOPE;
        return records ? super.refOf(text) : 0;
    }

    @Override
    public int refOf(int ref, @Nullable EventName label) {
        name = label == null ? NameTable.UNNAMED : label.text();
        kind = label == null ? EventKind.SCOPE : label.kind();
        return records ? super.refOf(ref, label) : 0;
    }

    @Override
    public int refOf(@Nullable String text, EventKind ofKind, @Nullable String type) {
        name = text == null || text.isEmpty() ? NameTable.UNNAMED : NameTable.shortened(text);
        kind = ofKind;
        return records ? super.refOf(text, ofKind, type) : 0;
    }

    @Override
    @Nullable
    public OpenScope open(int ref) {
        return mirrored(records ? super.open(ref) : null);
    }

    @Override
    @Nullable
    public OpenScope open(int ref, Operands details) {
        // The other one is called in there, which mirrors.
        return records ? super.open(ref, details) : open(ref);
    }

    private @Nullable OpenScope mirrored(@Nullable OpenScope recorded) {
        try {
            OpenScope scope = recorded;
            if (scope == null) {
                scope = newScope(UNRECORDED);
                scope.token = OPEN;
            }
            ranges.open(mirror, scope, 0, name, kind);
            return scope;
        } catch (OutOfMemoryError e) {
            // The training program shall meet its own lack of memory, not ours: recorded, and not mirrored.
            return recorded;
        }
    }

    @Override
    public long begin(int ref, Operands details) {
        return records ? super.begin(ref, details) : begin(ref);
    }

    @Override
    public long begin(int ref) {
        long recorded = records ? super.begin(ref) : 0;
        try {
            long token = recorded != 0 ? recorded : restToken();
            if (kind.isAsync()) {
                annotations.startTask(token, name, kind);
            } else {
                ranges.open(mirror, null, token, name, kind);
            }
            return token;
        } catch (OutOfMemoryError e) {
            return recorded;
        }
    }

    private long restToken() {
        return ((long) restTicket << 32) | (restCount++ & 0xFFFF_FFFFL);
    }

    @Override
    public long beginFrame(int ref, long number) {
        return records ? super.beginFrame(ref, number) : begin(ref);
    }

    @Override
    public void mark(int ref) {
        if (records) {
            super.mark(ref);
        }
        mirror.mark(name);
    }

    @Override
    public void close(OpenScope scope, long ticks) {
        if (Thread.currentThread() == thread) {
            ranges.close(scope);
        }
        if (scope.level == UNRECORDED) {
            // By another thread, too: its own sees it there when it comes by.
            scope.token = 0;
        } else {
            super.close(scope, ticks);
        }
    }

    @Override
    void endBegun(long token, long ticks) {
        ranges.end(token);
        super.endBegun(token, ticks);
    }

    @Override
    void endUnrecorded(long token) {
        ranges.end(token);
    }

    @Override
    public void argument(
            OpenScope scope, @Nullable String key, ArgumentChunk.Type type, long bits, @Nullable String text) {
        if (records && scope.level != UNRECORDED) {
            super.argument(scope, key, type, bits, text);
        }
    }

    @Override
    public void details(OpenScope scope, Operands details, boolean always) {
        if (records && scope.level != UNRECORDED) {
            super.details(scope, details, always);
        }
    }
}
