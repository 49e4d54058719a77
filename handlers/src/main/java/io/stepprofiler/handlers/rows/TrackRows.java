package io.stepprofiler.handlers.rows;

import io.stepprofiler.trace.Track;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Which row of a viewer each event and step of one track goes to.
 *
 * <p>A row is what a viewer knows by its tid. Of two events of one row that overlap partially, viewers drop the later
 * one with an error or draw it wrongly, so rows are such that this does not occur:
 *
 * <ul>
 *   <li>Markers, tasks and frames are on none, see {@link NameKinds}.
 *   <li>A track whose events and steps nest, as nearly all do, is one row.
 *   <li>If they do not all nest, because a scope was open across the end of a step, or because scopes were closed out
 *       of order, the steps have a row of their own, so that the scopes keep their nesting, unless the style wants them
 *       among the events.
 *   <li>Events that still overlap others partially go to further rows, with what is nested in them, and so do those
 *       that are deeper than viewers show.
 *   <li>Waits that do not nest have rows of their own, so that they do not disturb what does.
 *   <li>Synchronisations of a stream have rows of their own, too, beside its work, and so have the steps and scopes that
 *       are shown on it if they do not nest with the work.
 *   <li>Asynchronous events, and scopes that were forgotten open and do not nest, have rows of their own.
 *   <li>What would need more than {@link #MAX_ROWS} rows of a kind is written without its duration in one more.
 * </ul>
 */
public final class TrackRows {
    /** The number of the row of a kind in which nothing has a duration. */
    public static final int MAX_ROWS = RowGroup.MAX_ROWS;

    private final Track track;
    private final List<NumberedStep> steps;
    private final long offset;
    private final NameKinds kinds;
    private final RowStyle style;
    /** Those in which something was placed since the last start; few, as there may be a million tracks. */
    private final Map<RowKind, RowGroup> groups = new EnumMap<>(RowKind.class);

    private final Map<RowKind, Integer> counts;
    private Shortening shortening;
    private final boolean onDevice;
    private boolean stepsApart;
    private final int pointCount;

    /**
     * {@return what viewers call a track; never empty, which Perfetto takes for an error}
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
     * @param steps the steps on the track, or what is shown on a stream in their place, in the order of {@link NumberedStep#PARENTS_FIRST}
     * @param offset what makes a time of the trace one since the base time, as it is written
     * @param kinds which names are those of waits, and of what no row nests
     * @param style what depends on the viewers of the format
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
        // Shortening an event may uncover another one that has to be shortened; it ends because nothing gets longer.
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

    /** {@return by how much durations are to be written shorter} */
    public Shortening shortening() {
        return shortening;
    }

    /** {@return the number of events that are written without their duration} */
    public int pointCount() {
        return pointCount;
    }

    /** {@return whether everything is in the track's own row as it is} */
    public boolean isPlain() {
        return shortening.isEmpty()
                && Arrays.stream(RowKind.values()).allMatch(kind -> count(kind) == (kind == RowKind.NESTED ? 1 : 0));
    }

    /** {@return the events and steps from the beginning, also those that are on no row} */
    public TrackItems items() {
        return new TrackItems(track, steps, kinds);
    }

    /** Forgets where events went, so that they can be placed again one by one, with the same result. */
    public void restart() {
        groups.clear();
    }

    /**
     * {@return the kind of row that the present item, which is on one, goes to}
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
     * {@return the row, among those of its kind, that the present item goes to}
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
