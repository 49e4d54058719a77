package io.stepprofiler.recording;

import io.stepprofiler.clock.Ticks;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.EventKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Recorder of one thread: its buffer in the current window, its scope objects, its cache of names, its recorder of rare
 * data.
 *
 * <p>Other threads only end events and reclaim memory; everything else runs on the owning thread. Between opening and
 * closing a scope only primitives are written: storing a reference into an old object may cost a memory fence in the
 * garbage collector's barrier, which would be half the cost of the scope.
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
public final class ThreadRecorder {
    /**
     * Array with the recorder of a thread. A direct reference to the recorder would keep its class loader for as long
     * as the thread lives; the array is emptied when the profile stops.
     */
    private static final ThreadLocal<@Nullable Object @Nullable []> LOCAL = new ThreadLocal<>();

    /** Bytes that a thread takes before its first event: for this object, its buffer, and its entries in tables. */
    public static final int BYTES = 1024;

    private static final int FIRST_LEVELS = 4;

    /** Weak references, so that the recorder of a thread that ends can be collected. */
    private static final Set<ThreadRecorder> THREADS = Collections.newSetFromMap(new WeakHashMap<>());

    /** Level of scopes that only a mirror receives, which is never the innermost one. */
    private static final int UNRECORDED = Integer.MIN_VALUE;

    /** Factory of nesting levels with the program's scopes, whose class this package does not know. */
    public interface Scopes {
        OpenScope newScope(ThreadRecorder recorder, int level);
    }

    private static volatile @Nullable Scopes scopes;

    public final Thread thread = Thread.currentThread();
    private final @Nullable Object[] place;
    private @Nullable Window window;
    private volatile ThreadBuffer buffer;
    private volatile @Nullable ThreadBuffer spare;

    // Copies of the buffer's fields, so that the hot path finds them with one load each.
    private @Nullable Chunk[] chunks;
    private Chunk chunk = Chunk.NONE;
    private int chunkBase;
    private int ticket;

    /**
     * Ticket of the events that end without a look at anything else. With a mirror no event has it, so that each end
     * takes the slow way, which passes the end to the mirror (GP9): scopes cost the same as if there were no mirrors.
     */
    private int plainTicket;

    /** Used-up buffers of this window, whose open events are still to be ended. */
    private volatile List<ThreadBuffer> earlier = List.of();

    // R1: one object per level, not per scope.
    private OpenScope[] levels = {};
    private int depth;

    private final DetailRecorder side = new DetailRecorder();
    private DetailLog log = new DetailLog();
    private final NameCache names = new NameCache();
    private boolean withStacks;

    /** Ranges in mirrors; null if this thread never had any. */
    private @Nullable OpenRanges ranges;

    /** True if the beginning of an event is more than its columns: has a call stack, or is passed to a mirror. */
    private boolean isWatched;

    /** Sets the factory of scope objects. Called before any thread opens one. */
    public static void scopesAreMadeBy(Scopes maker) {
        scopes = maker;
    }

    private static @Nullable Object[] place() {
        Object[] known = LOCAL.get();
        if (known != null) {
            return known;
        }
        @Nullable Object[] place = {null};
        LOCAL.set(place);
        return place;
    }

    private ThreadRecorder(Window window, @Nullable Object[] place) {
        this.place = place;
        buffer = new ThreadBuffer(thread, window);
        chunks = buffer.chunks.pieces();
    }

    /** Returns this thread's recorder, ready to record into {@code window}; null if there is no room for the thread. */
    public static @Nullable ThreadRecorder in(Window window) {
        // The first threads of a window, mostly the training threads, are spared the look-up.
        ThreadRecorder first = window.first(Thread.currentThread());
        if (first != null && first.window == window) {
            return first;
        }
        ThreadRecorder recorder = attached(window);
        if (recorder == null) {
            window.drops.count(window.budget.exhausted());
        }
        return recorder;
    }

    /** Prepares this thread for its first event in {@code window}, which would otherwise take 70 µs of a step. */
    public static void ready(Window window) {
        ThreadRecorder recorder = attached(window);
        if (recorder != null && recorder.chunk.isFull()) {
            recorder.nextChunk();
        }
    }

    /** Returns this thread's recorder, ready to record into {@code window}; null if there is no room for the thread. */
    private static @Nullable ThreadRecorder attached(Window window) {
        try {
            ThreadRecorder recorder = known();
            return recorder != null && recorder.window == window ? recorder : attach(recorder, window);
        } catch (OutOfMemoryError e) {
            window.budget.giveUp(); // R7
            return null;
        }
    }

    private static @Nullable ThreadRecorder known() {
        Object[] place = LOCAL.get();
        return place == null ? null : (ThreadRecorder) place[0];
    }

    /**
     * Attaches this thread to a window; null if there is no room for it. The memory of a thread before its first event
     * counts, since there may be a million virtual threads.
     */
    private static @Nullable ThreadRecorder attach(@Nullable ThreadRecorder known, Window window) {
        if (!window.budget.takeBytes(BYTES)) {
            return null;
        }
        if (known != null) {
            known.change(window);
            return known;
        }
        ThreadRecorder recorder = new ThreadRecorder(window, place());
        synchronized (THREADS) {
            THREADS.add(recorder);
        }
        recorder.enter(window);
        return recorder;
    }

    /** Switches to another window. */
    private void change(Window next) {
        synchronized (place) {
            if (next.isRecorded()) {
                changeBuffer(next);
            }
            enter(next);
        }
    }

    private void changeBuffer(Window next) {
        ThreadBuffer last = buffer;
        if (last.reuse(next)) {
            return;
        }
        ThreadBuffer other = spare;
        buffer = other != null && other.reuse(next) ? other : new ThreadBuffer(thread, next);
        spare = last;
    }

    /** Starts recording into a window, or tells the mirror of one that records nothing; abandons open scopes. */
    private void enter(Window next) {
        Mirror mirror = next.mirror;
        if (ranges == null && mirror != null) {
            ranges = new OpenRanges(thread);
        }
        abandonLevels(0);
        depth = 0;
        earlier = List.of();
        place[0] = this;
        if (ranges != null) {
            ranges.enter(mirror);
        }
        names.enter(next.names, mirror == null ? null : ranges);
        withStacks = next.capture.options().withStack();
        isWatched = withStacks || mirror != null;
        if (next.isRecorded()) {
            use(buffer, next);
        } else {
            ticket = 0;
            chunk = Chunk.NONE;
        }
        // GP9: with a mirror each end takes the slow way, and without one scopes pay nothing.
        plainTicket = mirror == null || ranges == null ? ticket : ranges.noTicket;
        window = next;
    }

    private void use(ThreadBuffer next, Window in) {
        // The only call that can fail, before anything has changed.
        ticket = in.register(this, next);
        buffer = next;
        chunks = next.chunks.pieces();
        chunk = Chunk.NONE;
        log = next.side;
        side.enter(in, log);
    }

    /**
     * Continues in another buffer of the same window, under another ticket, because the chunk numbers of the present
     * one are used up.
     */
    private boolean renew() {
        Window current = window();
        if (!current.budget.takeBytes(BYTES)) {
            return false;
        }
        ThreadBuffer full = buffer;
        ThreadBuffer next = ThreadBuffer.after(full);
        List<ThreadBuffer> known = new ArrayList<>(earlier);
        known.removeIf(one -> !current.has(one));
        known.add(full);
        earlier = known;
        use(next, current);
        if (current.mirror == null) {
            plainTicket = ticket;
        }
        full.leave();
        return true;
    }

    /** Makes the thread forget this recorder, unless it is in use, or ranges are open, which only it can end. */
    private void forget() {
        synchronized (place) {
            if (buffer.isReleased() && (ranges == null || ranges.isEmpty())) {
                place[0] = null;
                ticket = 0; // Open events no longer belong to this recorder.
                plainTicket = 0;
            }
        }
    }

    /** Frees the memory of all buffers that are not in use, except the ones last used in {@code kept}. */
    public static void reclaimAll(@Nullable Window kept) {
        synchronized (THREADS) {
            THREADS.forEach(recorder -> recorder.reclaim(kept));
        }
    }

    /**
     * Frees the memory of buffers that are not in use, except the ones last used in {@code kept}; if that is null, the
     * thread forgets its recorder, too.
     */
    private void reclaim(@Nullable Window kept) {
        if (kept == null) {
            forget();
        }
        buffer.reclaim(kept);
        ThreadBuffer other = spare;
        if (other != null) {
            other.reclaim(kept);
        }
        earlier.forEach(one -> one.reclaim(kept));
    }

    /** Opens a scope under {@code name}, a name reference; null if there is no room. */
    @Nullable
    public OpenScope open(int name) {
        if (depth == levels.length && !makeLevel()) {
            return mirrored(null, name);
        }
        Chunk target = chunk;
        if (target.isFull()) {
            target = advance();
            if (target == null) {
                return mirrored(null, name);
            }
        }
        return isWatched ? openWatched(target, name) : open(target, name);
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
    public OpenScope open(int name, Operands details) {
        if ((depth == levels.length && !makeLevel()) || (chunk.isFull() && advance() == null)) {
            return mirrored(null, name);
        }
        // Before the clock is read, so that the operation does not pay for it.
        side.details(chunkBase + chunk.ownSize(), details, false);
        return open(name);
    }

    /** Begins an operation without a scope object; 0 if there is no room. */
    public long begin(int name, Operands details) {
        if (chunk.isFull() && advance() == null) {
            return mirrored(0, name);
        }
        side.details(chunkBase + chunk.ownSize(), details, false);
        return begin(name);
    }

    /** Begins an event without a scope object; 0 if there is no room. */
    public long begin(int name) {
        Chunk target = chunk;
        if (target.isFull()) {
            target = advance();
            if (target == null) {
                return mirrored(0, name);
            }
        }
        if (isWatched) {
            takeStack(target);
            return mirrored(begin(target, name), name);
        }
        return begin(target, name);
    }

    private long begin(Chunk target, int name) {
        int offset = target.ownSize();
        target.begin(offset, name, Ticks.now());
        return token(offset);
    }

    /** Records an instant. */
    public void mark(int name) {
        Chunk target = chunk;
        if (target.isFull()) {
            target = advance();
            if (target == null) {
                mirrorMark(name);
                return;
            }
        }
        if (isWatched) {
            takeStack(target);
            mark(target, name);
            mirrorMark(name);
        } else {
            mark(target, name);
        }
    }

    private static void mark(Chunk target, int name) {
        long ticks = Ticks.now();
        target.mark(target.ownSize(), name, ticks);
    }

    /** Begins a frame with a number; 0 if there is no room. */
    public long beginFrame(int name, long number) {
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

    /** Begins the range of a scope if there is a mirror, else returns the scope; null is a scope without an event. */
    private @Nullable OpenScope mirrored(@Nullable OpenScope recorded, int name) {
        OpenRanges open = ranges;
        if (open == null || !open.areMirrored()) {
            return recorded;
        }
        try {
            OpenScope scope = recorded;
            if (scope == null) {
                scope = newScope(UNRECORDED);
                scope.token = open.unrecordedToken();
            }
            open.open(scope, scope.token, name);
            return scope;
        } catch (OutOfMemoryError e) {
            return recorded; // Recorded, not mirrored.
        }
    }

    /** Begins the range of a token if there is a mirror, else returns the token; 0 is a token without an event. */
    private long mirrored(long recorded, int name) {
        OpenRanges open = ranges;
        if (open == null || !open.areMirrored()) {
            return recorded;
        }
        try {
            long token = recorded != 0 ? recorded : open.unrecordedToken();
            open.open(null, token, name);
            return token;
        } catch (OutOfMemoryError e) {
            return recorded; // Recorded, not mirrored.
        }
    }

    private void mirrorMark(int name) {
        OpenRanges open = ranges;
        if (open != null) {
            open.mark(name);
        }
    }

    private long token(int offset) {
        return ((long) ticket << 32) | ((chunkBase + offset) & 0xFFFF_FFFFL);
    }

    /** Closes a scope of this recorder, on any thread. */
    public void close(OpenScope scope, long ticks) {
        int level = scope.level;
        if (Thread.currentThread() == thread
                && ticketOf(scope.token) == plainTicket
                && depth == level + 1
                && levels[level] == scope) {
            endOwn(scope.token, ticks);
            scope.token = 0;
            depth = level;
        } else {
            closeSlowly(scope, ticks);
        }
    }

    /** Ends the event of a token, on the calling thread; {@code current} is the open window, if any. */
    public static void end(@Nullable Window current, long token, long ticks) {
        // Found by the ticket in the token, which costs half as much as looking up the thread's recorder.
        ThreadRecorder recorder = current == null ? null : current.likelyRecorder(ticketOf(token));
        if (recorder != null && recorder.plainTicket == ticketOf(token) && recorder.thread == Thread.currentThread()) {
            recorder.endOwn(token, ticks);
        } else {
            endSlowly(current, current == null ? null : current.recorder(ticketOf(token)), token, ticks, false);
        }
    }

    /** Ends a task or frame, which any thread may do, even long after its window. */
    public static void endAnywhere(@Nullable Window current, long token, long ticks) {
        if (current != null) {
            if (current.mirror != null) {
                current.mirror.endTask(token);
            }
            endSlowly(current, current.recorder(ticketOf(token)), token, ticks, true);
        }
    }

    /** Ends an event of the present buffer, directly if its chunk has not been taken back. */
    private void endOwn(long token, long ticks) {
        int slot = (int) token;
        Chunk target = chunks[slot >>> Chunk.OFFSET_BITS];
        int offset = slot & Chunk.OFFSET_MASK;
        if (target != null && target.isOpen(offset)) {
            target.end(offset, ticks);
        } else {
            endSlowly(Recorder.open(), this, token, ticks, false);
        }
    }

    /**
     * Ends an event in all other cases: its chunk has been taken back, or it began in an earlier buffer of this window,
     * on another thread or in another window. Counts anomalies.
     *
     * @param recorder recorder of the event's thread, if known
     * @param isTask whether it may end on any thread and after its window
     */
    private static void endSlowly(
            @Nullable Window current, @Nullable ThreadRecorder recorder, long token, long ticks, boolean isTask) {
        try {
            ThreadRecorder here = isTask ? null : known();
            if (here != null && here.ranges != null) {
                here.ranges.end(token);
            }
            ThreadBuffer begunIn =
                    recorder != null && recorder.thread == Thread.currentThread() ? recorder.bufferOf(token) : null;
            if (begunIn != null) {
                // A released buffer has no event to end.
                if (!begunIn.isReleased() && !begunIn.end((int) token, ticks)) {
                    count(Anomaly.CLOSED_TWICE);
                }
            } else if (current == null) {
                return; // The event is unfinished in its own window.
            } else if (!current.hasGiven(ticketOf(token))) {
                if (!isTask) {
                    current.anomalies.count(Anomaly.CLOSED_AFTER_WINDOW);
                }
            } else if (!isTask) {
                current.endElsewhere(token, ticks);
            } else {
                // Not by in(), which counts a drop if there is no room: an end is no event.
                ThreadRecorder ending = attached(current);
                if (ending == null || !ending.side.endElsewhere(token, ticks)) {
                    current.endInQueue(token, ticks);
                }
            }
        } catch (OutOfMemoryError e) {
            // The event stays unfinished.
        }
    }

    /** Returns the buffer of this thread and window in which the event of a token began; null if it began elsewhere. */
    private @Nullable ThreadBuffer bufferOf(long token) {
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

    /**
     * Closes a scope that a mirror knows, is not its thread's innermost one, is closed already, or is closed by another
     * thread.
     */
    private void closeSlowly(OpenScope scope, long ticks) {
        long token = scope.token;
        scope.token = 0; // Also on another thread: the next range of the scope's own thread finds the scope closed.
        if (scope.level == UNRECORDED) {
            if (ranges != null && Thread.currentThread() == thread) {
                ranges.end(token);
            }
            return;
        }
        if (token == 0) {
            count(Anomaly.CLOSED_TWICE);
            return;
        }
        endSlowly(Recorder.open(), this, token, ticks, false);
        boolean isHere = Thread.currentThread() == thread && bufferOf(token) != null;
        if (isHere && scope.level < depth && levels[scope.level] == scope) {
            if (isAnyOpenAbove(scope.level)) {
                count(Anomaly.CLOSED_OUT_OF_ORDER);
            }
            abandonLevels(scope.level + 1);
            depth = scope.level;
        }
        // Otherwise it was abandoned when the enclosing scope closed, which counted the anomaly.
    }

    /** Attaches an argument to an open scope of this thread. */
    public void argument(
            OpenScope scope, @Nullable String key, ArgumentChunk.Type type, long bits, @Nullable String text) {
        Window current = window;
        if (current == null || current.isReleased()) {
            return;
        }
        boolean kept = false;
        ThreadBuffer begunIn = Thread.currentThread() == thread ? bufferOf(scope.token) : null;
        if (begunIn != null && key != null && (text != null || type != ArgumentChunk.Type.TEXT)) {
            try {
                String cut = text == null ? null : current.names.cut(text);
                kept = begunIn.addArgument((int) scope.token, current.names.refOf(key), type, bits, cut);
            } catch (OutOfMemoryError e) {
                // R7: left out, and counted below.
            }
        }
        if (!kept && scope.level != UNRECORDED) {
            current.anomalies.count(Anomaly.ARGUMENT_DROPPED);
        }
    }

    /**
     * Adds the inputs, outputs and links of an operation to a scope of this recorder.
     *
     * @param always whether inputs and outputs are recorded even if shapes are not asked for
     */
    public void details(OpenScope scope, Operands details, boolean always) {
        if (Thread.currentThread() == thread && ticketOf(scope.token) == ticket) {
            side.details((int) scope.token, details, always);
        } else if (scope.level != UNRECORDED) {
            count(Anomaly.DETAILS_CUT);
        }
    }

    /**
     * Returns the log of the thread, with room for one change of a counter; null if there is none. Called before the
     * lock of the counter is taken: loads after an atomic operation have to wait for it.
     */
    @Nullable
    DetailLog roomForChange() {
        DetailLog present = log;
        return present.takeChange() || side.makeRoomForChange() ? present : null;
    }

    /** Returns the recorder of the thread's rare data. */
    public DetailRecorder side() {
        return side;
    }

    /** Returns the bytes of memory that the thread's buffers hold. */
    public int bufferedBytes() {
        ThreadBuffer other = spare;
        return buffer.bytes() + (other == null ? 0 : other.bytes());
    }

    /** Returns the reference of a name in this recorder's window. */
    public int refOf(@Nullable String name) {
        return names.refOf(name);
    }

    /**
     * Returns the reference of a label, which mostly is its own number.
     *
     * @param ref number of the label; 0 if it has none
     * @param name its name; null without a label
     */
    public int refOf(int ref, @Nullable EventName name) {
        return ref != LabelTable.NO_REF ? ref : names.refOf(name);
    }

    /** Returns the reference of a name of another kind than a scope's, which the window keeps. */
    public int refOf(@Nullable String name, EventKind kind, @Nullable String type) {
        return names.refOf(name, kind, type);
    }

    /** Returns the next chunk to write to; null if the event has to be dropped, which is counted. */
    private @Nullable Chunk advance() {
        if (!window().isRecorded()) {
            return null;
        }
        Chunk next = nextChunk();
        if (next == null) {
            drop(window().budget.exhausted());
        }
        return next;
    }

    /** Returns the next chunk to write to; null if there is no room for it. */
    private @Nullable Chunk nextChunk() {
        try {
            Chunk next = buffer.nextChunk();
            if (next == null && buffer.isUsedUp() && renew()) {
                next = buffer.nextChunk();
            }
            if (next != null) {
                chunks = buffer.chunks.pieces();
                chunkBase = (buffer.chunks.ownCount() - 1) << Chunk.OFFSET_BITS;
                chunk = next;
            }
            return next;
        } catch (OutOfMemoryError e) {
            window().budget.giveUp(); // R7
            return null;
        }
    }

    private void drop(DropCause cause) {
        window().drops.count(cause);
    }

    /** Returns the window without a null check: its message would need memory, and a full heap leads here. */
    @SuppressWarnings("NullAway") // A recorder that is used has a window.
    private Window window() {
        return window;
    }

    /** Makes room for one more level, or drops the scope; first takes back levels that other threads have closed. */
    private boolean makeLevel() {
        int top = depth;
        while (top > 0 && levels[top - 1].token == 0) {
            top--;
        }
        if (top < depth) {
            abandonLevels(top);
            depth = top;
            return true;
        }
        if (levels.length >= Limits.MAX_NESTING) {
            drop(DropCause.NESTING_LIMIT);
            return false;
        }
        try {
            addLevels(Math.min(Math.max(levels.length * 2, FIRST_LEVELS), Limits.MAX_NESTING));
            return true;
        } catch (OutOfMemoryError e) {
            drop(DropCause.OUT_OF_MEMORY);
            return false;
        }
    }

    /** True if a scope inside {@code level} is open; a scope that another thread closed is not. */
    private boolean isAnyOpenAbove(int level) {
        for (int above = level + 1; above < depth; above++) {
            if (levels[above].token != 0) {
                return true;
            }
        }
        return false;
    }

    /** Creates a scope object of this recorder. */
    @SuppressWarnings("NullAway") // The factory is set before any scope is opened.
    private OpenScope newScope(int level) {
        return scopes.newScope(this, level);
    }

    private void addLevels(int count) {
        int level = levels.length;
        OpenScope[] grown = Arrays.copyOf(levels, count);
        for (; level < count; level++) {
            grown[level] = newScope(level);
        }
        levels = grown;
    }

    /** Replaces the scope objects of the open levels from {@code first} on, which the program still refers to. */
    private void abandonLevels(int first) {
        for (int level = first; level < depth; level++) {
            levels[level] = newScope(level);
        }
    }

    private static void count(Anomaly anomaly) {
        Window current = Recorder.open();
        if (current != null) {
            current.anomalies.count(anomaly);
        }
    }

    /** Returns the ticket in a token. */
    public static int ticketOf(long token) {
        return (int) (token >>> 32);
    }
}
