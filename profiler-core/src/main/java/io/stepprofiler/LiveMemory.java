package io.stepprofiler;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.CaptureOptions;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.recording.Backtraces;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.StackTable;
import io.stepprofiler.recording.ThreadNames;
import io.stepprofiler.recording.Window;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Account of the memory that is allocated now: what was reported to {@link Memory} since tracking began and has not
 * been freed, inside windows and outside of them, with where it was allocated; and what activity sources have seen
 * allocated and not freed since the window that is open began, such as the tensors of libtorch.
 *
 * <p>Sources are asked for what they have seen when the account is {@linkplain #trace() read}, if they deliver
 * {@linkplain io.stepprofiler.source.ActivitySource#collectsWhileOpen() while the window is open} and its profile has
 * {@link ProfileBuilder#profileMemory}; one whose pieces cost much only if one is due. Beyond the end of the window
 * nobody knows what became of their memory.
 *
 * <p>A process has one account at a time. Tracking costs a report some microseconds, for its call stack and its entry
 * in a table of at most {@value Defaults#MAX_LIVE_PIECES} pieces.
 */
public final class LiveMemory implements AutoCloseable {
    private static final String NAME = "live memory";

    /** The metadata that says how many pieces the trace lacks. */
    private static final String NOT_TRACKED = "allocations not tracked";

    /** The metadata that says that the trace is not up to date. */
    private static final String NOT_SEEN = "memory of activity sources";

    private static volatile @Nullable LiveMemory tracked;

    record Address(Device device, long address) {}

    record Piece(long nanos, Thread thread, long bytes, MemoryCategory category, List<StackTraceElement> stack) {}

    private final Map<Address, Piece> pieces = new ConcurrentHashMap<>();
    private final Map<List<StackTraceElement>, List<StackTraceElement>> stacks = new ConcurrentHashMap<>();
    private final AtomicLong notTracked = new AtomicLong();
    private final ClockAnchor start = ClockAnchor.now();

    private final int maxPieces;

    private LiveMemory(int maxPieces) {
        this.maxPieces = maxPieces;
    }

    /** {@return the account that is kept now; empty if none is} */
    public static Optional<LiveMemory> current() {
        return Optional.ofNullable(tracked);
    }

    /** The account that is kept; null if none is. */
    static @Nullable LiveMemory tracked() {
        return tracked;
    }

    /**
     * Begins to keep account.
     *
     * @return the account, to be closed
     * @throws IllegalStateException if one is kept already
     */
    public static LiveMemory track() {
        return track(Defaults.MAX_LIVE_PIECES);
    }

    /** Begins to keep account of at most {@code maxPieces} pieces. */
    static synchronized LiveMemory track(int maxPieces) {
        if (tracked != null) {
            throw new IllegalStateException("Live memory is tracked already; close that account first");
        }
        StackTable.prepare();
        LiveMemory begun = new LiveMemory(maxPieces);
        tracked = begun;
        return begun;
    }

    /** Takes a report; one that makes no sense is counted by the window. */
    @SuppressWarnings("NullAway") // Callers without a null checker may pass null.
    void report(MemoryAction action, Device device, long address, long bytes, MemoryCategory category) {
        if (device == null || category == null || bytes < 0) {
            return;
        }
        try {
            Address key = new Address(device, address);
            switch (action) {
                case ALLOCATE -> add(key, bytes, category);
                case FREE -> pieces.remove(key);
                case CATEGORIZE ->
                    pieces.computeIfPresent(
                            key,
                            (same, piece) -> new Piece(piece.nanos, piece.thread, piece.bytes, category, piece.stack));
                default -> {}
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            notTracked.incrementAndGet();
        }
    }

    private void add(Address key, long bytes, MemoryCategory category) {
        if (pieces.size() >= maxPieces) {
            notTracked.incrementAndGet();
            return;
        }
        pieces.put(
                key,
                new Piece(
                        System.nanoTime(),
                        Thread.currentThread(),
                        bytes,
                        category,
                        shared(Backtraces.taken().elements())));
    }

    private List<StackTraceElement> shared(List<StackTraceElement> stack) {
        List<StackTraceElement> known = stacks.get(stack);
        if (known != null || stacks.size() >= Defaults.MAX_STACKS) {
            return known != null ? known : stack;
        }
        stacks.put(stack, stack);
        return stack;
    }

    /**
     * {@return what is allocated now, as a trace of the allocations alone, with their call stacks and inside the events
     * of the open window that were open around them} Takes some microseconds a piece and, if there are sources to ask,
     * up to a second for them and the time to put together what the window has recorded so far. That stays in memory
     * within the limits of the window; what sources deliver beyond them comes at its end, and the trace says so. May be
     * called on any thread while others allocate and free.
     */
    public Trace trace() {
        TraceBuilder trace = new TraceBuilder()
                .traceId(NAME)
                .process(ProcessInfo.current())
                .options(new CaptureOptions(false, true, true, false, false));
        LiveTrace live = new LiveTrace(trace);
        Map<Address, Piece> reported = new HashMap<>(pieces);
        Optional<Trace> window = openWindow();
        reported.forEach((address, piece) -> live.add(allocation(trace, address, piece)));
        window.ifPresentOrElse(
                seen -> {
                    live.addAliveIn(seen, reported.keySet());
                    live.finishIn(seen);
                },
                live::finish);
        if (notTracked.get() > 0) {
            trace.metadata(NOT_TRACKED, new MetadataValue(notTracked.toString(), true));
        }
        if (window.isPresent() && window.get().isPartial()) {
            trace.metadata(NOT_SEEN, new MetadataValue("not up to date: they did not tell all they had seen", false));
        }
        return trace.window(start, ClockAnchor.now()).build();
    }

    private static Optional<Trace> openWindow() {
        Window open = Recorder.open();
        Supplier<Optional<Trace>> soFar = open == null ? null : open.soFar;
        return soFar == null ? Optional.empty() : soFar.get();
    }

    private static MemoryEvent allocation(TraceBuilder trace, Address address, Piece piece) {
        long thread = piece.thread.getId();
        trace.thread(thread, ThreadNames.nameOf(piece.thread));
        return new MemoryEvent(
                piece.nanos,
                thread,
                MemoryAction.ALLOCATE,
                address.device,
                address.address,
                piece.bytes,
                -1,
                0,
                piece.category,
                piece.stack.isEmpty() ? -1 : trace.stackId(piece.stack));
    }

    /**
     * {@return how many allocations are not in the account, because there were too many pieces or too little memory}
     */
    public long notTracked() {
        return notTracked.get();
    }

    /** {@return how many pieces that were reported to {@link Memory} are allocated now} */
    public int pieces() {
        return pieces.size();
    }

    /** Ends tracking. What is allocated then can still be read. */
    @Override
    public void close() {
        synchronized (LiveMemory.class) {
            if (tracked == this) {
                tracked = null;
            }
        }
    }
}
