package io.stepprofiler.recording;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.AnnotationMirror;
import org.jspecify.annotations.Nullable;

/**
 * Recorder of one thread that also reports its scopes to other profilers, even between windows.
 *
 * <p>A subclass rather than a check in the scope: as long as this class is not loaded, the compiler knows only one
 * recorder class, and compiles the same code as without mirrors.
 *
 * <p>A scope that no window records is an object of its own, since it has no nesting level of the window.
 */
public final class MirroringRecorder extends ThreadRecorder {
    /** Level of scopes that no window records. */
    private static final int UNRECORDED = -1;

    /** Token of an open scope that no window records; no thread has its ticket, which is 0. */
    private static final long OPEN = 1;

    private final Annotations annotations;
    private final AnnotationMirror mirror;
    private final OpenRanges ranges;

    /** Ticket in the tokens of events that no window records. */
    private final int restTicket = Tickets.next();

    private int restCount;
    private boolean records;

    // Name and kind of the last reference that was requested, which is always the next one to be used.
    private String name = NameTable.UNNAMED;
    private EventKind kind = EventKind.SCOPE;

    /** Creates a recorder of the calling thread; continues the open ranges of {@code known}, its previous one. */
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

    /** True while ranges are open, since only this recorder can end them. */
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
        // super.open(ref, details) calls open(ref), which mirrors.
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
            // An OutOfMemoryError of the profiler must not reach the training program: recorded, not mirrored.
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
            // Also on another thread: the next range of the scope's own thread finds the scope closed.
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
