package io.stepprofiler;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.recording.Budget;
import io.stepprofiler.recording.Limits;
import io.stepprofiler.source.Attributes;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.window.AttributeWriter;
import io.stepprofiler.window.TraceSink;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Time to report a device span of a source, plain and with twelve attributes, in nanoseconds each. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
public class AttributesBenchmark {
    private static final int SPANS = 100_000;

    private final Attributes attributes = new Attributes();

    /** A span without attributes. */
    @Benchmark
    @OperationsPerInvocation(SPANS)
    public TraceBuilder plain() {
        TraceBuilder trace = new TraceBuilder();
        TraceSink sink = sink(trace);
        for (int i = 0; i < SPANS; i++) {
            sink.deviceSpan(Device.cuda(0), 7, EventKind.KERNEL, "gemm", i, 10L * i, 9);
        }
        return trace;
    }

    /** A span with the attributes of a kernel from CUPTI. */
    @Benchmark
    @OperationsPerInvocation(SPANS)
    public TraceBuilder twelveAttributes() {
        TraceBuilder trace = new TraceBuilder();
        TraceSink sink = sink(trace);
        for (int i = 0; i < SPANS; i++) {
            attributes
                    .clear()
                    .put("grid x", i)
                    .put("grid y", 2)
                    .put("grid z", 1)
                    .put("block x", 128)
                    .put("block y", 1)
                    .put("block z", 1)
                    .put("registers per thread", 64)
                    .put("shared memory", 4096)
                    .put("queued ns", i)
                    .put("context", "main")
                    .put("occupancy", 0.5)
                    .put("graph", false);
            sink.deviceSpan(Device.cuda(0), 7, EventKind.KERNEL, "gemm", i, 10L * i, 9, attributes);
        }
        return trace;
    }

    private static TraceSink sink(TraceBuilder trace) {
        return new TraceSink(
                trace, new AttributeWriter(trace, new Budget(1, Long.MAX_VALUE), Limits.MAX_NAMES), trace::metadata);
    }
}
