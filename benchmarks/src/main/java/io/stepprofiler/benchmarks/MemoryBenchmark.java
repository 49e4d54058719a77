package io.stepprofiler.benchmarks;

import io.stepprofiler.analysis.memory.MemoryTimeline;
import io.stepprofiler.handlers.memory.MemoryTimelineFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/** Time of a memory timeline of a million memory events, in milliseconds each. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class MemoryBenchmark {
    /** Inference of categories, and encoding of the JSON file, which is discarded. */
    @Benchmark
    public void json(MillionMemoryEvents events) throws IOException {
        MemoryTimelineFormat.JSON.write(MemoryTimeline.of(events.trace), OutputStream.nullOutputStream());
    }

    /** Inference of categories, and encoding of the page, which is discarded. */
    @Benchmark
    public void html(MillionMemoryEvents events) throws IOException {
        MemoryTimelineFormat.HTML.write(MemoryTimeline.of(events.trace), OutputStream.nullOutputStream());
    }
}
