package io.stepprofiler.handlers.rows;

/** Content of a row of a track. */
public enum RowKind {
    /**
     * Events that nest. The first row is the track's own; events that partially overlap its events go to further rows.
     */
    NESTED("overlapping"),
    /** Steps of a track that would partially overlap other events on its own row. */
    STEPS("steps"),
    /**
     * Events without an end that do not nest: scopes that were forgotten open. They extend to the end of the window,
     * and events inside them stay on their own row: otherwise one forgotten scope would displace all events after it.
     */
    UNFINISHED("unfinished"),
    /**
     * Waits that do not nest. Another clock times them than the events around them; the small difference must not
     * displace scopes and steps from their row.
     */
    WAITS("waits"),
    /** Steps and scopes shown on a stream, see {@link StreamAnnotations}, that would overlap its work partially. */
    ANNOTATIONS("annotations"),
    /** Synchronisation of a stream, during which the awaited work runs on the same stream. */
    SYNCS("sync"),
    /** Events that ended on another thread: their duration says nothing about this one. */
    ASYNC("async"),
    /** Markers, for formats without instants. */
    MARKERS("markers"),
    /** Tasks, for formats that have only rows; each row holds one at a time. */
    TASKS("tasks"),
    /** Frames, for formats that have only rows; each row holds one at a time. */
    FRAMES("frames");

    private final String label;

    RowKind(String label) {
        this.label = label;
    }

    /**
     * {@return the name of a row of this kind}
     *
     * @param track the name of the track
     * @param index the index of the row within its kind, from 0
     */
    public String name(String track, int index) {
        if (this == NESTED && index == 0) {
            return track;
        }
        if (index == RowGroup.MAX_ROWS) {
            return track + " (" + label + ", without durations)";
        }
        int number = this == NESTED ? index : index + 1;
        return track + " (" + label + (number == 1 ? ")" : " " + number + ")");
    }
}
