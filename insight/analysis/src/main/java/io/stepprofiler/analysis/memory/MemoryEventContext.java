package io.stepprofiler.analysis.memory;

import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Track and innermost enclosing event of each memory event of a trace. */
final class MemoryEventContext {
    static final int NONE = -1;

    private final List<TrackTree> trees;
    private final int[] tracks;
    private final int[] innermost;

    MemoryEventContext(Trace trace) {
        byte[] roles = OperationRole.ofNames(trace);
        trees = trace.tracks().stream()
                .map(track -> new TrackTree(track, roles))
                .toList();
        MemoryEvents events = trace.memory();
        tracks = new int[events.size()];
        innermost = new int[events.size()];
        Map<Long, Integer> indexes = indexes(trace.tracks());
        List<Nesting> walks = trace.tracks().stream().map(Nesting::of).toList();
        long lastId = -1;
        int track = NONE;
        for (int e = 0; e < tracks.length; e++) {
            long id = events.trackId(e);
            if (id != lastId) {
                track = indexes.getOrDefault(id, NONE);
                lastId = id;
            }
            tracks[e] = track;
            innermost[e] = track == NONE ? NONE : walks.get(track).innermostAt(events.nanos(e));
        }
    }

    private static Map<Long, Integer> indexes(List<Track> tracks) {
        Map<Long, Integer> indexes = new HashMap<>();
        for (int i = 0; i < tracks.size(); i++) {
            indexes.put(tracks.get(i).id(), i);
        }
        return indexes;
    }

    List<TrackTree> trees() {
        return trees;
    }

    /** Index of the track of a memory event; {@link #NONE} if the trace has no such track. */
    int track(int memoryEvent) {
        return tracks[memoryEvent];
    }

    /** The innermost event around a memory event on its track; {@link #NONE} if there is none. */
    int innermost(int memoryEvent) {
        return innermost[memoryEvent];
    }
}
