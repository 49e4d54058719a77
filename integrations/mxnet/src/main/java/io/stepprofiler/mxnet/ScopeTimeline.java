package io.stepprofiler.mxnet;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Scopes of the recent past by thread, to find the one in which memory was allocated: activity sources tell of that up
 * to some seconds later.
 */
final class ScopeTimeline {
    /** Scopes of a thread that are remembered: {@value}. */
    private static final int MAX_SCOPES = 4096;

    /** Threads that are remembered, those with scopes last: {@value}. */
    private static final int MAX_THREADS = 256;

    /** How far is looked for a scope around a moment. */
    private static final int MAX_STEPS = 1024;

    private record Scope(long endNanos, String name) {}

    private final Map<Long, NavigableMap<Long, Scope>> threads = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, NavigableMap<Long, Scope>> eldest) {
            return size() > MAX_THREADS;
        }
    };

    void add(long trackId, String name, long startNanos, long endNanos) {
        NavigableMap<Long, Scope> ofThread = threads.computeIfAbsent(trackId, created -> new TreeMap<>());
        // Of two that begin together, the shorter one ends first and is inside.
        ofThread.putIfAbsent(startNanos, new Scope(endNanos, name));
        if (ofThread.size() > MAX_SCOPES) {
            ofThread.pollFirstEntry();
        }
    }

    /** The innermost scope around a moment, if it is known, with its start. */
    @Nullable
    Found at(long trackId, long nanos) {
        NavigableMap<Long, Scope> ofThread = threads.get(trackId);
        Map.Entry<Long, Scope> entry = ofThread == null ? null : ofThread.floorEntry(nanos);
        for (int i = 0; entry != null && ofThread != null && i < MAX_STEPS; i++) {
            if (entry.getValue().endNanos > nanos) {
                return new Found(entry.getKey(), entry.getValue().name);
            }
            entry = ofThread.lowerEntry(entry.getKey());
        }
        return null;
    }

    /** A scope and when it began. */
    record Found(long startNanos, String name) {}
}
