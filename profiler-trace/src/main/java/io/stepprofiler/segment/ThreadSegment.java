package io.stepprofiler.segment;

import io.stepprofiler.columns.ArgumentColumns;
import io.stepprofiler.columns.EventColumns;
import io.stepprofiler.columns.NameTables;
import io.stepprofiler.columns.Piece;
import io.stepprofiler.columns.PieceCache;
import io.stepprofiler.columns.PiecedTrack;
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
 * Part of one thread in a {@link Segment}: the events that began in it, and late data about earlier events.
 *
 * <p>Immutable; safe on any thread. If its events are read on demand, accessors of {@link #events()} throw {@link
 * java.io.UncheckedIOException} if that fails.
 */
public final class ThreadSegment {
    /** Source of a thread's events that are read on demand. */
    @FunctionalInterface
    public interface Events {
        /**
         * Adds all events, in their order.
         *
         * @param events the builder to add to
         * @throws IOException if they cannot be read
         */
        void addTo(TrackBuilder events) throws IOException;
    }

    /** Receiver of the arguments of events, for each event in the order in which they were given. */
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
    /** The events, if they are in memory; otherwise {@code later} adds them. */
    private final @Nullable Piece held;

    private final @Nullable Events later;
    private final Piece late;
    private final long[] lateOf;

    /** A segment whose events are in memory. */
    ThreadSegment(ThreadSegmentHeader header, NameTables names, Piece held, Piece late, long[] lateOf) {
        this(header, names, held, null, late, lateOf);
    }

    /** A segment whose events are read each time. */
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

    /** {@return its header, which is known without reading its events} */
    public ThreadSegmentHeader header() {
        return header;
    }

    /** {@return the number of events that began in it} */
    public int size() {
        return header.size();
    }

    /**
     * {@return the events, in the order in which they began; events that are open at the end of the segment are
     * unfinished and last until then}
     */
    public Track events() {
        return track(pieces(), header.content());
    }

    private Pieces pieces() {
        return held != null ? Pieces.of(held) : Pieces.of(List.of(new Alone(this)), PieceCache.NONE);
    }

    /**
     * {@return late data about events of earlier segments, one row for each event, as a track without times}: row
     * {@code r} begins at time {@code r}; unless it is {@linkplain Track#isUnfinished unfinished}, its duration is the
     * time from the start of the segment to the end of the event. Arguments, signature and the rest are added to the
     * event.
     */
    public Track late() {
        return track(Pieces.of(late), TrackContent.of(late));
    }

    private Track track(Pieces pieces, TrackContent content) {
        return OverColumns.track(new PiecedTrack(header.trackId(), header.trackName(), pieces, content, 0), names);
    }

    /** The rows of {@link #late()} in memory. */
    Piece lateRows() {
        return late;
    }

    /**
     * {@return the event of row {@code row} of {@link #late()}, by its number among all events of its thread in the
     * window}
     *
     * @param row a row, 0 to the size of {@link #late()} - 1
     */
    public long lateOf(int row) {
        return lateOf[row];
    }

    /** Approximate size in bytes. */
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
     * Passes the arguments of {@link #events()} to a receiver, event by event.
     *
     * @param taker receives each argument
     */
    public void arguments(Arguments taker) {
        report(pieces(), taker);
    }

    /**
     * Passes the arguments of {@link #late()} to a receiver, row by row.
     *
     * @param taker receives each argument
     */
    public void lateArguments(Arguments taker) {
        report(Pieces.of(late), taker);
    }

    private static void report(Pieces pieces, Arguments taker) {
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
            later.addTo(OverColumns.builder(read));
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
