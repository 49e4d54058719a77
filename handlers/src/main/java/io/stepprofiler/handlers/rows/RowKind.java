package io.stepprofiler.handlers.rows;

/** Content of a row of a track. */
public enum RowKind {
    /** Events that nest. The first row is the track's own; what overlaps it partially goes to further ones. */
    NESTED("overlapping"),
    /** The steps of a track on whose own row they would overlap other events partially. */
    STEPS("steps"),
    /**
     * Events without an end that do not nest: scopes that were forgotten open. They reach to the end of the window, and
     * nothing follows them here, or one forgotten scope would draw all that came after it away from its row.
     */
    UNFINISHED("unfinished"),
    /**
     * Waits that do not nest. They are timed by another clock than the events around them, and the little by which the
     * two differ is not to draw scopes and steps away from their row.
     */
    WAITS("waits"),
    /** Steps and scopes shown on a stream, see {@link StreamAnnotations}, that would overlap its work partially. */
    ANNOTATIONS("annotations"),
    /** Synchronisation of a stream: it lasts while the work that is waited for is done on the same stream. */
    SYNCS("sync"),
    /** Events that ended on another thread: their duration says nothing about this one. */
    ASYNC("async"),
    /** Markers, where the format has no instants. */
    MARKERS("markers"),
    /** Tasks, where the format has nothing but rows; each row holds one at a time. */
    TASKS("tasks"),
    /** Frames, likewise. */
    FRAMES("frames");

    private final String label;

    RowKind(String label) {
        this.label = label;
    }

    /**
     * {@return what a row of this kind is called}
     *
     * @param track what the track is called
     * @param index which row of the kind, from 0
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
