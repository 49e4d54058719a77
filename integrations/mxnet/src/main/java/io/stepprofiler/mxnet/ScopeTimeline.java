package io.stepprofiler.mxnet;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Scopes of the recent past by thread, to find the one in which memory was allocated: activity sources tell of that up
 * to some seconds later. All scopes of a segment are known until {@link #prune()}, as
 * far as there is room, and the last ones after it.
 */
final class ScopeTimeline {
    /** Moments of a thread that are kept, about two for each scope: {@value}. */
    static final int MAX_MOMENTS = 8192;

    /** Moments of a thread in one segment: {@value}; of more, the older half is forgotten. */
    private static final int MAX_OF_SEGMENT = 1 << 17;

    /** Threads of which as many are kept, those with scopes last: {@value}; of others it is known that there were. */
    private static final int MAX_THREADS = 256;

    private static final int MAX_FORGOTTEN_THREADS = 10_000;

    /** What is found where scopes have been forgotten. */
    static final Found FORGOTTEN = new Found(Long.MIN_VALUE, "<forgotten>:");

    private static final Scope NONE = new Scope(Long.MIN_VALUE, Long.MIN_VALUE, "");

    private record Scope(long startNanos, long endNanos, String name) {
        boolean isInside(Scope other) {
            return startNanos >= other.startNanos && endNanos <= other.endNanos && !hasTimeOf(other);
        }

        private boolean hasTimeOf(Scope other) {
            return startNanos == other.startNanos && endNanos == other.endNanos;
        }
    }

    /** The innermost scopes of a thread, each from a moment on to the next. */
    private static final class Moments {
        private final NavigableMap<Long, Scope> innermost = new TreeMap<>();
        private long knownFrom = Long.MIN_VALUE;

        void add(Scope added) {
            long start = Math.max(added.startNanos, knownFrom);
            if (added.endNanos <= start) {
                return;
            }
            innermost.putIfAbsent(added.endNanos, at(added.endNanos));
            // One that outlasted a segment is told after those inside it.
            innermost
                    .subMap(start, added.endNanos)
                    .replaceAll((moment, scope) -> scope.isInside(added) ? scope : added);
            innermost.putIfAbsent(start, added);
        }

        private Scope at(long nanos) {
            Map.Entry<Long, Scope> entry = innermost.floorEntry(nanos);
            return entry == null ? NONE : entry.getValue();
        }

        @Nullable
        Found find(long nanos) {
            if (nanos < knownFrom) {
                return FORGOTTEN;
            }
            Scope scope = at(nanos);
            return scope.equals(NONE) ? null : new Found(scope.startNanos, scope.name);
        }

        void prune(int most) {
            while (innermost.size() > most) {
                innermost.pollFirstEntry();
                knownFrom = innermost.firstKey();
            }
        }
    }

    /** By thread, those with scopes last at the end. */
    private final Map<Long, Moments> threads = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Moments> eldest) {
            return size() > MAX_FORGOTTEN_THREADS;
        }
    };

    /** Adds a scope: of each segment in the order of their starts, after those that began in earlier ones. */
    void add(long trackId, String name, long startNanos, long endNanos) {
        Moments ofThread = threads.computeIfAbsent(trackId, created -> new Moments());
        ofThread.add(new Scope(startNanos, endNanos, name));
        if (ofThread.innermost.size() > MAX_OF_SEGMENT) {
            ofThread.prune(MAX_OF_SEGMENT / 2);
        }
    }

    /** The innermost scope around a moment with its start; null if there is none. */
    @Nullable
    Found at(long trackId, long nanos) {
        Moments ofThread = threads.get(trackId);
        return ofThread == null ? null : ofThread.find(nanos);
    }

    /** Forgets the oldest scopes. */
    void prune() {
        int older = threads.size();
        for (Moments ofThread : threads.values()) {
            ofThread.prune(older-- > MAX_THREADS ? 1 : MAX_MOMENTS);
        }
    }

    /** A scope and when it began. */
    record Found(long startNanos, String name) {}
}
