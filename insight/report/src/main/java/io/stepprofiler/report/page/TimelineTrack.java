package io.stepprofiler.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Track of the timeline, laid out in rows without overlap: rows of nested spans, the outermost first, and below them as
 * few rows as possible for spans that do not nest. Not thread-safe.
 */
final class TimelineTrack {
    /** Maximum number of nested rows, and of other rows; spans that need more are only counted. */
    static final int MAX_ROWS = 64;

    /** Kinds of tracks. */
    enum Kind {
        STEPS(0),
        /** States of a thread with steps. */
        STATE(1),
        STEPPING_THREAD(1),
        /** Calls that the samples of a thread with steps show. */
        SAMPLES(1),
        THREAD(2),
        MACHINE(3),
        DEVICE(4),
        LANE(5),
        TASKS(6);

        private final int place;

        Kind(int place) {
            this.place = place;
        }

        /** Place in the order of display; tracks of one place keep the order in which they were added. */
        int place() {
            return place;
        }
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

    /** Adds a span inside the spans that are open at its start, or separately if it outlasts the innermost one. */
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

    /** Adds a span to the first row that is free at its start. Spans must arrive in the order of their starts. */
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

    /** Number of spans left out for lack of a row. */
    long crowded() {
        return crowded;
    }
}
