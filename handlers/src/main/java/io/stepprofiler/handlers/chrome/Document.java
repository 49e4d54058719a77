package io.stepprofiler.handlers.chrome;

import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.output.Blocks;
import io.stepprofiler.handlers.rows.ForwardBackwardFlows;
import io.stepprofiler.handlers.rows.NameKinds;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Facts about a file that all of its parts share. */
final class Document {
    final Trace trace;
    final TimeBase base;
    final NameKinds kinds;
    final Layout layout;
    final JsonBytes out;
    final Modules modules;
    final EventTemplates onThreads;
    final EventTemplates onDevices;
    final OperationArguments operations;
    final ForwardBackwardFlows flows;
    final Launches launches;
    /** Ends of arrows that begin at the same time on a track that is written later. */
    final List<Flow.End> lateEnds = new ArrayList<>();

    final ExportMeter meter;

    private final Map<Integer, UnnestedTemplate> unnested = new HashMap<>();

    Document(Trace trace, Blocks blocks, ExportMeter meter) {
        this.trace = trace;
        this.meter = meter;
        out = new JsonBytes(blocks);
        base = TimeBase.of(trace);
        kinds = new NameKinds(trace);
        layout = new Layout(trace, base, kinds);
        modules = new Modules(trace);
        onThreads = new EventTemplates(trace, modules, false);
        onDevices = new EventTemplates(trace, modules, true);
        operations = new OperationArguments(trace);
        flows = new ForwardBackwardFlows(trace);
        launches = new Launches(trace, onThreads, modules);
    }

    /** Events of a track that enclose others. */
    Surroundings surroundings(int track) {
        return new Surroundings(trace, track, onThreads, modules);
    }

    /** Template of the markers, tasks or frames of a name. */
    UnnestedTemplate unnested(int nameId) {
        return unnested.computeIfAbsent(nameId, id -> new UnnestedTemplate(trace, id));
    }
}
