package io.stepprofiler.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * One track of the timeline, laid out in rows of which none has spans over each other: those of the nesting, the
 * outermost first, and below them those of what does not nest, as few as will do. Not thread-safe.
 */
final class TimelineTrack {
    /** Most rows of the nesting, and most of what does not nest; what would need more is counted. */
    static final int MAX_ROWS = 64;

    /** What a track stands for, in the order in which tracks are shown. */
    enum Kind {
        STEPS,
        STEPPING_THREAD,
        THREAD,
        MACHINE,
        DEVICE,
        LANE,
        TASKS
    }

    private final String title;
    private final Kind kind;
    private final List<TimelineRow> nested = new ArrayList<>();
    private final List<TimelineRow> loose = new ArrayList<>();
    private long[] openEnds = new long[8];
    private int depth;
    private long crowded;

    TimelineTrack(String title, Kind kind) {
        this.title = title;
        this.kind = kind;
    }

    /** Adds a span inside those that are open at its start, or apart from them if it outlasts the innermost. */
    void addNested(long start, long end, int value) {
        while (depth > 0 && openEnds[depth - 1] <= start) {
            depth--;
        }
        if (depth > 0 && end > openEnds[depth - 1]) {
            addLoose(start, end, value);
            return;
        }
        if (depth == openEnds.length) {
            openEnds = Arrays.copyOf(openEnds, 2 * depth);
        }
        openEnds[depth] = end;
        if (depth < MAX_ROWS) {
            if (depth == nested.size()) {
                nested.add(new TimelineRow());
            }
            nested.get(depth).add(start, end, value);
        } else {
            crowded++;
        }
        depth++;
    }

    /** Adds a span to the first row in which nothing is any more. Spans come in the order of their starts. */
    void addLoose(long start, long end, int value) {
        for (TimelineRow row : loose) {
            if (row.end() <= start) {
                row.add(start, end, value);
                return;
            }
        }
        if (loose.size() == MAX_ROWS) {
            crowded++;
            return;
        }
        TimelineRow row = new TimelineRow();
        row.add(start, end, value);
        loose.add(row);
    }

    String title() {
        return title;
    }

    Kind kind() {
        return kind;
    }

    /** All rows, from the top. */
    List<TimelineRow> rows() {
        return Stream.concat(nested.stream(), loose.stream()).toList();
    }

    int nestedRows() {
        return nested.size();
    }

    /** How many spans found no row. */
    long crowded() {
        return crowded;
    }
}
