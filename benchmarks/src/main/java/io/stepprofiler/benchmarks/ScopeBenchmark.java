package io.stepprofiler.benchmarks;

import io.opentelemetry.api.trace.Span;
import io.stepprofiler.Memory;
import io.stepprofiler.Scope;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * Cost of a scope while a window is open, timed by {@link System#nanoTime()}, compared with two readings of that clock
 * and with other libraries. {@link ClockBenchmark} uses the faster clock.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(RecordingWindow.BATCH)
@Fork(jvmArgsAppend = "-Dio.stepprofiler.clock=nanoTime")
@SuppressWarnings("try") // The scope variable is there to be closed.
public class ScopeBenchmark extends RecordedScopes {
    /** The floor: two readings of the clock. */
    @Benchmark
    public long twoNanoTimes() {
        long sum = 0;
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            sum += System.nanoTime();
            sum -= System.nanoTime();
        }
        return sum;
    }

    /** An operation with the shapes and storages of three inputs, filled in and reported each time. */
    @Benchmark
    public void operation(RecordingWindow window, MatrixProduct operation) {
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            try (Scope ignored = Scope.open(LABEL, operation.details(i))) {
                // Empty, so that only the cost of the scope is measured.
            }
        }
    }

    /** An operation, passed by token. */
    @Benchmark
    public void operationToken(RecordingWindow window, MatrixProduct operation) {
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            Scope.end(Scope.begin(LABEL, operation.details(i)));
        }
    }

    /** A scope with its call stack, a few frames deeper than JMH's own. */
    @Benchmark
    public void scopeWithStack(StackWindow window) {
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            try (Scope ignored = Scope.open(LABEL)) {
                // Empty, so that only the cost of the scope is measured.
            }
        }
    }

    /** An allocation and its freeing. */
    @Benchmark
    public void memoryPair(RecordingWindow window) {
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            Memory.allocated(i, 64);
            Memory.freed(i);
        }
    }

    /** An event of the flight recorder, recorded. */
    @Benchmark
    public void flightRecorderEvent(FlightRecording recording) {
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            FlightRecording.ScopeEvent event = new FlightRecording.ScopeEvent();
            event.begin();
            event.name = "name";
            event.commit();
        }
    }

    /** A span of the OpenTelemetry SDK, sampled and passed to a processor that does nothing. */
    @Benchmark
    public void openTelemetrySpan(OpenTelemetryTracing tracing) {
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            Span span = tracing.tracer.spanBuilder("name").startSpan();
            span.end();
        }
    }
}
