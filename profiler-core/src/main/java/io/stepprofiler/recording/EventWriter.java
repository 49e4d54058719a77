package io.stepprofiler.recording;

import io.stepprofiler.clock.Ticks;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.recording.MemoryBoundary.Operation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writer of the beginnings of a thread's events into its present chunk, with their rare data, and of their ranges in a
 * mirror. Used by its thread only.
 *
 * <p>Between opening and closing a scope only primitives are written: storing a reference into an old object may cost a
 * memory fence in the garbage collector's barrier, which would be half the cost of the scope.
 *
 * <p>A token identifies one event of one thread in one window:
 *
 * <pre>
 *   63                        32 31            13 12       0
 *   |          ticket           | chunk, 19      | offset, 13 |
 *                               |         slot                |
 * </pre>
 *
 * <p>A thread takes a new ticket for each window; tickets repeat after 2^32. A ticket is never 0, so the token 0 is no
 * event.
 */
public abstract class EventWriter extends ScopeLevels {
    /** Level of scopes that only a mirror receives, which is never the innermost one. */
    static final int UNRECORDED = Integer.MIN_VALUE;

    private static final Operation<EventWriter, EventWriter, Chunk> ADVANCE =
            (writer, same, a, b) -> writer.nextChunk();
    private static final Operation<EventWriter, EventWriter, OpenScope> NEW_SCOPE =
            (writer, same, a, b) -> writer.newScope(UNRECORDED);
    private static final Operation<OpenRanges, OpenScope, OpenRanges> SCOPE_RANGE =
            (ranges, scope, name, b) -> ranges.open(scope, scope.token, (int) name);
    private static final Operation<OpenRanges, OpenRanges, OpenRanges> RANGE =
            (ranges, same, token, name) -> ranges.open(null, token, (int) name);

    // Copies of the buffer's fields, so that the hot path finds them with one load each.
    @Nullable
    Chunk[] chunks = {};

    Chunk chunk = Chunk.NONE;
    int chunkBase;
    int ticket;

    final DetailRecorder side = new DetailRecorder();
    DetailLog log = new DetailLog();
    private final NameCache names = new NameCache();
    private boolean withStacks;

    /** Ranges in mirrors; null if this thread never had any. */
    @Nullable
    OpenRanges ranges;

    /** True if the beginning of an event is more than its columns: has a call stack, or is passed to a mirror. */
    private boolean isWatched;

    public final Thread thread = Thread.currentThread();

    volatile ThreadBuffer buffer;
    private volatile @Nullable ThreadBuffer spare;

    /** Used-up buffers of this window, whose open events are still to be ended. */
    volatile List<ThreadBuffer> earlier = List.of();

    EventWriter(Room first) {
        buffer = new ThreadBuffer(thread, first);
    }

    /** Returns the window that the thread is attached to. */
    abstract Room window();

    /** Continues in the next chunk, and returns it; {@link Chunk#NONE} if there is no room for one. */
    abstract Chunk nextChunk();

    /** Returns the next chunk to write to; null if the event has to be dropped, which is counted. */
    final @Nullable Chunk advance() {
        if (ticket == 0) {
            return null; // Nothing is recorded.
        }
        Chunk next = next();
        if (next == null) {
            drop(window().budget.exhausted());
        }
        return next;
    }

    /** Returns the next chunk to write to; null if there is no room for it. */
    final @Nullable Chunk next() {
        Chunk next = MemoryBoundary.run(ADVANCE, this);
        if (next == null) {
            window().budget.giveUp(); // R7
        }
        return next == Chunk.NONE ? null : next;
    }

    @Override
    final void drop(DropCause cause) {
        window().drops.count(cause);
    }

    /** Takes a buffer for another window. */
    final void changeBuffer(Room next) {
        ThreadBuffer last = buffer;
        if (last.reuse(next)) {
            return;
        }
        ThreadBuffer other = spare;
        buffer = other != null && other.reuse(next) ? other : new ThreadBuffer(thread, next);
        spare = last;
    }

    /** Returns the buffer of this thread and window in which the event of a token began; null if it began elsewhere. */
    final @Nullable ThreadBuffer bufferOf(long token) {
        if (Thread.currentThread() != thread) {
            return null;
        }
        if (ticketOf(token) == ticket) {
            return buffer;
        }
        for (ThreadBuffer known : earlier) {
            if (known.ticket() == ticketOf(token)) {
                return known;
            }
        }
        return null;
    }

    /** Returns the bytes of memory that the thread's buffers hold. */
    public final int bufferedBytes() {
        ThreadBuffer other = spare;
        return buffer.bytes() + (other == null ? 0 : other.bytes());
    }

    /** Frees the memory of buffers that are not in use, except the ones last used in {@code kept}. */
    final void reclaimBuffers(@Nullable Room kept) {
        buffer.reclaim(kept);
        ThreadBuffer other = spare;
        if (other != null) {
            other.reclaim(kept);
        }
        earlier.forEach(one -> one.reclaim(kept));
    }

    /** Prepares for the events of another window, and leaves the ones of the last. */
    final void enter(Room next, @Nullable Mirror mirror) {
        earlier = List.of();
        if (ranges == null && mirror != null) {
            ranges = new OpenRanges(thread);
        }
        abandonFrom(0);
        if (ranges != null) {
            ranges.enter(mirror);
        }
        names.enter(next.names, mirror == null ? null : ranges);
        withStacks = next.capture.options().withStack();
        isWatched = withStacks || mirror != null;
    }

    /** Opens a scope under {@code name}, a name reference; null if there is no room. */
    @Nullable
    public final OpenScope open(int name) {
        if ((depth == levels.length && !makeLevel()) || (chunk.isFull() && advance() == null)) {
            return mirrored(null, name);
        }
        return isWatched ? openWatched(chunk, name) : open(chunk, name);
    }

    private @Nullable OpenScope openWatched(Chunk target, int name) {
        takeStack(target);
        return mirrored(open(target, name), name);
    }

    private OpenScope open(Chunk target, int name) {
        // Before any write: a native method returns through a fence, which waits for all earlier writes.
        long ticks = Ticks.now();
        int level = depth;
        depth = level + 1;
        OpenScope scope = levels[level];
        int offset = target.ownSize();
        // R5: an event has its position from its start on.
        scope.token = token(offset);
        target.begin(offset, name, ticks);
        return scope;
    }

    /** Opens a scope under {@code name} for an operation; null if there is no room. */
    @Nullable
    public final OpenScope open(int name, Operands details) {
        if ((depth == levels.length && !makeLevel()) || (chunk.isFull() && advance() == null)) {
            return mirrored(null, name);
        }
        // Before the clock is read, so that the operation does not pay for it.
        side.details(chunkBase + chunk.ownSize(), details, false);
        return open(name);
    }

    /** Begins an operation without a scope object; 0 if there is no room. */
    public final long begin(int name, Operands details) {
        if (chunk.isFull() && advance() == null) {
            return mirrored(0, name);
        }
        side.details(chunkBase + chunk.ownSize(), details, false);
        return begin(name);
    }

    /** Begins an event without a scope object; 0 if there is no room. */
    public final long begin(int name) {
        if (chunk.isFull() && advance() == null) {
            return mirrored(0, name);
        }
        if (isWatched) {
            takeStack(chunk);
            return mirrored(begin(chunk, name), name);
        }
        return begin(chunk, name);
    }

    private long begin(Chunk target, int name) {
        int offset = target.ownSize();
        target.begin(offset, name, Ticks.now());
        return token(offset);
    }

    /** Records an instant. */
    public final void mark(int name) {
        if (!chunk.isFull() || advance() != null) {
            takeStack(chunk);
            long ticks = Ticks.now();
            chunk.mark(chunk.ownSize(), name, ticks);
        }
        if (ranges != null) {
            ranges.mark(name);
        }
    }

    /** Begins a frame with a number; 0 if there is no room. */
    public final long beginFrame(int name, long number) {
        if (chunk.isFull() && advance() == null) {
            return mirrored(0, name);
        }
        side.frame(chunkBase + chunk.ownSize(), number);
        return begin(name);
    }

    private void takeStack(Chunk target) {
        if (withStacks) {
            side.stack(chunkBase + target.ownSize());
        }
    }

    /** Attaches an argument to an open scope of this thread. */
    public final void argument(
            OpenScope scope, @Nullable String key, ArgumentChunk.Type type, long bits, @Nullable String text) {
        Room current = window();
        if (current.isReleased()) {
            return;
        }
        boolean kept = false;
        ThreadBuffer begunIn = bufferOf(scope.token);
        if (begunIn != null && key != null && (text != null || type != ArgumentChunk.Type.TEXT)) {
            String cut = text == null ? null : MemoryBoundary.run(NameTable.CUT, current.names, text, 0, 0);
            kept = (text == null || cut != null)
                    && begunIn.addArgument((int) scope.token, current.names.refOf(key), type, bits, cut);
        }
        if (!kept && scope.level != UNRECORDED) {
            current.anomalies.count(Anomaly.ARGUMENT_DROPPED);
        }
    }

    /** Returns the ticket in a token. */
    public static int ticketOf(long token) {
        return (int) (token >>> 32);
    }

    private long token(int offset) {
        return ((long) ticket << 32) | ((chunkBase + offset) & 0xFFFF_FFFFL);
    }

    /** Begins the range of a scope if there is a mirror, else returns the scope; null is a scope without an event. */
    private @Nullable OpenScope mirrored(@Nullable OpenScope recorded, int name) {
        if (ranges == null || !ranges.areMirrored()) {
            return recorded;
        }
        OpenScope scope = recorded;
        if (scope == null) {
            scope = MemoryBoundary.run(NEW_SCOPE, this);
            if (scope == null) {
                return null;
            }
            scope.token = ranges.unrecordedToken();
        }
        return MemoryBoundary.run(SCOPE_RANGE, ranges, scope, name, 0) != null ? scope : recorded;
    }

    /** Begins the range of a token if there is a mirror, else returns the token; 0 is a token without an event. */
    private long mirrored(long recorded, int name) {
        if (ranges == null || !ranges.areMirrored()) {
            return recorded;
        }
        long token = recorded != 0 ? recorded : ranges.unrecordedToken();
        return MemoryBoundary.run(RANGE, ranges, ranges, token, name) != null ? token : recorded;
    }

    /**
     * Returns the log of the thread, with room for one change of a counter; null if there is none. Called before the
     * lock of the counter is taken: loads after an atomic operation have to wait for it.
     */
    @Nullable
    final DetailLog roomForChange() {
        DetailLog present = log;
        return present.takeChange() || side.makeRoomForChange() ? present : null;
    }

    /** Returns the recorder of the thread's rare data. */
    public final DetailRecorder side() {
        return side;
    }

    /** Returns the reference of a name in this recorder's window. */
    public final int refOf(@Nullable String name) {
        return names.refOf(name);
    }

    /**
     * Returns the reference of a label, which mostly is its own number.
     *
     * @param ref number of the label; 0 if it has none
     * @param name its name; null without a label
     */
    public final int refOf(int ref, @Nullable EventName name) {
        return ref != LabelTable.NO_REF ? ref : names.refOf(name);
    }

    /** Returns the reference of a name of another kind than a scope's, which the window keeps. */
    public final int refOf(@Nullable String name, EventKind kind, @Nullable String type) {
        return names.refOf(name, kind, type);
    }
}
