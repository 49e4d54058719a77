package io.stepprofiler;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.recording.Backtraces;
import io.stepprofiler.recording.Limits;
import io.stepprofiler.recording.MemoryBoundary;
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
 * Account of live allocations, with their call stacks: allocations reported to {@link Memory} since tracking began,
 * inside and outside of windows, and allocations seen by activity sources since the open window began, such as tensors
 * of libtorch.
 *
 * <p>When the account is {@linkplain #trace() read}, sources are asked for their latest events, if they deliver
 * {@linkplain io.stepprofiler.source.ActivitySource#collectsWhileOpen() while the window is open} and its profile has
 * {@link ProfileBuilder#profileMemory}; expensive sources deliver only if they are due. After the end of the window,
 * the state of their allocations is unknown.
 *
 * <p>A process has one account at a time. Tracking adds some microseconds to each report, for its call stack and its
 * entry in a table of at most {@value Defaults#MAX_LIVE_PIECES} allocations.
 */
public final class LiveMemory implements AutoCloseable {
    private static final String NAME = "live memory";

    /** Metadata key: number of allocations that are missing in the trace. */
    private static final String NOT_TRACKED = "allocations not tracked";

    /** Metadata key: note that the trace is not up to date. */
    private static final String NOT_SEEN = "memory of activity sources";

    private static volatile @Nullable LiveMemory tracked;

    record Address(Device device, long address) {}

    record Piece(long nanos, Thread thread, long bytes, MemoryCategory category, List<StackTraceElement> stack) {}

    private static final MemoryBoundary.Work<MemoryAction, Device, MemoryCategory, Piece> REPORT =
            (action, device, category, address, bytes) ->
                    tracked == null ? null : tracked.take(action, new Address(device, address), bytes, category);

    private static final MemoryBoundary.Loss<Object> LOST = (action, lack) -> lose();

    private final Map<Address, Piece> pieces = new ConcurrentHashMap<>();
    private final Map<List<StackTraceElement>, List<StackTraceElement>> stacks = new ConcurrentHashMap<>();
    private final AtomicLong notTracked = new AtomicLong();
    private final ClockAnchor start = ClockAnchor.now();

    private final int maxPieces;

    private LiveMemory(int maxPieces) {
        this.maxPieces = maxPieces;
    }

    /** {@return the current account; empty if there is none} */
    public static Optional<LiveMemory> current() {
        return Optional.ofNullable(tracked);
    }

    /** Current account, or null. */
    static @Nullable LiveMemory tracked() {
        return tracked;
    }

    /**
     * Begins tracking.
     *
     * @return the account, to be closed
     * @throws IllegalStateException if memory is tracked already
     */
    public static LiveMemory track() {
        return track(Defaults.MAX_LIVE_PIECES);
    }

    /** Begins tracking of at most {@code maxPieces} allocations. */
    static synchronized LiveMemory track(int maxPieces) {
        if (tracked != null) {
            throw new IllegalStateException("Live memory is tracked already; close that account first");
        }
        StackTable.prepare();
        LiveMemory begun = new LiveMemory(maxPieces);
        tracked = begun;
        return begun;
    }

    /** Adds a report to the current account; an invalid report is ignored here and counted by the window. */
    @SuppressWarnings("NullAway") // Callers without a null checker may pass null.
    static void report(MemoryAction action, Device device, long address, long bytes, MemoryCategory category) {
        if (tracked == null || device == null || category == null || bytes < 0) {
            return;
        }
        try {
            MemoryBoundary.within(REPORT, LOST, action, device, category, address, bytes);
        } catch (StackOverflowError e) {
            lose();
        }
    }

    private static void lose() {
        LiveMemory account = tracked;
        if (account != null) {
            account.notTracked.incrementAndGet();
        }
    }

    private @Nullable Piece take(MemoryAction action, Address key, long bytes, MemoryCategory category) {
        return switch (action) {
            case ALLOCATE -> add(key, bytes, category);
            case FREE -> pieces.remove(key);
            case CATEGORIZE ->
                pieces.computeIfPresent(
                        key, (same, piece) -> new Piece(piece.nanos, piece.thread, piece.bytes, category, piece.stack));
            default -> null;
        };
    }

    private @Nullable Piece add(Address key, long bytes, MemoryCategory category) {
        if (pieces.size() >= maxPieces) {
            notTracked.incrementAndGet();
            return null;
        }
        return pieces.put(
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
        if (known != null || stacks.size() >= Limits.MAX_STACKS) {
            return known != null ? known : stack;
        }
        stacks.put(stack, stack);
        return stack;
    }

    /**
     * {@return the live allocations as a trace, with their call stacks and the enclosing events of the open window}
     * Takes some microseconds per allocation; if sources are asked, also up to a second for them and the time to
     * assemble the window so far. Events that sources deliver for this stay in memory within the limits of the window;
     * the rest is delivered at its end, which the trace notes. May be called on any thread while others allocate and
     * free.
     */
    public Trace trace() {
        TraceBuilder trace = new TraceBuilder()
                .traceId(NAME)
                .process(ProcessInfo.current())
                .options(new RecordingOptions(false, true, true, false, false));
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
            trace.metadata(NOT_SEEN, new MetadataValue("not up to date: they did not deliver all events", false));
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

    /** Number of allocations that are not in the account, because there were too many or memory was short. */
    long notTracked() {
        return notTracked.get();
    }

    /** Number of live allocations that were reported to {@link Memory}. */
    int pieces() {
        return pieces.size();
    }

    /** Ends tracking. The account can still be read. */
    @Override
    public void close() {
        synchronized (LiveMemory.class) {
            if (tracked == this) {
                tracked = null;
            }
        }
    }
}
