package io.stepprofiler.benchmarks;

import io.stepprofiler.averages.Grouping;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.chrome.ChromeTraceExporter;
import io.stepprofiler.handlers.perfetto.PerfettoExporter;
import io.stepprofiler.handlers.xplane.XPlaneExporter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/** Throughput of work on a trace of a million events after its window, in events per second. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@OperationsPerInvocation(MillionEvents.EVENTS)
public class TraceBenchmark {
    /** The key averages. */
    @Benchmark
    public KeyAverages keyAverages(MillionEvents events) {
        return KeyAverages.of(events.trace);
    }

    /** The key averages by input shapes and five frames of the call stack. */
    @Benchmark
    public KeyAverages keyAveragesByShapesAndStacks(MillionOperations operations) {
        return KeyAverages.of(operations.trace, Grouping.BY_NAME.byInputShapes().byStack(5));
    }

    /** Chrome trace JSON, encoded and discarded. */
    @Benchmark
    public void json(MillionEvents events) throws IOException {
        new ChromeTraceExporter()
                .export(events.trace, "trace.json", OutputStream.nullOutputStream(), ExportMeter.none());
    }

    /** Chrome trace JSON, encoded, compressed and discarded. */
    @Benchmark
    public void jsonGz(MillionEvents events) throws IOException {
        new ChromeTraceExporter()
                .export(events.trace, "trace.json.gz", OutputStream.nullOutputStream(), ExportMeter.none());
    }

    /** Perfetto's own format with plain packets, encoded and discarded. */
    @Benchmark
    public void perfettoTrace(MillionEvents events) throws IOException {
        new PerfettoExporter()
                .export(events.trace, "trace.perfetto-trace", OutputStream.nullOutputStream(), ExportMeter.none());
    }

    /** Perfetto's own format with compressed packets, encoded, compressed and discarded. */
    @Benchmark
    public void pftrace(MillionEvents events) throws IOException {
        new PerfettoExporter()
                .export(events.trace, "trace.pftrace", OutputStream.nullOutputStream(), ExportMeter.none());
    }

    /** XSpace, counted, encoded and discarded. */
    @Benchmark
    public void xplane(MillionEvents events) throws IOException {
        new XPlaneExporter()
                .export(events.trace, "host.xplane.pb", OutputStream.nullOutputStream(), ExportMeter.none());
    }
}
