package io.stepprofiler;

import io.stepprofiler.trace.Anomaly;
import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The distinct call stacks that one window met, numbered from 0.
 *
 * <p>A stack is looked up by the methods and places in its frames; file names and line numbers, which cost far more, are
 * looked up once for each distinct stack. Stacks count against the window's budget.
 */
final class StackTable {
    /** In place of a number when a stack was not kept. */
    static final int NONE = -1;

    private static final int BYTES_PER_FRAME = 160;
    private static final StackWalker WALKER = StackWalker.getInstance();

    /** Where a stack passes, frame by frame; equal for the same place in the program. */
    private record Key(List<String> classes, List<String> methods, List<Integer> places) {}

    private final ConcurrentHashMap<Key, Integer> ids = new ConcurrentHashMap<>();
    private final List<List<StackTraceElement>> stacks = new ArrayList<>();
    private final EnumCounts<Anomaly> anomalies;
    private final Budget budget;
    private volatile boolean outOfMemory;
    private volatile boolean full;
    private volatile long mostBytes = Long.MAX_VALUE;
    private long bytes;

    StackTable(EnumCounts<Anomaly> anomalies, Budget budget) {
        this.anomalies = anomalies;
        this.budget = budget;
    }

    /** The number of the stack that the calling code is in, without the frames of the profiler; or {@link #NONE}. */
    int capture() {
        if (outOfMemory) {
            return dropped();
        }
        try {
            List<StackFrame> frames = WALKER.walk(StackTable::outside);
            Key key = key(frames);
            Integer known = ids.get(key);
            if (known != null) {
                return known;
            }
            return full ? dropped() : add(key, frames);
        } catch (OutOfMemoryError e) {
            // The training program shall meet its own lack of memory, not ours, and not pay for a full garbage
            // collection
            // with each further attempt.
            outOfMemory = true;
            return dropped();
        } catch (StackOverflowError e) {
            return dropped();
        }
    }

    synchronized List<StackTraceElement> stack(int id) {
        return stacks.get(id);
    }

    /** Keeps stacks from taking more than so many bytes of the budget. */
    void limit(long most) {
        mostBytes = most;
    }

    /** Forgets all stacks, when nobody will ask for one any more. */
    void clear() {
        ids.clear();
        synchronized (this) {
            stacks.clear();
        }
    }

    private static List<StackFrame> outside(Stream<StackFrame> all) {
        return all.dropWhile(frame -> OwnFrames.isOwn(frame.getClassName()))
                .limit(Defaults.MAX_STACK_DEPTH)
                .toList();
    }

    private static Key key(List<StackFrame> frames) {
        List<String> classes = new ArrayList<>(frames.size());
        List<String> methods = new ArrayList<>(frames.size());
        List<Integer> places = new ArrayList<>(frames.size());
        for (StackFrame frame : frames) {
            classes.add(frame.getClassName());
            methods.add(frame.getMethodName());
            places.add(frame.getByteCodeIndex());
        }
        return new Key(classes, methods, places);
    }

    private synchronized int add(Key key, List<StackFrame> frames) {
        Integer known = ids.get(key);
        if (known != null) {
            return known;
        }
        int size = BYTES_PER_FRAME * (1 + frames.size());
        if (stacks.size() >= Defaults.MAX_STACKS || bytes + size > mostBytes || !budget.takeBytes(size)) {
            full = true;
            return dropped();
        }
        bytes += size;
        stacks.add(frames.stream().map(StackFrame::toStackTraceElement).toList());
        ids.put(key, stacks.size() - 1);
        return stacks.size() - 1;
    }

    /** Counts a stack that was not kept. */
    int dropped() {
        anomalies.count(Anomaly.STACK_DROPPED);
        return NONE;
    }
}
