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
 * Cost of a scope while a window is open, timed by {@link System#nanoTime()}, beside two readings of that clock and
 * beside other libraries. {@link ClockBenchmark} has the faster clock.
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
    public void operation(RecordingWindow window, Operation operation) {
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            try (Scope ignored = Scope.open(LABEL, operation.details(i))) {
                // Nothing inside: the cost of the scope is what is left.
            }
        }
    }

    /** An operation, passed by token. */
    @Benchmark
    public void operationToken(RecordingWindow window, Operation operation) {
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            Scope.end(Scope.begin(LABEL, operation.details(i)));
        }
    }

    /** A scope with its call stack, which is as deep as JMH's own and a few frames more. */
    @Benchmark
    public void scopeWithStack(StackWindow window) {
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            try (Scope ignored = Scope.open(LABEL)) {
                // Nothing inside: the cost of the scope is what is left.
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

    /** A span of the OpenTelemetry SDK, sampled and handed to a processor that does nothing. */
    @Benchmark
    public void openTelemetrySpan(OpenTelemetryTracing tracing) {
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            Span span = tracing.tracer.spanBuilder("name").startSpan();
            span.end();
        }
    }
}
