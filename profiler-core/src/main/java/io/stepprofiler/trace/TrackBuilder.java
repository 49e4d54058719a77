package io.stepprofiler.trace;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Collects the events of one {@link Track}, in any order.
 *
 * <p>Made by {@link TraceBuilder#thread} and {@link TraceBuilder#lane}; used by one thread at a time.
 */
public final class TrackBuilder {
    private final long id;
    private final boolean isThread;
    private final NameList names;
    private final ArgumentColumns arguments = new ArgumentColumns();
    private EventColumns events = new EventColumns();
    private String name;

    TrackBuilder(long id, String name, boolean isThread, NameList names) {
        this.id = id;
        this.name = name;
        this.isThread = isThread;
        this.names = names;
    }

    /**
     * Renames the track.
     *
     * @param newName name of the track from now on
     * @return this builder
     */
    public TrackBuilder named(String newName) {
        name = newName;
        return this;
    }

    /**
     * Makes room for {@code count} more events at once.
     *
     * @param count number of events, 0 or more
     * @return this builder
     */
    public TrackBuilder reserve(int count) {
        events.reserve(events.size + count);
        return this;
    }

    /**
     * Adds an event and gives its index, with which the other methods add to it. A negative duration becomes 0.
     *
     * @param nameId from {@link TraceBuilder#nameId}
     * @param startNanos when it began, in nanoseconds on the clock of the trace
     * @param durationNanos how long it took, in nanoseconds
     * @return the index of the event, which counts from 0 in the order of adding
     */
    public int add(int nameId, long startNanos, long durationNanos) {
        return events.add(nameId, startNanos, Math.max(durationNanos, 0));
    }

    /**
     * Marks an event as one whose end is not known.
     *
     * @param event index of the event, from {@link #add}
     * @return this builder
     */
    public TrackBuilder unfinished(int event) {
        events.unfinished.set(event);
        return this;
    }

    /**
     * Marks an event as one whose end is not known, and lets it last until {@code endNanos}.
     *
     * @param event index of the event, from {@link #add}
     * @param endNanos the end to show, in nanoseconds on the clock of the trace
     * @return this builder
     */
    public TrackBuilder unfinished(int event, long endNanos) {
        events.durations[event] = Math.max(endNanos - events.starts[event], 0);
        return unfinished(event);
    }

    /**
     * Marks an event as one that ended on another thread.
     *
     * @param event index of the event, from {@link #add}
     * @return this builder
     */
    public TrackBuilder async(int event) {
        events.async.set(event);
        return this;
    }

    /**
     * Attaches a whole number to an event.
     *
     * @param event index of the event, from {@link #add}
     * @param keyId key of the argument, from {@link TraceBuilder#nameId}
     * @param value any whole number
     * @return this builder
     */
    public TrackBuilder argument(int event, int keyId, long value) {
        arguments.add(event, keyId, ArgumentColumns.LONG, value);
        return this;
    }

    /**
     * Attaches a number to an event.
     *
     * @param event index of the event, from {@link #add}
     * @param keyId key of the argument, from {@link TraceBuilder#nameId}
     * @param value any number; may be infinite or not a number
     * @return this builder
     */
    public TrackBuilder argument(int event, int keyId, double value) {
        arguments.add(event, keyId, ArgumentColumns.DOUBLE, Double.doubleToRawLongBits(value));
        return this;
    }

    /**
     * Attaches a text to an event.
     *
     * @param event index of the event, from {@link #add}
     * @param keyId key of the argument, from {@link TraceBuilder#nameId}
     * @param value any text
     * @return this builder
     */
    public TrackBuilder argument(int event, int keyId, String value) {
        arguments.add(event, keyId, ArgumentColumns.TEXT, names.idOf(value));
        return this;
    }

    int size() {
        return events.size;
    }

    int unfinishedCount() {
        return events.unfinished.cardinality();
    }

    Track build() {
        if (!events.isInOrder()) {
            Integer[] order = IntStream.range(0, events.size).boxed().toArray(Integer[]::new);
            Comparator<Integer> parentsFirst = events::compare;
            Arrays.sort(order, parentsFirst);
            int[] newIndex = new int[order.length];
            for (int i = 0; i < order.length; i++) {
                newIndex[order[i]] = i;
            }
            events = events.reordered(order);
            arguments.renumber(newIndex);
        }
        arguments.sort();
        events.trim();
        return new Track(id, name, isThread, events, arguments, names);
    }
}
