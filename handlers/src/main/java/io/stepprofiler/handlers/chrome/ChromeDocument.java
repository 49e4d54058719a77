package io.stepprofiler.handlers.chrome;

import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.output.Blocks;
import io.stepprofiler.handlers.rows.ForwardBackwardFlows;
import io.stepprofiler.handlers.rows.Launchers;
import io.stepprofiler.handlers.rows.NameKinds;
import io.stepprofiler.handlers.rows.StreamAnnotations;
import io.stepprofiler.trace.Trace;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Facts about a file that all of its parts share. */
final class ChromeDocument {
    /** Names of the files that TensorBoard's plugin reads. */
    private static final Pattern FOR_TENSORBOARD = Pattern.compile("\\.pt\\.trace\\.json(\\.gz)?$");

    final Trace trace;
    final TimeBase base;
    final NameKinds kinds;
    final RowLayout layout;
    final JsonBytes out;
    final Modules modules;
    final EventTemplates onThreads;
    final EventTemplates onDevices;
    final OperationArguments operations;
    final ForwardBackwardFlows flows;
    final Launches launches;

    final ExportMeter meter;
    final boolean isForTensorBoard;

    private final Map<Integer, UnnestedTemplate> unnested = new HashMap<>();

    ChromeDocument(Trace trace, String fileName, Blocks blocks, ExportMeter meter) {
        this.trace = trace;
        this.meter = meter;
        isForTensorBoard = FOR_TENSORBOARD.matcher(fileName).find();
        out = new JsonBytes(blocks);
        base = TimeBase.of(trace);
        kinds = new NameKinds(trace);
        Launchers launchers =
                new Launchers(trace, track -> ViewerProcesses.device(track).isPresent());
        layout = new RowLayout(trace, base, kinds, StreamAnnotations.byTrack(trace, launchers));
        modules = new Modules(trace);
        onThreads = new EventTemplates(trace, modules, false, isForTensorBoard);
        onDevices = new EventTemplates(trace, modules, true, isForTensorBoard);
        operations = new OperationArguments(trace);
        flows = new ForwardBackwardFlows(trace);
        launches = new Launches(trace, launchers, onThreads, modules);
    }

    /** Enclosing events of a track. */
    EnclosingEvents surroundings(int track) {
        return new EnclosingEvents(trace, track, onThreads, modules);
    }

    /** Template of the markers, tasks or frames of a name. */
    UnnestedTemplate unnested(int nameId) {
        return unnested.computeIfAbsent(nameId, id -> new UnnestedTemplate(trace, id));
    }
}
