package io.stepprofiler.analysis.memory;

import io.stepprofiler.trace.Trace;

/** The data that graphs of operations are read from. */
record FlowSources(
        Trace trace,
        CategoryEvidence evidence,
        NodeTensors tensors,
        ValueReaders readers,
        AllocatingOperations makers,
        ScopePaths paths) {}
