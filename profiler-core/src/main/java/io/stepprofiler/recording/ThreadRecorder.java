package io.stepprofiler.recording;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.recording.MemoryBoundary.Operation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Recorder of one thread: its buffer in the current window, its scope objects, its cache of names, its recorder of rare
 * data. {@link EventWriter} begins events; this class ends them, and goes from window to window:
 *
 * <pre>
 *                                  ┌──┐ advance, renew, change
 *                                  │  ▼
 *   no recorder ────attach────► recording ◄──change── mirroring
 *        ▲                        │  ▲ └──────rest──────►  │
 *        │                reclaim ▼  │ change              │
 *        └──────forget──────── no memory ◄─────reclaim─────┘
 * </pre>
 *
 * <ol>
 *   <li>{@link #attach}: the first event of a thread makes its recorder.
 *   <li>{@link #change}: its first event in another window, in which it takes a buffer and a ticket.
 *   <li>{@link #rest}: its first event between windows, which only the mirror of the profile gets.
 *   <li>{@link #advance}: its chunk is full, and it continues in the next one.
 *   <li>{@link #renew}: the numbers of chunks are used up, and it continues in another buffer under another ticket.
 *   <li>{@link #reclaim}: its window has been released, and any thread frees its memory.
 *   <li>{@link #forget}: the profile has stopped, and the thread forgets its recorder.
 * </ol>
 *
 * <p>Other threads only end events, reclaim and forget; everything else runs on the owning thread.
 */
public final class ThreadRecorder extends EventWriter {
    /**
     * Array with the recorder of a thread. A direct reference to the recorder would keep its class loader for as long
     * as the thread lives; the array is emptied when the profile stops.
     */
    private static final ThreadLocal<@Nullable Object[]> LOCAL = ThreadLocal.withInitial(() -> new Object[1]);

    /** Bytes that a thread takes before its first event: for this object, its buffer, and its entries in tables. */
    public static final int BYTES = 1024;

    /** Weak references, so that the recorder of a thread that ends can be collected. */
    private static final Set<ThreadRecorder> THREADS = Collections.newSetFromMap(new WeakHashMap<>());

    private static final Operation<Window, Window, Object> ATTACH = (window, same, a, b) -> attach(window);
    private static final Operation<Window, ThreadRecorder, Boolean> END =
            (window, recorder, token, ticks) -> end(window, recorder, token, ticks, false);
    private static final Operation<Window, ThreadRecorder, Boolean> END_TASK =
            (window, recorder, token, ticks) -> end(window, recorder, token, ticks, true);

    /** Factory of nesting levels with the program's scopes, whose class this package does not know. */
    public interface Scopes {
        OpenScope newScope(ThreadRecorder recorder, int level);
    }

    private static volatile @Nullable Scopes scopes;

    private final @Nullable Object[] place;
    private @Nullable Window window;

    /** Ticket of the events that end without a look at anything else. */
    private int plainTicket;

    /** Sets the factory of scope objects. Called before any thread opens one. */
    public static void scopesAreMadeBy(Scopes maker) {
        scopes = maker;
    }

    private ThreadRecorder(Window window) {
        super(window);
        place = LOCAL.get();
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
            recorder.next();
        }
    }

    /** Returns this thread's recorder, ready to record into {@code window}; null if there is no room for the thread. */
    private static @Nullable ThreadRecorder attached(Window window) {
        Object attached = MemoryBoundary.run(ATTACH, window);
        if (attached == null) {
            window.budget.giveUp(); // R7
        }
        return attached instanceof ThreadRecorder recorder ? recorder : null;
    }

    private static @Nullable ThreadRecorder known() {
        return (ThreadRecorder) LOCAL.get()[0];
    }

    /**
     * Attaches this thread to a window; returns the window if there is no room for the thread. The memory of a thread
     * before its first event counts, since there may be a million virtual threads.
     */
    private static Object attach(Window window) {
        ThreadRecorder recorder = known();
        if (recorder != null && recorder.window == window) {
            return recorder;
        }
        if (!window.budget.takeBytes(BYTES)) {
            return window;
        }
        if (recorder == null) {
            recorder = new ThreadRecorder(window);
            synchronized (THREADS) {
                THREADS.add(recorder);
            }
        }
        synchronized (recorder.place) {
            if (window.isRecorded()) {
                recorder.change(window);
            } else {
                recorder.rest(window);
            }
            recorder.place[0] = recorder;
            recorder.window = window;
        }
        return recorder;
    }

    /** Starts recording into a window; abandons open scopes. */
    private void change(Window next) {
        if (window != null) {
            changeBuffer(next);
        }
        enter(next, next.mirror);
        record(buffer, next);
    }

    /** Records nothing, and passes events to the mirror of a window; abandons open scopes. */
    private void rest(Window next) {
        enter(next, next.mirror);
        ticket = 0;
        chunk = Chunk.NONE;
        setPlainTicket(next.mirror);
    }

    private void record(ThreadBuffer next, Window in) {
        // The only call that can fail, before anything has changed.
        ticket = in.register(this, next);
        buffer = next;
        chunks = next.chunks.pieces();
        chunk = Chunk.NONE;
        log = next.side;
        side.enter(in, log);
        setPlainTicket(in.mirror);
    }

    private void setPlainTicket(@Nullable Mirror mirror) {
        // GP9: with a mirror each end takes the slow way, which passes it on, and without one scopes pay nothing.
        plainTicket = mirror == null || ranges == null ? ticket : ranges.noTicket;
    }

    @Override
    Chunk nextChunk() {
        Chunk next = buffer.nextChunk();
        if (next == null && buffer.isUsedUp() && renew()) {
            next = buffer.nextChunk();
        }
        if (next == null) {
            return Chunk.NONE;
        }
        chunks = buffer.chunks.pieces();
        chunkBase = (buffer.chunks.ownCount() - 1) << Chunk.OFFSET_BITS;
        chunk = next;
        return next;
    }

    /** Continues in another buffer of the same window; false if there is no room for it. */
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
        record(next, current);
        full.leave();
        return true;
    }

    /**
     * Frees the memory of all buffers that are not in use, except the ones last used in {@code kept}; if that is null,
     * threads forget their recorders, too.
     */
    public static void reclaimAll(@Nullable Window kept) {
        synchronized (THREADS) {
            THREADS.forEach(recorder -> recorder.reclaim(kept));
        }
    }

    private void reclaim(@Nullable Window kept) {
        if (kept == null) {
            forget();
        }
        reclaimBuffers(kept);
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
            endSlowly(current, current == null ? null : current.recorder(ticketOf(token)), token, ticks);
        }
    }

    /** Ends a task or frame, which any thread may do, even long after its window. */
    @SuppressWarnings("NullAway") // As in endSlowly.
    public static void endAnywhere(@Nullable Window current, long token, long ticks) {
        if (current != null) {
            if (current.mirror != null) {
                current.mirror.endTask(token);
            }
            MemoryBoundary.run(END_TASK, current, current.recorder(ticketOf(token)), token, ticks);
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
            endSlowly(Recorder.open(), this, token, ticks);
        }
    }

    /** Ends an event in all other cases; if the heap is full, it stays unfinished. */
    @SuppressWarnings("NullAway") // The operation allows null.
    private static void endSlowly(@Nullable Window current, @Nullable ThreadRecorder recorder, long token, long ticks) {
        MemoryBoundary.run(END, current, recorder, token, ticks);
    }

    /**
     * Ends an event whose chunk has been taken back, or that began in an earlier buffer of this window, on another thread
     * or in another window. Counts anomalies.
     *
     * @param recorder recorder of the event's thread, if known
     * @param isTask whether it may end on any thread and after its window
     */
    private static boolean end(
            @Nullable Window current, @Nullable ThreadRecorder recorder, long token, long ticks, boolean isTask) {
        ThreadRecorder here = isTask ? null : known();
        if (here != null && here.ranges != null) {
            here.ranges.end(token);
        }
        ThreadBuffer begunIn = recorder == null ? null : recorder.bufferOf(token);
        if (begunIn != null) {
            // A released buffer has no event to end.
            if (!begunIn.isReleased() && !begunIn.end((int) token, ticks)) {
                count(Anomaly.CLOSED_TWICE);
            }
        } else if (current != null && isTask && current.hasGiven(ticketOf(token))) {
            // Not by in(), which counts a drop if there is no room: an end is no event.
            ThreadRecorder ending = attached(current);
            if (ending == null || !ending.side.endElsewhere(token, ticks)) {
                current.endInQueue(token, ticks);
            }
        } else if (current != null && !isTask) {
            current.endElsewhere(token, ticks);
        }
        return true; // If it is of no open window, it is unfinished in its own.
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
        endSlowly(Recorder.open(), this, token, ticks);
        if (bufferOf(token) != null && scope.level < depth && levels[scope.level] == scope) {
            if (isAnyOpenAbove(scope.level)) {
                count(Anomaly.CLOSED_OUT_OF_ORDER);
            }
            abandonFrom(scope.level + 1);
            depth = scope.level;
        }
        // Otherwise it was abandoned when the enclosing scope closed, which counted the anomaly.
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

    /** Returns the window without a null check: its message would need memory, and a full heap leads here. */
    @SuppressWarnings("NullAway") // A recorder that is used has a window.
    @Override
    Window window() {
        return window;
    }

    @Override
    @SuppressWarnings("NullAway") // The factory is set before any scope is opened.
    OpenScope newScope(int level) {
        return scopes.newScope(this, level);
    }

    private static void count(Anomaly anomaly) {
        Window current = Recorder.open();
        if (current != null) {
            current.anomalies.count(anomaly);
        }
    }
}
