package io.stepprofiler.benchmarks;

import io.stepprofiler.Label;
import io.stepprofiler.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** How long it takes threads that record at once to record a batch of scopes each. */
@State(org.openjdk.jmh.annotations.Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@SuppressWarnings("try") // The scope variable is there to be closed.
public class ThreadsBenchmark {
    private static final Label LABEL = Label.of("label");

    /** Threads that record. */
    @Param({"1", "2"})
    public int threads;

    private ExecutorService executor;

    /** Starts the threads. */
    @Setup(Level.Trial)
    public void start() {
        executor = Executors.newFixedThreadPool(threads);
    }

    /** Ends the threads. */
    @TearDown(Level.Trial)
    public void stop() {
        executor.shutdown();
    }

    /** A batch on each thread. */
    @Benchmark
    public void batchOnEachThread(RecordingWindow window) throws Exception {
        List<Future<?>> batches = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            batches.add(executor.submit(ThreadsBenchmark::batch));
        }
        for (Future<?> batch : batches) {
            batch.get();
        }
    }

    private static void batch() {
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            try (Scope ignored = Scope.open(LABEL)) {
                // Nothing inside: the cost of the scope is what is left.
            }
        }
    }
}
