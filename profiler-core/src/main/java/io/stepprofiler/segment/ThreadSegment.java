package io.stepprofiler.segment;

import io.stepprofiler.columns.ArgumentColumns;
import io.stepprofiler.columns.EventColumns;
import io.stepprofiler.columns.NameTables;
import io.stepprofiler.columns.Piece;
import io.stepprofiler.columns.PieceCache;
import io.stepprofiler.columns.Pieces;
import io.stepprofiler.columns.Place;
import io.stepprofiler.columns.TrackColumns;
import io.stepprofiler.columns.TrackContent;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Part of one thread in a {@link Segment}: the events that began in it, and what became known in it of earlier ones.
 *
 * <p>Immutable; safe on any thread. Its events may have to be read: accessors of {@link #events()} then throw
 * {@link java.io.UncheckedIOException} if that fails.
 */
public final class ThreadSegment {
    /** Adds the events of a thread's segment that is read when it is needed. */
    @FunctionalInterface
    public interface Events {
        /**
         * Adds all of them, in their order.
         *
         * @param events what to add to
         * @throws IOException if they cannot be read
         */
        void addTo(TrackBuilder events) throws IOException;
    }

    /** Takes arguments of events, those of one event in the order in which they were given. */
    public interface Arguments {
        /**
         * Takes a whole number.
         *
         * @param event index of the event
         * @param keyId key of the argument, a name of the segment
         * @param value its value
         */
        void number(int event, int keyId, long value);

        /**
         * Takes a floating point number.
         *
         * @param event index of the event
         * @param keyId key of the argument, a name of the segment
         * @param value its value; may be infinite or not a number
         */
        void number(int event, int keyId, double value);

        /**
         * Takes a truth value.
         *
         * @param event index of the event
         * @param keyId key of the argument, a name of the segment
         * @param value its value
         */
        void truth(int event, int keyId, boolean value);

        /**
         * Takes a text.
         *
         * @param event index of the event
         * @param keyId key of the argument, a name of the segment
         * @param textId its value, a name of the segment
         */
        void text(int event, int keyId, int textId);
    }

    private final ThreadSegmentHeader header;
    private final NameTables names;
    /** The events, if they are in memory; else {@code later} adds them. */
    private final @Nullable Piece held;

    private final @Nullable Events later;
    private final Piece late;
    private final long[] lateOf;

    /** One whose events are in memory. */
    ThreadSegment(ThreadSegmentHeader header, NameTables names, Piece held, Piece late, long[] lateOf) {
        this(header, names, held, null, late, lateOf);
    }

    /** One whose events are read each time. */
    ThreadSegment(ThreadSegmentHeader header, NameTables names, Events later, Piece late, long[] lateOf) {
        this(header, names, null, later, late, lateOf);
    }

    private ThreadSegment(
            ThreadSegmentHeader header,
            NameTables names,
            @Nullable Piece held,
            @Nullable Events later,
            Piece late,
            long[] lateOf) {
        this.header = header;
        this.names = names;
        this.held = held;
        this.later = later;
        this.late = late;
        this.lateOf = lateOf;
    }

    /** {@return what is known of it without reading its events} */
    public ThreadSegmentHeader header() {
        return header;
    }

    /** {@return the number of events that began in it} */
    public int size() {
        return header.size();
    }

    /**
     * {@return the events, in the order in which they began; those that are open at the end of the segment are
     * unfinished and last until then}
     */
    public Track events() {
        return new Track(header.trackId(), header.trackName(), Place.THREAD, pieces(), header.content(), names);
    }

    private Pieces pieces() {
        return held != null ? Pieces.of(held) : Pieces.of(List.of(new Alone(this)), PieceCache.NONE);
    }

    /**
     * {@return what became known of events of earlier segments, one row for each, as a track without times}: row
     * {@code r} begins at time {@code r}; unless it is {@linkplain Track#isUnfinished unfinished}, its duration is the
     * time from the start of the segment to the end of the event. Arguments, signature and the rest are added to the
     * event.
     */
    public Track late() {
        return new Track(
                header.trackId(), header.trackName(), Place.THREAD, Pieces.of(late), TrackContent.of(late), names);
    }

    /** The same as it is in memory. */
    Piece lateRows() {
        return late;
    }

    /**
     * {@return the event that row {@code row} of {@link #late()} is about: its number among all events of its thread in
     * the window}
     *
     * @param row a row, 0 to the size of {@link #late()} - 1
     */
    public long lateOf(int row) {
        return lateOf[row];
    }

    /** About how many bytes it takes. */
    long bytes() {
        return 200 + 4L * header.open().length + (held == null ? 0 : held.bytes()) + late.bytes() + 8L * lateOf.length;
    }

    /** {@return whether any event has more than a name, a start and a duration} Asking costs nothing. */
    public boolean hasDetails() {
        if (size() == 0) {
            return false;
        }
        Piece piece = pieces().at(0);
        EventColumns columns = piece.events();
        return !columns.async.isEmpty()
                || !columns.ops.isEmpty()
                || piece.arguments().size() > 0;
    }

    /**
     * Goes through the arguments of {@link #events()}, event by event.
     *
     * @param taker gets each
     */
    public void arguments(Arguments taker) {
        tell(pieces(), taker);
    }

    /**
     * Goes through the arguments of {@link #late()}, row by row.
     *
     * @param taker gets each
     */
    public void lateArguments(Arguments taker) {
        tell(Pieces.of(late), taker);
    }

    private static void tell(Pieces pieces, Arguments taker) {
        if (pieces.size() == 0) {
            return;
        }
        ArgumentColumns arguments = pieces.at(0).arguments();
        for (int i = 0; i < arguments.size(); i++) {
            int event = arguments.event(i);
            int key = arguments.keyId(i);
            long bits = arguments.bits(i);
            switch (arguments.type(i)) {
                case ArgumentColumns.LONG -> taker.number(event, key, bits);
                case ArgumentColumns.DOUBLE -> taker.number(event, key, Double.longBitsToDouble(bits));
                case ArgumentColumns.BOOLEAN -> taker.truth(event, key, bits != 0);
                default -> taker.text(event, key, (int) bits);
            }
        }
    }

    /** The events, read or copied, so that they may be changed. */
    Piece read(int first) throws IOException {
        if (held != null) {
            return held.copy(first);
        }
        TrackColumns read = new TrackColumns(header.trackId(), header.trackName(), Place.THREAD, names);
        if (later != null) {
            later.addTo(new TrackBuilder(read));
        }
        return read.asAdded(first);
    }

    private record Alone(ThreadSegment segment) implements Pieces.Source {
        @Override
        public int size() {
            return segment.size();
        }

        @Override
        public Piece read(int first) throws IOException {
            return segment.read(first);
        }
    }
}
