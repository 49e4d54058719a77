package io.stepprofiler.segment;

import io.stepprofiler.columns.EventColumns;
import io.stepprofiler.columns.NameTables;
import io.stepprofiler.columns.Piece;
import io.stepprofiler.columns.Place;
import io.stepprofiler.columns.TrackColumns;
import io.stepprofiler.columns.TrackContent;
import io.stepprofiler.trace.TrackBuilder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builder of one thread's part of a {@link Segment}; made by {@link SegmentBuilder#thread}, used by one thread at a
 * time.
 */
public final class ThreadSegmentBuilder {
    private final long firstIndex;
    private final NameTables names;
    private final long segmentStart;
    private @Nullable TrackColumns events;
    private @Nullable TrackColumns late;
    private @Nullable Map<Long, Integer> lateRows;
    private final long id;
    private String name;
    private static final long[] NONE = {};

    private long[] lateOf = NONE;
    private long lastNanos = Long.MIN_VALUE;
    private boolean threadEnded;
    private boolean announced;
    private @Nullable ThreadSegmentHeader header;
    private ThreadSegment.@Nullable Events later;

    /** A builder with events that have been collected already. */
    ThreadSegmentBuilder(TrackColumns track, long segmentStart) {
        this(track.id, track.name, 0, segmentStart, track.names);
        events = track;
    }

    ThreadSegmentBuilder(long id, String name, long firstIndex, long segmentStart, NameTables names) {
        this.id = id;
        this.name = name;
        this.firstIndex = firstIndex;
        this.segmentStart = segmentStart;
        this.names = names;
    }

    private TrackColumns newTrack() {
        return new TrackColumns(id, name, Place.THREAD, names);
    }

    /** {@return the builder for the events, to be added in the order in which they began: they are not sorted} */
    public TrackBuilder events() {
        return OverColumns.builder(eventColumns());
    }

    private TrackColumns eventColumns() {
        TrackColumns present = events;
        if (present == null) {
            present = newTrack();
            events = present;
        }
        return present;
    }

    /** {@return the builder for the rows of {@link #late(long)}} */
    public TrackBuilder lateEvents() {
        return OverColumns.builder(lateColumns());
    }

    private TrackColumns lateColumns() {
        TrackColumns present = late;
        if (present == null) {
            present = newTrack();
            late = present;
        }
        return present;
    }

    /**
     * {@return the row of {@link #lateEvents()} for an event of an earlier segment}
     *
     * @param index number of the event among all events of the thread in the window
     */
    public int late(long index) {
        Map<Long, Integer> rows = lateRows;
        if (rows == null) {
            rows = new HashMap<>();
            lateRows = rows;
        }
        Integer known = rows.get(index);
        if (known != null) {
            return known;
        }
        EventColumns of = lateColumns().events;
        int row = of.add(names.nameId(""), of.size, 0);
        of.unfinished.set(row);
        if (row == lateOf.length) {
            lateOf = Arrays.copyOf(lateOf, Math.max(4, row * 2));
        }
        lateOf[row] = index;
        rows.put(index, row);
        return row;
    }

    /**
     * Sets the end of an event of an earlier segment.
     *
     * @param index number of the event among all events of the thread in the window
     * @param endNanos when it ended, in nanoseconds on the clock of the trace
     * @param async whether it ended on another thread
     * @return whether no different end was set before
     */
    public boolean lateEnd(long index, long endNanos, boolean async) {
        long duration = Math.max(endNanos - segmentStart, 0);
        int row = late(index);
        EventColumns of = lateColumns().events;
        boolean first = of.unfinished.get(row);
        if (first) {
            of.unfinished.clear(row);
            of.durations[row] = duration;
            of.async.set(row, async || of.async.get(row));
            seen(endNanos);
        }
        return first || of.durations[row] == duration;
    }

    /**
     * Extends the thread's activity to an instant.
     *
     * @param nanos the instant, in nanoseconds on the clock of the trace
     * @return this builder
     */
    public ThreadSegmentBuilder seen(long nanos) {
        lastNanos = Math.max(lastNanos, nanos);
        return this;
    }

    /**
     * Sets the name of the thread and whether it has ended.
     *
     * @param threadName its name now
     * @param ended whether it has ended
     * @return this builder
     */
    public ThreadSegmentBuilder thread(String threadName, boolean ended) {
        name = threadName;
        threadEnded = ended;
        return this;
    }

    /**
     * Keeps the thread in the segment even without events, for its name and whether it has ended.
     *
     * @return this builder
     */
    public ThreadSegmentBuilder announce() {
        announced = true;
        return this;
    }

    /**
     * Sets a source from which the events are read on demand, instead of adding them.
     *
     * @param known their header
     * @param source adds them; may be called any number of times, on any thread
     * @return this builder
     */
    public ThreadSegmentBuilder readLater(ThreadSegmentHeader known, ThreadSegment.Events source) {
        header = known;
        later = source;
        return this;
    }

    boolean isEmpty() {
        return header == null
                && (events == null || events.events.size == 0)
                && (late == null || late.events.size == 0)
                && !announced;
    }

    ThreadSegment build() {
        Piece lateRows = late == null ? Piece.NONE : late.asAdded(0);
        long[] rows = late == null ? lateOf : Arrays.copyOf(lateOf, lateRows.events().size);
        if (header != null && later != null) {
            return new ThreadSegment(header, names, later, lateRows, rows);
        }
        // Not sorted: later segments refer to the events by their places.
        Piece piece = eventColumns().asAdded(0);
        return new ThreadSegment(header(piece), names, piece, lateRows, rows);
    }

    private ThreadSegmentHeader header(Piece piece) {
        EventColumns columns = piece.events();
        TrackContent content = TrackContent.of(piece);
        int size = columns.size;
        return new ThreadSegmentHeader(
                id,
                name,
                threadEnded,
                firstIndex,
                size,
                size == 0 ? 0 : columns.starts[0],
                lastNanos,
                columns.unfinished.stream().toArray(),
                new ThreadSegmentHeader.Has(
                        content.arguments(),
                        content.signatures(),
                        content.stacks(),
                        content.sequences(),
                        content.correlations()));
    }
}
