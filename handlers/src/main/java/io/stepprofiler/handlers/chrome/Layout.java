package io.stepprofiler.handlers.chrome;

import io.stepprofiler.trace.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rows of a whole trace, each with a tid of its own. */
final class Layout {
    /**
     * Rows that are no thread count from here: above the id of any thread that a program gets to, below what Perfetto
     * reads as a tid, which has 32 bits.
     */
    private static final long FIRST_MADE_TID = 1L << 30;

    private static final long MAX_TID = Integer.MAX_VALUE;

    /** The rows of one track by kind, and which event goes where. */
    record TrackLayout(TrackRows track, Map<RowKind, List<Row>> rows) {
        Row row(RowKind kind, int index) {
            return rows.getOrDefault(kind, List.of()).get(index);
        }

        /** The row of the track itself. */
        Row own() {
            return row(RowKind.NESTED, 0);
        }
    }

    private final List<TrackLayout> tracks = new ArrayList<>();
    private final Set<Long> taken = new HashSet<>();
    private long nextTid = FIRST_MADE_TID;

    Layout(Trace trace, TimeBase base) {
        Map<Long, List<StepMark>> steps = stepsByTrack(trace);
        List<Track> all = tracks(trace, steps.keySet());
        all.forEach(track -> taken.add(track.id()));
        for (Track track : all) {
            List<StepMark> onTrack = steps.getOrDefault(track.id(), List.of());
            tracks.add(withTids(new TrackRows(track, onTrack, base.offset())));
        }
    }

    List<TrackLayout> tracks() {
        return tracks;
    }

    /** All rows, in the order in which viewers should show them. */
    List<Row> rows() {
        return tracks.stream()
                .flatMap(track -> track.rows().values().stream())
                .flatMap(List::stream)
                .toList();
    }

    /** Durations that are written shorter than they are. */
    int shortenedCount() {
        return tracks.stream()
                .mapToInt(layout -> layout.track().shortening().count())
                .sum();
    }

    private TrackLayout withTids(TrackRows rows) {
        Map<RowKind, List<Row>> result = new EnumMap<>(RowKind.class);
        Track track = rows.track();
        for (RowKind kind : RowKind.values()) {
            List<Row> ofKind = new ArrayList<>();
            for (int i = 0; i < rows.count(kind); i++) {
                boolean own = kind == RowKind.NESTED && i == 0;
                ofKind.add(new Row(own ? ownTid(track) : madeTid(), kind.name(track.name(), i)));
            }
            result.put(kind, ofKind);
        }
        return new TrackLayout(rows, result);
    }

    private long ownTid(Track track) {
        return track.id() >= 0 && track.id() <= MAX_TID ? track.id() : madeTid();
    }

    private long madeTid() {
        while (!taken.add(nextTid)) {
            nextTid++;
        }
        return nextTid;
    }

    private static Map<Long, List<StepMark>> stepsByTrack(Trace trace) {
        Map<Long, List<StepMark>> steps = new LinkedHashMap<>();
        trace.steps().stream()
                .sorted(TrackItems::parentsFirst)
                .forEach(step -> steps.computeIfAbsent(step.trackId(), id -> new ArrayList<>())
                        .add(step));
        return steps;
    }

    /** The tracks of the trace, and empty ones for threads that have steps and nothing else. */
    private static List<Track> tracks(Trace trace, Set<Long> withSteps) {
        List<Track> tracks = new ArrayList<>(trace.tracks());
        TraceBuilder more = new TraceBuilder();
        withSteps.stream()
                .filter(id -> trace.tracks().stream().noneMatch(track -> track.id() == id))
                .forEach(id -> more.thread(id, "thread " + id));
        tracks.addAll(more.build().tracks());
        return tracks;
    }
}
