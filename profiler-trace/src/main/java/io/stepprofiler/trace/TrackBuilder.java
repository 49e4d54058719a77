package io.stepprofiler.trace;

import io.stepprofiler.columns.ArgumentColumns;
import io.stepprofiler.columns.EventColumns;
import io.stepprofiler.columns.TrackColumns;

/**
 * Builder of one {@link Track}, whose events are added in any order.
 *
 * <p>Made by {@link TraceBuilder#thread} and {@link TraceBuilder#lane}; used by one thread at a time.
 */
public final class TrackBuilder {
    private static final String FRAME_NUMBER = "frame";

    private final TrackColumns track;
    private final EventColumns events;
    private final ArgumentColumns arguments;

    TrackBuilder(TrackColumns track) {
        this.track = track;
        events = track.events;
        arguments = track.arguments;
    }

    /** {@return the id that the track has in the trace} */
    public long id() {
        return track.id;
    }

    /**
     * Renames the track.
     *
     * @param newName name of the track from now on
     * @return this builder
     */
    public TrackBuilder named(String newName) {
        track.name = newName;
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
     * Adds an event and returns its index, by which the other methods add to it. A negative duration and a marker's
     * duration become 0; markers, tasks and frames are {@linkplain #async asynchronous}.
     *
     * @param nameId from {@link TraceBuilder#nameId}
     * @param startNanos when it began, in nanoseconds on the clock of the trace
     * @param durationNanos how long it took, in nanoseconds
     * @return the index of the event, which counts from 0 in the order of adding
     */
    public int add(int nameId, long startNanos, long durationNanos) {
        int event = events.add(nameId, startNanos, Math.max(durationNanos, 0));
        if (track.names.isAsync(nameId)) {
            events.async.set(event);
            events.durations[event] = isInstant(event) ? 0 : events.durations[event];
        }
        return event;
    }

    private boolean isInstant(int event) {
        return track.names.kind(events.nameIds[event]).isInstant();
    }

    /**
     * Sets the end of an event, if it was not known when it was added. An end before its start becomes its start.
     *
     * @param event index of the event, from {@link #add}
     * @param endNanos its end, in nanoseconds on the clock of the trace
     * @return this builder
     */
    public TrackBuilder end(int event, long endNanos) {
        events.durations[event] = Math.max(endNanos - events.starts[event], 0);
        return this;
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
        return end(event, endNanos).unfinished(event);
    }

    /**
     * Marks an event as one that takes no part in the nesting, because it ended on another thread or was reported so.
     *
     * @param event index of the event, from {@link #add}
     * @return this builder
     */
    public TrackBuilder async(int event) {
        events.async.set(event);
        return this;
    }

    /**
     * {@return whether an event takes no part in the nesting}
     *
     * @param event index of the event, from {@link #add}
     */
    public boolean isAsync(int event) {
        return events.async.get(event);
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
     * Attaches a truth value to an event.
     *
     * @param event index of the event, from {@link #add}
     * @param keyId key of the argument, from {@link TraceBuilder#nameId}
     * @param value its value
     * @return this builder
     */
    public TrackBuilder argument(int event, int keyId, boolean value) {
        arguments.add(event, keyId, ArgumentColumns.BOOLEAN, value ? 1 : 0);
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
        arguments.add(event, keyId, ArgumentColumns.TEXT, track.names.nameId(value));
        return this;
    }

    /**
     * Attaches a text, given by its number, to an event.
     *
     * @param event index of the event, from {@link #add}
     * @param keyId key of the argument, from {@link TraceBuilder#nameId}
     * @param textId the text, from {@link TraceBuilder#nameId}
     * @return this builder
     */
    public TrackBuilder textArgument(int event, int keyId, int textId) {
        arguments.add(event, keyId, ArgumentColumns.TEXT, textId);
        return this;
    }

    /**
     * Gives a frame its number, as the argument {@value #FRAME_NUMBER}.
     *
     * @param event index of the event, from {@link #add}
     * @param number the number, which counts from 1
     * @return this builder
     */
    public TrackBuilder frame(int event, long number) {
        return argument(event, track.names.nameId(FRAME_NUMBER), number);
    }

    /**
     * Sets the signature of an event; as with the other methods, the last call counts.
     *
     * @param event index of the event, from {@link #add}
     * @param signatureId from {@link TraceBuilder#signatureId}; -1 if not known
     * @return this builder
     */
    public TrackBuilder signature(int event, int signatureId) {
        events.ops.signatures.set(event, signatureId);
        return this;
    }

    /**
     * Sets the call stack that an event was begun from.
     *
     * @param event index of the event, from {@link #add}
     * @param stackId from {@link TraceBuilder#stackId}
     * @return this builder
     */
    public TrackBuilder stack(int event, int stackId) {
        events.ops.stacks.set(event, stackId);
        return this;
    }

    /**
     * Gives an event the number that a forward operation and its backward operation share.
     *
     * @param event index of the event, from {@link #add}
     * @param sequenceNumber the number, 0 or more; -1 for none
     * @param forwardThread for a backward operation the id of the track of its forward operation; else -1
     * @return this builder
     */
    public TrackBuilder sequence(int event, long sequenceNumber, long forwardThread) {
        events.ops.sequences.set(event, Math.max(sequenceNumber, -1));
        events.ops.forwardThreads.set(event, sequenceNumber < 0 ? -1 : Math.max(forwardThread, -1));
        return this;
    }

    /**
     * Gives an event the number that work on a device shares with the event that caused it.
     *
     * @param event index of the event, from {@link #add}
     * @param correlation the number, 0 or more; -1 for none
     * @return this builder
     */
    public TrackBuilder correlation(int event, long correlation) {
        events.ops.correlations.set(event, Math.max(correlation, -1));
        return this;
    }

    /**
     * Sets the storages of the tensors of an event.
     *
     * @param event index of the event, from {@link #add}
     * @param addresses addresses for all inputs of its signature, then for all outputs; 0 if not known
     * @param from index of the first in the array
     * @param count number of addresses
     * @return this builder
     */
    public TrackBuilder tensors(int event, long[] addresses, int from, int count) {
        events.ops.setTensors(event, addresses, from, count);
        return this;
    }
}
