package io.stepprofiler.handlers.perfetto;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.handlers.rows.FlatRows;
import io.stepprofiler.handlers.rows.TrackRows;
import io.stepprofiler.trace.Track;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the markers, tasks and frames of one track of the trace: markers as instants on the track for their scope,
 * tasks and frames of a name as slices on tracks of that name below their domain, as many as overlap.
 */
final class UnnestedSlices {
    /** Rows of one name; events that overlap too many others are in the last one, without a duration. */
    private static final class Rows {
        final FlatRows places = new FlatRows(TrackRows.MAX_ROWS);
        final List<Slices> slices = new ArrayList<>();
    }

    private final PerfettoDocument document;
    private final int index;
    private final Track track;
    private final String threadName;
    private final Map<MarkerScope, Sequence> markers = new EnumMap<>(MarkerScope.class);
    private final Map<Integer, Rows> rowsOfNames = new HashMap<>();
    private long durationsLeftOut;

    UnnestedSlices(PerfettoDocument document, int index) {
        this.document = document;
        this.index = index;
        this.track = document.tracks.all().get(index);
        this.threadName = document.tracks.name(track);
    }

    void finish() throws IOException {
        for (Rows rows : rowsOfNames.values()) {
            for (Slices row : rows.slices) {
                row.finish();
            }
        }
    }

    /** The number of durations that are left out. */
    long durationsLeftOut() {
        return durationsLeftOut;
    }

    /** Writes the next marker, task or frame. */
    void write(int event) throws IOException {
        int nameId = track.nameId(event);
        EventKind kind = document.trace.kind(nameId);
        long start = track.startNanos(event) + document.offset;
        long leftOut = 0;
        Sequence sequence;
        if (kind == EventKind.MARKER) {
            sequence = marker(document.trace.markerScope(nameId));
            sequence.open(start, PerfettoFields.TYPE_INSTANT);
        } else {
            Rows rows = rowsOfNames.computeIfAbsent(nameId, any -> new Rows());
            int row = rows.places.place(start, start + track.durationNanos(event));
            leftOut = row == FlatRows.NONE ? track.durationNanos(event) : 0;
            sequence = slices(rows, row == FlatRows.NONE ? TrackRows.MAX_ROWS : row, nameId)
                    .begin(start, start + track.durationNanos(event) - leftOut);
        }
        durationsLeftOut += leftOut > 0 ? 1 : 0;
        writeDetails(event, nameId, leftOut, sequence);
        sequence.close();
    }

    private void writeDetails(int event, int nameId, long leftOut, Sequence sequence) {
        sequence.name(document.texts.name(nameId));
        sequence.category(document.texts.category(nameId));
        document.annotations.ofUnnested(track, event, threadName, sequence);
        document.annotations.ofEvent(track, event, leftOut, sequence);
    }

    private Sequence marker(MarkerScope scope) throws IOException {
        Sequence known = markers.get(scope);
        if (known == null) {
            known = document.tracks.newSequence(
                    switch (scope) {
                        case GLOBAL -> document.tracks.global();
                        case PROCESS -> document.tracks.process();
                        case THREAD -> document.tracks.own(index);
                    });
            markers.put(scope, known);
        }
        return known;
    }

    private Slices slices(Rows rows, int row, int nameId) throws IOException {
        while (rows.slices.size() <= row) {
            long parent = document.tracks.ofDomain(document.trace.domain(nameId));
            String name = document.trace.name(nameId);
            long id = document.tracks.newRow(parent, name.isEmpty() ? "(unnamed)" : name);
            rows.slices.add(new Slices(document.tracks.newSequence(id)));
        }
        return rows.slices.get(row);
    }
}
