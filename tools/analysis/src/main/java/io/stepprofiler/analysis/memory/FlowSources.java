package io.stepprofiler.analysis.memory;

import io.stepprofiler.trace.Trace;

/** The data that graphs of operations are read from. */
record FlowSources(
        Trace trace, Evidence evidence, NodeTensors tensors, ValueReaders readers, Makers makers, ScopePaths paths) {}
