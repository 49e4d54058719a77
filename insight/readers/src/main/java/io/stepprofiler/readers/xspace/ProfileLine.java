package io.stepprofiler.readers.xspace;

import java.util.Iterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * One line of a plane: a thread, a stream of a device, or some counters. Its events are read again at each iteration.
 * Safe on any thread; an iterator is for one thread.
 */
public final class ProfileLine implements Iterable<ProfileEvent> {
    final ProfilePlane plane;
    private final XSpaceBytes source;
    private final int from;
    private final int to;

    // Filled by the reader of the index, and not changed afterwards.
    long id;
    String name = "";
    long timestampNanos;
    long durationPicos;
    long displayId;
    String displayName = "";
    long eventCount;

    ProfileLine(ProfilePlane plane, XSpaceBytes source, int from, int to) {
        this.plane = plane;
        this.source = source;
        this.from = from;
        this.to = to;
    }

    /** {@return the number of the line, such as the thread's number} */
    public long id() {
        return id;
    }

    /** {@return the name} */
    public String name() {
        return name;
    }

    /** {@return the position of the line in viewers; 0 if they order it by its number} */
    public long displayId() {
        return displayId;
    }

    /** {@return the name that viewers show; empty if it is the same} */
    public String displayName() {
        return displayName;
    }

    /** {@return the time to which the events' offsets are relative, in nanoseconds, as the file has it} */
    public long timestampNanos() {
        return timestampNanos;
    }

    /** {@return the duration of the line in picoseconds, as the file has it; usually 0} */
    public long durationPicos() {
        return durationPicos;
    }

    /** {@return the number of events} */
    public long eventCount() {
        return eventCount;
    }

    /**
     * {@return the events, in the order of the file, read one by one}
     *
     * <p>The iterator throws {@link java.io.UncheckedIOException} if they cannot be read, with the error and its place
     * as the cause.
     *
     * @throws IllegalStateException if the profile was closed
     */
    @Override
    public Iterator<ProfileEvent> iterator() {
        return new EventIterator(this, source, from, to);
    }

    /**
     * {@return the events, as {@link #iterator()} reads them}
     *
     * @throws IllegalStateException if the profile was closed
     */
    public Stream<ProfileEvent> events() {
        return StreamSupport.stream(
                Spliterators.spliterator(iterator(), eventCount, Spliterator.ORDERED | Spliterator.NONNULL), false);
    }

    @Override
    public String toString() {
        return "ProfileLine[" + id + ", " + name + ", " + eventCount + " events]";
    }
}
