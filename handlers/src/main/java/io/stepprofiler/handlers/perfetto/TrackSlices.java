package io.stepprofiler.handlers.perfetto;

import io.stepprofiler.handlers.rows.ForwardBackwardFlows;
import io.stepprofiler.handlers.rows.NumberedStep;
import io.stepprofiler.handlers.rows.RowKind;
import io.stepprofiler.handlers.rows.RowStyle;
import io.stepprofiler.handlers.rows.TrackItems;
import io.stepprofiler.handlers.rows.TrackRows;
import io.stepprofiler.nesting.EventRef;
import io.stepprofiler.trace.Track;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Writes the events and steps of one track of the trace. */
final class TrackSlices {
    private final PerfettoDocument document;
    private final int index;
    private final Track track;
    private final TrackRows rows;
    private final Map<RowKind, List<Slices>> slices = new EnumMap<>(RowKind.class);
    private final UnnestedSlices unnested;
    private final boolean onDevice;
    private final boolean isLinked;
    private final boolean inLane;

    TrackSlices(PerfettoDocument document, int index, List<NumberedStep> steps) throws IOException {
        this.document = document;
        this.index = index;
        this.track = document.tracks.all().get(index);
        this.rows = new TrackRows(track, steps, document.offset, document.kinds, RowStyle.EXACT);
        this.unnested = new UnnestedSlices(document, index);
        this.onDevice = track.device().isPresent();
        this.isLinked = track.hasSequenceNumbers();
        this.inLane = document.tracks.lanes().contains(track);
        for (RowKind kind : RowKind.values()) {
            List<Slices> ofKind = new ArrayList<>();
            for (int i = 0; i < rows.count(kind); i++) {
                ofKind.add(new Slices(document.tracks.newSequence(id(kind, i))));
            }
            slices.put(kind, ofKind);
        }
    }

    /** Writes the events and steps, and returns the number of durations that are left out. */
    long write() throws IOException {
        boolean plain = rows.isPlain();
        Slices own = slices(RowKind.NESTED, 0);
        rows.restart();
        for (TrackItems at = rows.items(); at.next(); ) {
            if (at.isUnnested()) {
                unnested.write(at.item());
                document.meter.add(1);
                continue;
            }
            Slices row = own;
            long leftOut = 0;
            if (!plain) {
                RowKind kind = rows.kind(at);
                int number = rows.place(kind, at);
                row = slices(kind, number);
                leftOut = number == TrackRows.MAX_ROWS ? at.durationNanos() : 0;
            }
            long start = at.startNanos() + document.offset;
            Sequence sequence = row.begin(start, start + at.durationNanos() - leftOut);
            if (at.isStep()) {
                writeStep(at.step(), leftOut, sequence);
            } else {
                writeEvent(at.item(), leftOut, sequence);
                document.meter.add(1);
            }
            sequence.close();
        }
        for (List<Slices> ofKind : slices.values()) {
            for (Slices row : ofKind) {
                row.finish();
            }
        }
        unnested.finish();
        return rows.pointCount() + unnested.durationsLeftOut();
    }

    private void writeStep(NumberedStep step, long leftOut, Sequence sequence) {
        sequence.name(document.texts.names.id(step.name()));
        if (onDevice) {
            sequence.category(document.annotationCategory);
            return;
        }
        sequence.category(document.stepCategory);
        document.annotations.ofStep(step.mark(), leftOut, sequence);
    }

    private void writeEvent(int event, long leftOut, Sequence sequence) {
        int nameId = track.nameId(event);
        sequence.name(document.texts.name(nameId));
        sequence.category(document.texts.category(nameId));
        document.annotations.ofEvent(track, event, leftOut, sequence);
        if (inLane) {
            document.annotations.ofThread(track.name(), sequence);
        }
        if (isLinked) {
            writeFlow(document.flows.from(index, event), sequence);
            writeFlow(document.flows.to(index, event), sequence);
        }
        long correlation = track.correlation(event);
        EventRef launcher = correlation < 0 ? null : document.launchers.with(correlation);
        if (launcher != null && (onDevice || (launcher.track() == index && launcher.event() == event))) {
            // Odd, because flows of forward operations are even.
            sequence.flow(document.tracks.unique(2 * correlation + 1));
        }
    }

    private void writeFlow(int flow, Sequence sequence) {
        if (flow != ForwardBackwardFlows.NONE) {
            sequence.flow(document.tracks.unique(2 * document.flows.forwardId(flow)));
        }
    }

    private Slices slices(RowKind kind, int number) {
        return slices.getOrDefault(kind, List.of()).get(number);
    }

    private long id(RowKind kind, int number) throws IOException {
        return kind == RowKind.NESTED && number == 0
                ? document.tracks.own(index)
                : document.tracks.newRow(index, kind, number);
    }
}
