package io.stepprofiler.handlers.perfetto;

import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.rows.ForwardBackwardFlows;
import io.stepprofiler.handlers.rows.Launchers;
import io.stepprofiler.handlers.rows.NameKinds;
import io.stepprofiler.handlers.rows.NumberedStep;
import io.stepprofiler.handlers.rows.StreamAnnotations;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One trace in a file: data shared by its parts, and their order. */
final class PerfettoDocument {
    final Trace trace;
    final ExportMeter meter;
    final Packets packets;
    final InternedStrings texts;
    final long offset;
    final Tracks tracks;
    final DebugAnnotations annotations;
    final ForwardBackwardFlows flows;
    final Launchers launchers;
    final NameKinds kinds;
    final int stepCategory;
    final int annotationCategory;

    private final Map<Long, List<NumberedStep>> steps;

    /** Begins the trace of a process. */
    PerfettoDocument(Trace trace, ProcessInfo process, Clocks clocks, Packets packets, ExportMeter meter)
            throws IOException {
        this.trace = trace;
        this.meter = meter;
        this.packets = packets;
        this.texts = new InternedStrings(trace);
        this.offset = clocks.offset();
        clocks.write(packets);
        this.launchers = new Launchers(trace, track -> track.device().isPresent());
        this.steps = new HashMap<>(StreamAnnotations.byTrack(trace, launchers));
        Map<Long, List<NumberedStep>> ofThreads = NumberedStep.byTrack(trace);
        steps.putAll(ofThreads);
        this.tracks = new Tracks(this, process, ofThreads, clocks.first());
        this.annotations = new DebugAnnotations(trace, tracks.threads(), texts);
        this.flows = new ForwardBackwardFlows(trace);
        this.stepCategory = texts.categories.id("step");
        this.annotationCategory = texts.categories.id("annotation");
        this.kinds = new NameKinds(trace);
    }

    void write() throws IOException {
        long durationsLeftOut = 0;
        for (int i = 0; i < tracks.all().size(); i++) {
            long id = tracks.all().get(i).id();
            durationsLeftOut += new TrackSlices(this, i, steps.getOrDefault(id, List.of())).write();
        }
        CounterTracks counters = new CounterTracks(this);
        counters.write();
        new SummaryInstant(this).write(counters.notDrawable(), durationsLeftOut);
    }
}
