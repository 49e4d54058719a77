package io.stepprofiler.trace;

import java.util.BitSet;
import java.util.Map;

/**
 * The events of one thread, or of one lane of an activity source, in the order of their starts.
 *
 * <p>An event that begins at the same time as another comes after it if it is inside it. Events are columns of
 * primitives, read by index; nothing is allocated unless {@link #event} or {@link #arguments} is asked for. Immutable
 * and safe on any thread.
 */
public final class Track {
    private final long id;
    private final String name;
    private final boolean isThread;
    private final EventColumns events;
    private final ArgumentColumns arguments;
    private final NameList names;

    Track(long id, String name, boolean isThread, EventColumns events, ArgumentColumns arguments, NameList names) {
        this.id = id;
        this.name = name;
        this.isThread = isThread;
        this.events = events;
        this.arguments = arguments;
        this.names = names;
    }

    /** {@return the Java thread's id, or a number of 2^40 and more for a lane of an activity source} */
    public long id() {
        return id;
    }

    /** {@return the thread's name when the window ended, or the lane's} */
    public String name() {
        return name;
    }

    /** {@return whether this is a thread, as opposed to a lane of an activity source} */
    public boolean isThread() {
        return isThread;
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
        return names.text(nameId(index));
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
     * {@return whether event {@code index} ended on another thread}
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
        return arguments.of(index, names);
    }

    /**
     * {@return event {@code index} as an object}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public TraceEvent event(int index) {
        return new TraceEvent(
                eventName(index),
                id,
                startNanos(index),
                durationNanos(index),
                isUnfinished(index),
                isAsync(index),
                arguments(index));
    }

    private static boolean has(BitSet bits, int index) {
        return !bits.isEmpty() && bits.get(index);
    }

    @Override
    public String toString() {
        return "Track[" + id + " " + name + ", " + size() + " events]";
    }
}
