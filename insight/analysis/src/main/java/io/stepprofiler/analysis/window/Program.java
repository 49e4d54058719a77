package io.stepprofiler.analysis.window;

import io.stepprofiler.frameworks.PyTorch;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.Trace;

/** Kind of the recorded program, which decides the words and the advice of its report. */
public enum Program {
    /** Program on a Java virtual machine. */
    JVM(""),
    /** Python program recorded by torch's own profiler. */
    TORCH(PyTorch.PROFILER),
    /** Any other program, such as one recorded by JAX or VizTracer. */
    OTHER("another profiler");

    /** Name of the fact of a run with its recorder, if another profiler recorded it. */
    public static final String RECORDED_BY = "recorded by";

    /** Metadata key of files of the MXNet interface, whose processes have other names. */
    private static final String MXNET = "step-profiler mxnet";

    /** Name that this profiler gives each recorded process. */
    private static final String JAVA = "java";

    private final String recordedBy;

    Program(String recordedBy) {
        this.recordedBy = recordedBy;
    }

    /**
     * {@return the kind of the program of a trace}
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

    /** {@return its recorder in words; empty for this profiler} */
    public String recordedBy() {
        return recordedBy;
    }
}
