package io.stepprofiler.analysis.memory;

import io.stepprofiler.trace.Track;

/** Goes along a track and tells which event is the innermost open one, at times that never fall. */
final class OpenEvents {
    private final TrackTree tree;
    private final Track track;
    private int next;
    private int innermost = TrackTree.ROOT;

    OpenEvents(TrackTree tree) {
        this.tree = tree;
        this.track = tree.track();
    }

    /** The innermost event open at a time, its start included and its end not; {@link TrackTree#ROOT} if there is none. */
    int innermostAt(long nanos) {
        while (next < track.size() && track.startNanos(next) <= nanos) {
            if (!track.isAsync(next)) {
                innermost = next;
            }
            next++;
        }
        while (innermost != TrackTree.ROOT && tree.endNanos(innermost) <= nanos) {
            innermost = tree.parent(innermost);
        }
        return innermost;
    }
}
