package io.stepprofiler.trace;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The events of one thread, of one lane of an activity source, or of one stream of a device, in the order of their starts.
 *
 * <p>An event that begins at the same time as another comes after it if it is inside it. Events are columns of
 * primitives, read by index; nothing is allocated unless {@link #event} or {@link #arguments} is asked for. Immutable
 * and safe on any thread.
 */
public final class Track {
    private final long id;
    private final String name;
    private final Place place;
    private final EventColumns events;
    private final ArgumentColumns arguments;
    private final Texts texts;

    Track(long id, String name, Place place, EventColumns events, ArgumentColumns arguments, Texts texts) {
        this.id = id;
        this.name = name;
        this.place = place;
        this.events = events;
        this.arguments = arguments;
        this.texts = texts;
    }

    /**
     * {@return a thread's track without events, for what happened on a thread that recorded none}
     *
     * @param id id of the thread
     * @param name name of the thread
     */
    public static Track empty(long id, String name) {
        return new TraceBuilder().thread(id, name).build();
    }

    /** {@return the Java thread's id, or a number of 2^40 and more for what is no thread} */
    public long id() {
        return id;
    }

    /** {@return the thread's name when the window ended, or the lane's} */
    public String name() {
        return name;
    }

    /** {@return whether this is a thread, as opposed to a lane of an activity source or a stream of a device} */
    public boolean isThread() {
        return place.isThread();
    }

    /** {@return the device whose stream this is, if it is one} */
    public Optional<Device> device() {
        return place.device();
    }

    /** {@return the number of the stream, if this is a stream of a device; else -1} */
    public int stream() {
        return place.stream();
    }

    /** {@return the number of events} */
    public int size() {
        return events.size;
    }

    /**
     * {@return when event {@code index} began, in nanoseconds on the clock of the trace}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public long startNanos(int index) {
        return events.starts[index];
    }

    /**
     * {@return how long event {@code index} took, in nanoseconds; never negative}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public long durationNanos(int index) {
        return events.durations[index];
    }

    /**
     * {@return the name of event {@code index} as an index into {@link Trace#name(int)}}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public int nameId(int index) {
        return events.nameIds[index];
    }

    /**
     * {@return the name of event {@code index}}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public String eventName(int index) {
        return texts.names().value(nameId(index)).text();
    }

    /**
     * {@return whether the end of event {@code index} is not known}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public boolean isUnfinished(int index) {
        return has(events.unfinished, index);
    }

    /**
     * {@return whether event {@code index} takes no part in the nesting: it ended on another thread, or was reported so}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public boolean isAsync(int index) {
        return has(events.async, index);
    }

    /** {@return whether any event of the track has arguments} */
    public boolean hasArguments() {
        return arguments.size() > 0;
    }

    /**
     * {@return the arguments of event {@code index}, in the order they were given; of two with one key the last counts}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public Map<String, Object> arguments(int index) {
        return arguments.of(index, texts.names());
    }

    /** {@return whether any event of the track has a signature} */
    public boolean hasSignatures() {
        return !events.ops.signatures.isEmpty();
    }

    /**
     * {@return what event {@code index} was called with, as an id for {@link Trace#signature}; -1 if not known}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public int signatureId(int index) {
        return events.ops.signatures.get(index);
    }

    /** {@return whether any event of the track has a call stack} */
    public boolean hasStacks() {
        return !events.ops.stacks.isEmpty();
    }

    /**
     * {@return the call stack that event {@code index} was begun from, as an id for {@link Trace#stack}; -1 if not known}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public int stackId(int index) {
        return events.ops.stacks.get(index);
    }

    /** {@return whether any event of the track has a sequence number} */
    public boolean hasSequenceNumbers() {
        return !events.ops.sequences.isEmpty();
    }

    /**
     * {@return the number that event {@code index} shares with its counterpart in the backward or forward pass; -1 if
     * there is none}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public long sequenceNumber(int index) {
        return events.ops.sequences.get(index);
    }

    /**
     * {@return the id of the track on which the forward operation of event {@code index} ran; -1 if it is no backward
     * operation}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public long forwardThread(int index) {
        return events.ops.forwardThreads.get(index);
    }

    /**
     * {@return the number that work on a device shares with the event that caused it; -1 if there is none}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public long correlation(int index) {
        return events.ops.correlations.get(index);
    }

    /**
     * {@return how many tensors of event {@code index} are known by their storage: none, or those of all inputs and then
     * those of all outputs of its signature}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public int tensorCount(int index) {
        return events.ops.tensorCount(index);
    }

    /**
     * {@return the address of the storage of one tensor of event {@code index}; 0 if not known}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     * @param tensor which tensor, 0 to {@link #tensorCount} - 1
     */
    public long tensor(int index, int tensor) {
        return events.ops.tensor(index, tensor);
    }

    /**
     * {@return event {@code index} as an object}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public TraceEvent event(int index) {
        int signature = signatureId(index);
        int stack = stackId(index);
        Name eventName = texts.names().value(nameId(index));
        return new TraceEvent(
                eventName.text(),
                eventName.kind(),
                id,
                startNanos(index),
                durationNanos(index),
                isUnfinished(index),
                isAsync(index),
                arguments(index),
                signature < 0
                        ? Optional.empty()
                        : Optional.of(texts.signatures().value(signature)),
                sequenceNumber(index),
                forwardThread(index),
                correlation(index),
                stack < 0 ? List.of() : texts.stacks().value(stack));
    }

    private static boolean has(BitSet bits, int index) {
        return !bits.isEmpty() && bits.get(index);
    }

    @Override
    public String toString() {
        return "Track[" + id + " " + name + ", " + size() + " events]";
    }
}
