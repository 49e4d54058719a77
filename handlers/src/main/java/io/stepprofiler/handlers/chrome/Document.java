package io.stepprofiler.handlers.chrome;

import io.stepprofiler.handlers.output.Blocks;
import io.stepprofiler.handlers.rows.ForwardBackwardFlows;
import io.stepprofiler.trace.Trace;

/** What is worked out once for a file and shared by those who write parts of it. */
final class Document {
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

    Document(Trace trace, Blocks blocks) {
        this.trace = trace;
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
}
