package io.stepprofiler.handlers.xplane;

import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.rows.NumberedStep;
import io.stepprofiler.handlers.rows.RowKind;
import io.stepprofiler.handlers.rows.RowStyle;
import io.stepprofiler.handlers.rows.TrackItems;
import io.stepprofiler.handlers.rows.TrackRows;
import io.stepprofiler.trace.Track;
import io.stepprofiler.wire.RowNumbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Lines of one track, one for each of its rows, with its events, its steps, and the memory events of its thread.
 *
 * <p>Tools assign events to steps by containment on one line. So steps are always among the events, and memory events
 * are on the line of their step.
 */
final class TrackLines {
    private record Row(RowKind kind, int number) {}

    private final Contents contents;
    private final Plane plane;
    private final Track track;
    private final List<NumberedStep> steps;
    private final AnnotatedSteps annotated;
    private final int[] memory;
    private final TrackRows rows;
    private final int index;
    private final boolean plain;
    /** All rows, grouped by kind. */
    private final List<Row> lines = new ArrayList<>();

    private final Map<RowKind, Integer> firstRows = new EnumMap<>(RowKind.class);
    /** Events, steps and memory events in the order of time, and the row of each; empty if there is one row. */
    private final int[] order;

    private final short[] rowOf;
    private final int count;
    /** Lines of markers, tasks and frames, after the others. */
    private final UnnestedLines unnested;

    TrackLines(Contents contents, Plane plane, Track track, int index, List<NumberedStep> steps) {
        this.contents = contents;
        this.plane = plane;
        this.track = track;
        this.steps = steps;
        this.annotated = new AnnotatedSteps(track, steps);
        this.memory = track.device().isPresent() ? new int[0] : contents.memory.of(track.id());
        this.rows = new TrackRows(track, steps, -contents.base, contents.kinds, RowStyle.EXACT_WITH_STEPS);
        this.index = index;
        this.plain = rows.isPlain();
        for (RowKind kind : RowKind.values()) {
            firstRows.put(kind, lines.size());
            for (int number = 0; number < rows.count(kind); number++) {
                lines.add(new Row(kind, number));
            }
        }
        this.unnested = new UnnestedLines(contents, track);
        int most = plain ? 0 : track.size() + steps.size() + memory.length;
        this.order = new int[most];
        this.rowOf = new short[most];
        this.count = plain ? 0 : place();
    }

    /** The number of events that are written without their duration. */
    long pointCount() {
        return rows.pointCount() + unnested.pointCount();
    }

    void write(MessageStream to, ExportMeter meter) throws IOException {
        boolean isStream = track.device().isPresent();
        String name = contents.lanes.name(track, TrackRows.name(track, isStream));
        for (int row = 0; row < lines.size(); row++) {
            RowKind kind = lines.get(row).kind();
            int number = lines.get(row).number();
            plane.beginLine(id(kind, number, isStream), kind.name(name, number), to);
            LineEvents line = new LineEvents(contents, plane, track, index, kind, number == TrackRows.MAX_ROWS, to);
            if (plain) {
                writeAll(line, meter);
            } else {
                writeRow(row, line, meter);
            }
            plane.endLine(to);
        }
        for (UnnestedLines.Line line : unnested.lines()) {
            plane.beginLine(
                    id(line.kind(), line.number(), isStream), line.kind().name(name, line.number()), to);
            boolean withoutDurations = line.number() == TrackRows.MAX_ROWS;
            LineEvents events = new LineEvents(contents, plane, track, index, RowKind.ASYNC, withoutDurations, to);
            for (int i = 0; i < line.events().size(); i++) {
                int event = line.events().get(i);
                write(event, track.startNanos(event), track.durationNanos(event), events, meter);
            }
            plane.endLine(to);
        }
    }

    private long id(RowKind kind, int number, boolean isStream) {
        boolean isOwn = kind == RowKind.NESTED && number == 0;
        long owner = contents.lanes.owner(track.id());
        long own = isStream ? track.stream() : track.isThread() ? contents.threads.of(owner) : 0;
        boolean fits = own > 0 && (!isStream || own < RowNumbers.FIRST_OTHER);
        return isOwn && fits ? own : plane.freeLine(owner + " " + track.stream() + " " + kind + " " + number);
    }

    private void writeAll(LineEvents line, ExportMeter meter) throws IOException {
        int next = 0;
        for (TrackItems at = rows.items(); at.next(); ) {
            // The longest of the items with the same start comes first, so memory events come last.
            while (next < memory.length && contents.memory.nanos(memory[next]) < at.startNanos()) {
                write(memoryItem(next++), 0, 0, line, meter);
            }
            if (!at.isUnnested()) {
                write(at.item(), at.startNanos(), at.durationNanos(), line, meter);
            }
        }
        while (next < memory.length) {
            write(memoryItem(next++), 0, 0, line, meter);
        }
    }

    private int memoryItem(int place) {
        return track.size() + steps.size() + place;
    }

    private void writeRow(int row, LineEvents line, ExportMeter meter) throws IOException {
        for (int i = 0; i < count; i++) {
            if (rowOf[i] == row) {
                int item = order[i];
                if (item < track.size()) {
                    write(item, track.startNanos(item), track.durationNanos(item), line, meter);
                } else {
                    write(item, 0, 0, line, meter);
                }
            }
        }
    }

    /** Writes an event, a step or a memory event; the times are used for events only. */
    private void write(int item, long start, long duration, LineEvents line, ExportMeter meter) throws IOException {
        if (item < track.size()) {
            if (!annotated.isStep(item)) {
                line.writeEvent(item, start, duration);
            }
            meter.add(1);
        } else if (item < track.size() + steps.size()) {
            int step = item - track.size();
            line.writeStep(steps.get(step).mark(), annotated.event(step));
        } else {
            line.writeMemory(memory[item - track.size() - steps.size()]);
            meter.add(1);
        }
    }

    /** Assigns the items to rows and returns their number. */
    private int place() {
        rows.restart();
        int placed = 0;
        int next = 0;
        int rowOfStep = 0;
        long endOfStep = Long.MIN_VALUE;
        for (TrackItems at = rows.items(); at.next(); ) {
            long start = at.startNanos();
            for (; next < memory.length && contents.memory.nanos(memory[next]) < start; next++) {
                placeMemory(placed++, next, rowOfStep, endOfStep);
            }
            if (at.isUnnested()) {
                continue;
            }
            RowKind kind = rows.kind(at);
            int row = row(kind, rows.place(kind, at));
            if (at.isStep()) {
                rowOfStep = row;
                endOfStep = start + at.durationNanos();
            }
            order[placed] = at.item();
            rowOf[placed++] = (short) row;
        }
        for (; next < memory.length; next++) {
            placeMemory(placed++, next, rowOfStep, endOfStep);
        }
        return placed;
    }

    private void placeMemory(int at, int place, int rowOfStep, long endOfStep) {
        order[at] = memoryItem(place);
        rowOf[at] = (short) (contents.memory.nanos(memory[place]) < endOfStep ? rowOfStep : 0);
    }

    /** The number of a row among all rows of the track. */
    private int row(RowKind kind, int number) {
        return firstRows.getOrDefault(kind, 0) + number;
    }
}
