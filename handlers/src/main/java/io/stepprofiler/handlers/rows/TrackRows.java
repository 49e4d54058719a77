package io.stepprofiler.handlers.rows;

import io.stepprofiler.trace.Track;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Assignment of the events and steps of one track to rows of a viewer.
 *
 * <p>A row has a tid in the viewer. If two events of one row overlap partially, viewers drop the later one with an
 * error or draw it wrongly. Rows are chosen so that this does not occur:
 *
 * <ul>
 *   <li>Markers, tasks and frames are on no row, see {@link NameKinds}.
 *   <li>A track whose events and steps nest, as nearly all do, is one row.
 *   <li>If they do not all nest, because a scope was open across the end of a step, or because scopes were closed out
 *       of order, the steps have a row of their own, so that the scopes keep their nesting, unless the style wants them
 *       among the events.
 *   <li>Events that still overlap others partially go to further rows, with the events nested in them. So do events
 *       that are nested deeper than viewers show.
 *   <li>Waits that do not nest have rows of their own, so that they do not displace nested events.
 *   <li>Synchronisations of a stream have rows of their own, apart from its work. So have the steps and scopes shown on
 *       the stream if they do not nest with the work.
 *   <li>Asynchronous events, and scopes that were forgotten open and do not nest, have rows of their own.
 *   <li>Events that would need more than {@link #MAX_ROWS} rows of a kind are written without their duration in one
 *       more row.
 * </ul>
 */
public final class TrackRows {
    /** Number of the row of a kind for events without a duration. */
    public static final int MAX_ROWS = RowGroup.MAX_ROWS;

    private final Track track;
    private final List<NumberedStep> steps;
    private final long offset;
    private final NameKinds kinds;
    private final RowStyle style;
    /** Groups in which an item was placed since the last restart; only these, as there may be a million tracks. */
    private final Map<RowKind, RowGroup> groups = new EnumMap<>(RowKind.class);

    private final Map<RowKind, Integer> counts;
    private Shortening shortening;
    private final boolean onDevice;
    private boolean stepsApart;
    private final int pointCount;

    /**
     * {@return the name of a track in viewers; never empty, which Perfetto takes for an error}
     *
     * @param track the track
     * @param isStream whether it is shown as a stream of a device
     */
    public static String name(Track track, boolean isStream) {
        if (isStream) {
            return "stream " + track.stream();
        }
        if (!track.name().isEmpty()) {
            return track.name();
        }
        return track.isThread() ? "thread " + track.id() : "(unnamed)";
    }

    /**
     * Lays out a track.
     *
     * @param track the track
     * @param steps the steps on the track, or the steps and scopes shown on a stream, in the order of {@link
     *     NumberedStep#PARENTS_FIRST}
     * @param offset nanoseconds to add to a time of the trace for the written time since the base
     * @param kinds the kinds of the names
     * @param style the layout for the viewers of the format
     */
    public TrackRows(Track track, List<NumberedStep> steps, long offset, NameKinds kinds, RowStyle style) {
        this.track = track;
        this.onDevice = track.device().isPresent();
        this.steps = steps;
        this.offset = offset;
        this.kinds = kinds;
        this.style = style;
        this.stepsApart = style.hasStepsApart();
        this.shortening = newShortening();
        placeAll();
        if (!steps.isEmpty()
                && !stepsApart
                && style.mayPutStepsApart()
                && group(RowKind.NESTED).size() > 1) {
            stepsApart = true;
            shortening = newShortening();
            placeAll();
        }
        // Shortening an event may require shortening another one; the loop ends because nothing gets longer.
        while (shortening.takeChanged()) {
            placeAll();
        }
        counts = groups.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, group -> group.getValue().size()));
        pointCount = groups.values().stream().mapToInt(RowGroup::pointCount).sum();
        restart();
    }

    /** {@return the track} */
    public Track track() {
        return track;
    }

    /**
     * {@return the number of rows of a kind; the track's own row is there even if it is empty}
     *
     * @param kind the kind
     */
    public int count(RowKind kind) {
        int count = counts.getOrDefault(kind, 0);
        return kind == RowKind.NESTED ? Math.max(count, 1) : count;
    }

    /** {@return the shortening of durations} */
    public Shortening shortening() {
        return shortening;
    }

    /** {@return the number of events that are written without their duration} */
    public int pointCount() {
        return pointCount;
    }

    /** {@return whether all items are unchanged in the track's own row} */
    public boolean isPlain() {
        return shortening.isEmpty()
                && Arrays.stream(RowKind.values()).allMatch(kind -> count(kind) == (kind == RowKind.NESTED ? 1 : 0));
    }

    /** {@return the events and steps from the beginning, including events without a row} */
    public TrackItems items() {
        return new TrackItems(track, steps, kinds);
    }

    /** Resets the placement, so that items can be placed again one by one, with the same result. */
    public void restart() {
        groups.clear();
    }

    /**
     * {@return the kind of row for the present item, which must have a row}
     *
     * @param at at the item
     */
    public RowKind kind(TrackItems at) {
        if (at.isStep() && stepsApart) {
            return onDevice ? RowKind.ANNOTATIONS : RowKind.STEPS;
        }
        if (at.isAsync()) {
            return RowKind.ASYNC;
        }
        if (onDevice && !at.isStep() && kinds.isCall(track.nameId(at.item()))) {
            return RowKind.SYNCS;
        }
        long start = at.startNanos() + offset;
        boolean waits = !at.isStep() && kinds.isWait(track.nameId(at.item()));
        boolean mayBeApart = waits || (at.isUnfinished() && !at.isStep());
        if (!mayBeApart) {
            return RowKind.NESTED;
        }
        boolean fits = group(RowKind.NESTED).takes(start, start + at.durationNanos());
        if (fits && !(waits && at.reachesIntoNext())) {
            return RowKind.NESTED;
        }
        return waits ? RowKind.WAITS : RowKind.UNFINISHED;
    }

    /**
     * {@return the row for the present item, numbered within its kind}
     *
     * @param kind its kind, from {@link #kind}
     * @param at at the item
     */
    public int place(RowKind kind, TrackItems at) {
        long start = at.startNanos() + offset;
        return group(kind).place(at.item(), start, start + at.durationNanos());
    }

    private Shortening newShortening() {
        return new Shortening(track.size() + steps.size(), style);
    }

    private void placeAll() {
        restart();
        TrackItems items = items();
        while (items.next()) {
            if (!items.isUnnested()) {
                place(kind(items), items);
            }
        }
    }

    private RowGroup group(RowKind kind) {
        return groups.computeIfAbsent(kind, any -> new RowGroup(shortening));
    }
}
