package io.stepprofiler.trace;

import io.stepprofiler.columns.NameNumbers;
import io.stepprofiler.columns.NameTables;
import io.stepprofiler.columns.Piece;
import io.stepprofiler.columns.PiecedTrack;
import io.stepprofiler.columns.Pieces;
import io.stepprofiler.columns.Place;
import io.stepprofiler.columns.TraceColumns;
import io.stepprofiler.columns.TrackColumns;
import io.stepprofiler.columns.TrackContent;
import io.stepprofiler.event.Device;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The events of one thread, of one lane of an activity source, or of one stream of a device, in the order of their
 * starts.
 *
 * <p>If events begin at the same time, the enclosing one comes first. Events are columns of primitives, read by index;
 * only {@link #event} and {@link #arguments} allocate objects. Immutable and safe on any thread.
 *
 * <p>The events of a window that was too long for memory are read from its journal on demand, thousands at a time: read
 * them in order, not back and forth. If they can no longer be read, accessors throw {@link
 * java.io.UncheckedIOException}.
 */
public final class Track {
    private final long id;
    private final String name;
    private final Place place;
    private final Pieces pieces;
    private final TrackContent content;
    private final NameTables names;
    private final int first;
    private final int size;

    /** A track whose events have been collected. */
    Track(TrackColumns collected) {
        this(collected, collected.sorted());
    }

    private Track(TrackColumns track, Piece piece) {
        this(
                track.id,
                track.name,
                track.place,
                Pieces.of(piece),
                TrackContent.of(piece),
                track.names,
                0,
                piece.events().size);
    }

    /** A thread's track whose events are read when they are asked for. */
    Track(PiecedTrack track, NameTables names) {
        this(
                track.id(),
                track.name(),
                Place.THREAD,
                track.pieces(),
                track.content(),
                names,
                0,
                track.pieces().size());
    }

    private Track(
            long id,
            String name,
            Place place,
            Pieces pieces,
            TrackContent content,
            NameTables names,
            int first,
            int size) {
        this.id = id;
        this.name = name;
        this.place = place;
        this.pieces = pieces;
        this.content = content;
        this.names = names;
        this.first = first;
        this.size = size;
    }

    /** A view of the events from one up to another. */
    Track slice(int from, int end) {
        return new Track(id, name, place, pieces, content, names, first + from, end - from);
    }

    /** Index of an event in the unsliced track. */
    private int whole(int index) {
        return first + Objects.checkIndex(index, size);
    }

    /**
     * {@return a thread's track without events, for memory events or samples of a thread that recorded no other events}
     *
     * @param id id of the thread
     * @param name name of the thread
     */
    public static Track empty(long id, String name) {
        return new Track(new PiecedTrack(id, name, Pieces.of(Piece.NONE), TrackContent.NOTHING, 0), new NameTables());
    }

    /** {@return the Java thread's id, or a number of 2^40 or more for a track that is no thread} */
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
        return size;
    }

    /**
     * {@return when event {@code index} began, in nanoseconds on the clock of the trace}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public long startNanos(int index) {
        int event = whole(index);
        Piece piece = pieces.at(event);
        return piece.events().starts[event - piece.first()];
    }

    /**
     * {@return how long event {@code index} took, in nanoseconds; never negative}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public long durationNanos(int index) {
        int event = whole(index);
        Piece piece = pieces.at(event);
        return piece.events().durations[event - piece.first()];
    }

    /**
     * {@return the name of event {@code index} as an index into {@link Trace#name(int)}}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public int nameId(int index) {
        int event = whole(index);
        Piece piece = pieces.at(event);
        return piece.events().nameIds[event - piece.first()];
    }

    /**
     * {@return the name of event {@code index}}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public String eventName(int index) {
        return names.name(nameId(index));
    }

    /**
     * {@return whether the end of event {@code index} is not known}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public boolean isUnfinished(int index) {
        int event = whole(index);
        Piece piece = pieces.at(event);
        return has(piece.events().unfinished, event - piece.first());
    }

    /**
     * {@return whether event {@code index} takes no part in the nesting: it ended on another thread, or was reported
     * so}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public boolean isAsync(int index) {
        int event = whole(index);
        Piece piece = pieces.at(event);
        return has(piece.events().async, event - piece.first());
    }

    /**
     * {@return whether event {@code index} is an instant: a marker, which has a time and no duration}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public boolean isInstant(int index) {
        return names.kind(nameId(index)).isInstant();
    }

    /** {@return whether any event of the track has arguments} */
    public boolean hasArguments() {
        return content.arguments();
    }

    /**
     * {@return the arguments of event {@code index}, in the order they were given; the last of two with the same key
     * counts}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public Map<String, Object> arguments(int index) {
        if (!content.arguments()) {
            return Map.of();
        }
        int event = whole(index);
        Piece piece = pieces.at(event);
        return piece.arguments().of(event - piece.first(), names);
    }

    /** {@return whether any event of the track has a signature} */
    public boolean hasSignatures() {
        return content.signatures();
    }

    /**
     * {@return the signature of event {@code index}, as an id for {@link Trace#signature}; -1 if not known}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public int signatureId(int index) {
        if (!content.signatures()) {
            return -1;
        }
        int event = whole(index);
        Piece piece = pieces.at(event);
        return piece.events().ops.signatures.get(event - piece.first());
    }

    /** {@return whether any event of the track has a call stack} */
    public boolean hasStacks() {
        return content.stacks();
    }

    /**
     * {@return the call stack that event {@code index} was begun from, as an id for {@link Trace#stack}; -1 if not
     * known}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public int stackId(int index) {
        if (!content.stacks()) {
            return -1;
        }
        int event = whole(index);
        Piece piece = pieces.at(event);
        return piece.events().ops.stacks.get(event - piece.first());
    }

    /** {@return whether any event of the track has a sequence number} */
    public boolean hasSequenceNumbers() {
        return content.sequences();
    }

    /**
     * {@return the number that event {@code index} shares with its counterpart in the backward or forward pass; -1 if
     * there is none}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public long sequenceNumber(int index) {
        if (!content.sequences()) {
            return -1;
        }
        int event = whole(index);
        Piece piece = pieces.at(event);
        return piece.events().ops.sequences.get(event - piece.first());
    }

    /**
     * {@return the id of the track on which the forward operation of event {@code index} ran; -1 if it is no backward
     * operation}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public long forwardThread(int index) {
        if (!content.sequences()) {
            return -1;
        }
        int event = whole(index);
        Piece piece = pieces.at(event);
        return piece.events().ops.forwardThreads.get(event - piece.first());
    }

    /**
     * {@return the number that work on a device shares with the event that caused it; -1 if there is none}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public long correlation(int index) {
        if (!content.correlations()) {
            return -1;
        }
        int event = whole(index);
        Piece piece = pieces.at(event);
        return piece.events().ops.correlations.get(event - piece.first());
    }

    /**
     * {@return the number of tensors of event {@code index} with recorded storages: 0, or all tensors of the inputs and
     * then of the outputs of its signature}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public int tensorCount(int index) {
        int event = whole(index);
        Piece piece = pieces.at(event);
        return piece.events().ops.tensorCount(event - piece.first());
    }

    /**
     * {@return the address of the storage of one tensor of event {@code index}; 0 if not known}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     * @param tensor which tensor, 0 to {@link #tensorCount} - 1
     */
    public long tensor(int index, int tensor) {
        int event = whole(index);
        Piece piece = pieces.at(event);
        return piece.events().ops.tensor(event - piece.first(), tensor);
    }

    /** Adds the chosen events to the same track among columns, with all their details. */
    void addTo(TraceColumns columns, NameNumbers numbers, IntPredicate isChosen) {
        TrackColumns to = place.isThread() ? columns.thread(id, name) : columns.lane(name, place);
        int next = 0;
        while (next < size) {
            Piece piece = pieces.at(whole(next));
            int before = first - piece.first(); // A slice may begin within a part.
            to.addAll(
                    piece.copy(0), numbers, row -> row >= before && row - before < size && isChosen.test(row - before));
            next = piece.events().size - before;
        }
    }

    /**
     * {@return event {@code index} as an object}
     *
     * @param index index of the event, 0 to {@link #size()} - 1
     */
    public TraceEvent event(int index) {
        int signature = signatureId(index);
        int stack = stackId(index);
        int eventName = nameId(index);
        return new EventValues(
                names.name(eventName),
                names.kind(eventName),
                names.domain(eventName),
                id,
                startNanos(index),
                durationNanos(index),
                isUnfinished(index),
                isAsync(index),
                arguments(index),
                signature < 0 ? Optional.empty() : Optional.of(names.signature(signature)),
                new EventValues.Links(sequenceNumber(index), forwardThread(index), correlation(index)),
                stack < 0 ? List.of() : names.stack(stack));
    }

    private static boolean has(BitSet bits, int index) {
        return !bits.isEmpty() && bits.get(index);
    }

    @Override
    public String toString() {
        return "Track[" + id + " " + name + ", " + size() + " events]";
    }
}
