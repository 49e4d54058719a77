package io.stepprofiler.testkit;

import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Event with its parent and the duration of its children. */
final class EventNode {
    final TraceEvent event;
    final Track track;
    final @Nullable EventNode parent;
    private long childNanos;

    private EventNode(TraceEvent event, Track track, @Nullable EventNode parent) {
        this.event = event;
        this.track = track;
        this.parent = parent;
    }

    /** Returns the events of a trace, track by track, parents before children. */
    static List<EventNode> of(Trace trace) {
        List<EventNode> all = new ArrayList<>();
        for (Track track : trace.tracks()) {
            int first = all.size();
            int[] parents = Nesting.parents(track);
            for (int i = 0; i < track.size(); i++) {
                EventNode parent = parents[i] == Nesting.ROOT ? null : all.get(first + parents[i]);
                EventNode node = new EventNode(track.event(i), track, parent);
                if (parent != null) {
                    parent.childNanos += node.event.durationNanos();
                }
                all.add(node);
            }
        }
        return all;
    }

    String name() {
        return event.name();
    }

    /** Returns its duration without the events directly inside it. */
    long selfNanos() {
        return event.durationNanos() - childNanos;
    }

    int depth() {
        return parent == null ? 0 : parent.depth() + 1;
    }

    boolean isWithin(String name) {
        return parent != null && (parent.name().equals(name) || parent.isWithin(name));
    }
}
