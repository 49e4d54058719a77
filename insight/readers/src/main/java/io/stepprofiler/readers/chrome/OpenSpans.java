package io.stepprofiler.readers.chrome;

import io.stepprofiler.imports.ImportException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Events whose beginning has been read, but not their end. */
final class OpenSpans {
    private static final int SPAN_BYTES = 100;
    /** Number of the latest begins among which an end looks for its begin. */
    private static final int SEARCHED = 64;

    /**
     * An event without an end yet.
     *
     * @param row its row
     * @param event its number on the track
     * @param start when it began
     * @param name its name in the file
     */
    record Span(FileRow row, int event, long start, String name) {}

    private record AsyncKey(String category, String id, String scope) {}

    private final Charges charges;
    private final Map<FileRow, Deque<Span>> nested = new HashMap<>();
    private final Map<AsyncKey, Deque<Span>> asynchronous = new HashMap<>();
    private final List<Span> endless = new ArrayList<>();

    OpenSpans(Charges charges) {
        this.charges = charges;
    }

    void begin(Span span) throws ImportException {
        charges.memory(SPAN_BYTES);
        nested.computeIfAbsent(span.row(), row -> new ArrayDeque<>()).push(span);
    }

    /**
     * The event that ends: the innermost of this name, or the innermost if the end has no name; null if none is open.
     */
    @Nullable
    Span end(FileRow row, String name) {
        return take(nested.get(row), name);
    }

    void beginAsync(Span span, EventRecord event) throws ImportException {
        charges.memory(SPAN_BYTES);
        asynchronous.computeIfAbsent(key(event), key -> new ArrayDeque<>()).push(span);
    }

    @Nullable
    Span endAsync(EventRecord event) {
        AsyncKey key = key(event);
        Deque<Span> open = asynchronous.get(key);
        Span span = take(open, event.name);
        if (open != null && open.isEmpty()) {
            asynchronous.remove(key);
        }
        return span;
    }

    /** Adds an event that has no end in the file. */
    void endless(Span span) throws ImportException {
        charges.memory(SPAN_BYTES);
        endless.add(span);
    }

    /** All events that have not ended. */
    List<Span> rest() {
        List<Span> all = new ArrayList<>(endless);
        nested.values().forEach(all::addAll);
        asynchronous.values().forEach(all::addAll);
        return all;
    }

    private static @Nullable Span take(@Nullable Deque<Span> open, String name) {
        if (open == null || open.isEmpty()) {
            return null;
        }
        if (name.isEmpty()) {
            return open.pop();
        }
        Iterator<Span> innermostFirst = open.iterator();
        for (int i = 0; i < SEARCHED && innermostFirst.hasNext(); i++) {
            Span span = innermostFirst.next();
            if (span.name().equals(name)) {
                innermostFirst.remove();
                return span;
            }
        }
        return null;
    }

    private static AsyncKey key(EventRecord event) {
        return new AsyncKey(event.category, event.id, event.scope);
    }
}
