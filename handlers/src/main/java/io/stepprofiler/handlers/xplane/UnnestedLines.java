package io.stepprofiler.handlers.xplane;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.handlers.rows.FlatRows;
import io.stepprofiler.handlers.rows.RowKind;
import io.stepprofiler.handlers.rows.TrackRows;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Lines for the markers, tasks and frames of one track, apart from its other events, among which tools would take them
 * for operations and for parts of a step. No two events of a line overlap.
 */
final class UnnestedLines {
    /**
     * One line.
     *
     * @param kind the kind of its events
     * @param number its index within the kind, from 0
     * @param events the events, in the order of their starts
     */
    record Line(RowKind kind, int number, List<Integer> events) {}

    private static final Map<EventKind, RowKind> KINDS = new EnumMap<>(
            Map.of(EventKind.MARKER, RowKind.MARKERS, EventKind.TASK, RowKind.TASKS, EventKind.FRAME, RowKind.FRAMES));

    /** The lines of one kind. */
    private static final class Group {
        final FlatRows rows = new FlatRows(TrackRows.MAX_ROWS);
        final List<List<Integer>> events = new ArrayList<>();

        void add(int event, long start, long end) {
            int row = rows.place(start, end);
            int line = row == FlatRows.NONE ? TrackRows.MAX_ROWS : row;
            while (events.size() <= line) {
                events.add(new ArrayList<>());
            }
            events.get(line).add(event);
        }
    }

    private final List<Line> lines = new ArrayList<>();

    UnnestedLines(Contents contents, Track track) {
        if (contents.kinds.hasUnnested()) {
            Map<RowKind, Group> groups = new EnumMap<>(RowKind.class);
            for (int event = 0; event < track.size(); event++) {
                RowKind kind = KINDS.get(contents.trace.kind(track.nameId(event)));
                if (kind != null) {
                    long start = track.startNanos(event);
                    groups.computeIfAbsent(kind, any -> new Group())
                            .add(event, start, start + track.durationNanos(event));
                }
            }
            groups.forEach((kind, group) -> {
                for (int number = 0; number < group.events.size(); number++) {
                    lines.add(new Line(kind, number, group.events.get(number)));
                }
            });
        }
    }

    List<Line> lines() {
        return lines;
    }

    /** The number of events that are written without their duration. */
    long pointCount() {
        return lines.stream()
                .filter(line -> line.number() == TrackRows.MAX_ROWS)
                .mapToLong(line -> line.events().size())
                .sum();
    }
}
