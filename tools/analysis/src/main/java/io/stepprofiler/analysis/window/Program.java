package io.stepprofiler.analysis.window;

import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.Trace;

/** What sort of program a window is of, which decides the words and the advice for it. */
public enum Program {
    /** A program on a virtual machine of Java. */
    JVM(""),
    /** A program of Python that torch's own profiler recorded. */
    TORCH("torch.profiler"),
    /** Any other program, as one of JAX or VizTracer. */
    OTHER("another profiler");

    /** The fact of a run that says who recorded it, where that was not this profiler. */
    public static final String RECORDED_BY = "recorded by";

    /** What this profiler calls each process that it records. */
    private static final String JAVA = "java";

    /** The metadata in which files of the interface of MXNet, which name the process otherwise, say that they are ours. */
    private static final String MXNET = "step-profiler mxnet";

    private final String recordedBy;

    Program(String recordedBy) {
        this.recordedBy = recordedBy;
    }

    /**
     * {@return the sort of program that a trace is of}
     *
     * @param trace the trace
     */
    public static Program of(Trace trace) {
        Origin origin = Origin.of(trace);
        if (origin.isOfAgent()
                || Environment.of(trace).isPresent()
                || trace.metadata().containsKey(MXNET)
                || trace.process().name().equals(JAVA)) {
            return JVM;
        }
        return origin.isOfTorch() ? TORCH : OTHER;
    }

    /** {@return who recorded it, in words; empty for this profiler} */
    public String recordedBy() {
        return recordedBy;
    }
}
