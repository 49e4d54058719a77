package io.stepprofiler.handlers.chrome;

import io.stepprofiler.handlers.output.Blocks;
import io.stepprofiler.handlers.rows.ForwardBackwardFlows;
import io.stepprofiler.trace.ExportMeter;
import io.stepprofiler.trace.Trace;

/** What is worked out once for a file and shared by those who write parts of it. */
final class Document {
    private static final int REPORTED_AT_ONCE = 4096;

    final Trace trace;
    final TimeBase base;
    final Layout layout;
    final JsonBytes out;
    final Modules modules;
    final EventNames onThreads;
    final EventNames onDevices;
    final OperationArguments operations;
    final Trees trees;
    final ForwardBackwardFlows flows;
    final Launches launches;

    private final ExportMeter meter;
    private int done;

    Document(Trace trace, Blocks blocks, ExportMeter meter) {
        this.trace = trace;
        this.meter = meter;
        out = new JsonBytes(blocks);
        base = TimeBase.of(trace);
        layout = new Layout(trace, base);
        modules = new Modules(trace);
        onThreads = new EventNames(trace, modules, false);
        onDevices = new EventNames(trace, modules, true);
        operations = new OperationArguments(trace);
        trees = new Trees(trace, onThreads, modules);
        flows = new ForwardBackwardFlows(trace);
        launches = new Launches(trace, trees);
    }

    /** Says that one more event, or sample, is written. */
    void countWritten() {
        if (++done == REPORTED_AT_ONCE) {
            meter.add(done);
            done = 0;
        }
    }
}
