package io.stepprofiler.trace;

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
    /** Adds the events of a stretch that is read when it is needed. */
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

    /** What most have for what became known of earlier events: there may be millions of them. */
    static final Track NOTHING_LATE = Track.empty(0, "");

    private final ThreadSegmentHeader facts;
    private final NameTables texts;
    /** The events, if they are in memory; else {@code later} adds them. */
    private final @Nullable Piece held;

    private final @Nullable Events later;
    private final Track late;
    private final long[] lateOf;

    /** One whose events are in memory. */
    ThreadSegment(ThreadSegmentHeader facts, NameTables texts, Piece held, Track late, long[] lateOf) {
        this(facts, texts, held, null, late, lateOf);
    }

    /** One whose events are read each time. */
    ThreadSegment(ThreadSegmentHeader facts, NameTables texts, Events later, Track late, long[] lateOf) {
        this(facts, texts, null, later, late, lateOf);
    }

    private ThreadSegment(
            ThreadSegmentHeader facts,
            NameTables texts,
            @Nullable Piece held,
            @Nullable Events later,
            Track late,
            long[] lateOf) {
        this.facts = facts;
        this.texts = texts;
        this.held = held;
        this.later = later;
        this.late = late;
        this.lateOf = lateOf;
    }

    /** {@return what is known of it without reading its events} */
    public ThreadSegmentHeader facts() {
        return facts;
    }

    /** {@return the number of events that began in it} */
    public int size() {
        return facts.size();
    }

    /**
     * {@return the events, in the order in which they began; those that are open at the end of the segment are
     * unfinished and last until then}
     */
    public Track events() {
        return new Track(facts.trackId(), facts.trackName(), Place.THREAD, pieces(), facts.content(), texts);
    }

    private Pieces pieces() {
        return held != null
                ? Pieces.of(held.events(), held.arguments())
                : Pieces.of(List.of(new Alone(this)), PieceCache.NONE);
    }

    /**
     * {@return what became known of events of earlier segments, one row for each, as a track without times}: row
     * {@code r} begins at time {@code r}; unless it is {@linkplain Track#isUnfinished unfinished}, its duration is the
     * time from the start of the segment to the end of the event. Arguments, signature and the rest are added to the
     * event.
     */
    public Track late() {
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
        return 200
                + 4L * facts.open().length
                + (held == null ? 0 : held.bytes())
                + late.heldBytes()
                + 8L * lateOf.length;
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
        forEachArgument(events(), taker);
    }

    /**
     * Goes through the arguments of {@link #late()}, row by row.
     *
     * @param taker gets each
     */
    public void lateArguments(Arguments taker) {
        forEachArgument(late, taker);
    }

    private static void forEachArgument(Track track, Arguments taker) {
        if (track.size() > 0) {
            track.pieces().at(0).arguments().forEach(taker);
        }
    }

    /** The events, read or copied, so that they may be changed. */
    Piece read(int first) throws IOException {
        if (held != null) {
            return new Piece(first, held.events().copy(), held.arguments().copy());
        }
        TrackBuilder read = new TrackBuilder(facts.trackId(), facts.trackName(), Place.THREAD, texts);
        if (later != null) {
            later.addTo(read);
        }
        return read.asAdded(first);
    }

    private record Alone(ThreadSegment stretch) implements Pieces.Source {
        @Override
        public int size() {
            return stretch.size();
        }

        @Override
        public Piece read(int first) throws IOException {
            return stretch.read(first);
        }
    }
}
