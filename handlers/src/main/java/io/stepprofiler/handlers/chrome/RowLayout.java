package io.stepprofiler.handlers.chrome;

import io.stepprofiler.analysis.window.VirtualLanes;
import io.stepprofiler.handlers.rows.AllTracks;
import io.stepprofiler.handlers.rows.NameKinds;
import io.stepprofiler.handlers.rows.NumberedStep;
import io.stepprofiler.handlers.rows.RowKind;
import io.stepprofiler.handlers.rows.RowStyle;
import io.stepprofiler.handlers.rows.ThreadNumbers;
import io.stepprofiler.handlers.rows.TrackRows;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.StackSamples;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import io.stepprofiler.wire.RowNumbers;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rows of a whole trace, each with a tid of its own. */
final class RowLayout {
    /** Rows of one track by kind, and the assignment of its events to them. */
    record TrackLayout(TrackRows track, Map<RowKind, List<ViewerRow>> rows) {
        ViewerRow row(RowKind kind, int index) {
            return rows.getOrDefault(kind, List.of()).get(index);
        }

        /** The row of the track itself. */
        ViewerRow own() {
            return row(RowKind.NESTED, 0);
        }
    }

    private record RowKey(long owner, RowKind kind, int index) {}

    private final ViewerProcesses processes;
    private final List<TrackLayout> tracks = new ArrayList<>();
    private final Map<Long, ViewerRow> ownRows = new HashMap<>();
    private final ThreadNumbers threads = new ThreadNumbers(0);
    private final VirtualLanes lanes;
    /** The rows, which virtual threads of a lane share. */
    private final Map<RowKey, ViewerRow> rows = new LinkedHashMap<>();

    private long nextTid = RowNumbers.FIRST_OTHER;

    /** Lays out a trace; {@code onStreams} has the steps and scopes to show on streams, by track id. */
    RowLayout(Trace trace, TimeBase base, NameKinds kinds, Map<Long, List<NumberedStep>> onStreams) {
        processes = new ViewerProcesses(trace);
        Map<Long, List<NumberedStep>> steps = NumberedStep.byTrack(trace);
        List<Track> all = tracks(trace, steps.keySet());
        lanes = new VirtualLanes(all, steps.keySet());
        for (Track track : all) {
            List<NumberedStep> onTrack = steps.getOrDefault(track.id(), onStreams.getOrDefault(track.id(), List.of()));
            TrackLayout layout = withTids(new TrackRows(track, onTrack, base.offset(), kinds, RowStyle.ROUNDED));
            tracks.add(layout);
            ownRows.put(track.id(), layout.own());
        }
    }

    ViewerProcesses processes() {
        return processes;
    }

    /** The tracks of the trace, in their order, then tracks with rows but no events. */
    List<TrackLayout> tracks() {
        return tracks;
    }

    /** The row of a track itself. */
    ViewerRow own(long trackId) {
        ViewerRow row = ownRows.get(trackId);
        return row != null ? row : new ViewerRow(processes.hostPid(), trackId, "");
    }

    /** All rows, in the order in which viewers should show them. */
    List<ViewerRow> rows() {
        return List.copyOf(rows.values());
    }

    /** The lanes of virtual threads. */
    VirtualLanes lanes() {
        return lanes;
    }

    /** Number of shortened durations. */
    int shortenedCount() {
        return tracks.stream()
                .mapToInt(layout -> layout.track().shortening().count())
                .sum();
    }

    /** Number of events that are written without their duration. */
    long pointCount() {
        return tracks.stream().mapToLong(layout -> layout.track().pointCount()).sum();
    }

    private TrackLayout withTids(TrackRows rows) {
        Map<RowKind, List<ViewerRow>> result = new EnumMap<>(RowKind.class);
        Track track = rows.track();
        boolean onDevice = ViewerProcesses.device(track).isPresent();
        String name = lanes.name(track, TrackRows.name(track, onDevice));
        for (RowKind kind : RowKind.values()) {
            int count = rows.count(kind);
            if (count == 0) {
                continue;
            }
            List<ViewerRow> ofKind = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                int index = i;
                ofKind.add(this.rows.computeIfAbsent(
                        new RowKey(lanes.owner(track.id()), kind, i), any -> row(track, onDevice, name, kind, index)));
            }
            result.put(kind, ofKind);
        }
        return new TrackLayout(rows, result);
    }

    private ViewerRow row(Track track, boolean onDevice, String name, RowKind kind, int index) {
        boolean own = kind == RowKind.NESTED && index == 0;
        long tid = own && onDevice ? track.stream() : own && track.isThread() ? threads.of(track.id()) : nextTid++;
        return new ViewerRow(processes.pid(track), tid, kind.name(name, index));
    }

    /**
     * The tracks of the trace, and empty ones for threads that have steps, memory events or samples and nothing else.
     */
    private static List<Track> tracks(Trace trace, Set<Long> withSteps) {
        Set<Long> others = new LinkedHashSet<>(withSteps);
        MemoryEvents memory = trace.memory();
        for (int i = 0; i < memory.size(); i++) {
            others.add(memory.trackId(i));
        }
        StackSamples samples = trace.samples();
        for (int i = 0; i < samples.size(); i++) {
            others.add(samples.trackId(i));
        }
        return AllTracks.of(trace, others);
    }
}
