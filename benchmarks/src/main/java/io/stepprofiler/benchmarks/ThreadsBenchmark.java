package io.stepprofiler.benchmarks;

import io.stepprofiler.Label;
import io.stepprofiler.Scope;
import io.stepprofiler.clock.TickSource;
import io.stepprofiler.nativeaccess.TimeStampCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
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

/**
 * Time in which concurrent threads record a batch of scopes each and, as the limit of the machine, read the clock twice
 * for each scope. Scopes are timed by the same clock: the processor's counter if it is usable.
 */
@State(org.openjdk.jmh.annotations.Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@SuppressWarnings("try") // The scope variable is there to be closed.
public class ThreadsBenchmark {
    private static final Label LABEL = Label.of("label");
    private static final TickSource COUNTER = new TimeStampCounter();
    private static final boolean COUNTED = COUNTER.unusable().isEmpty();

    /** Number of recording threads. */
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

    /** A batch of scopes on each thread. */
    @Benchmark
    public void batchOnEachThread(RecordingWindow window) throws Exception {
        onEachThread(ThreadsBenchmark::scopes);
    }

    /** The floor: the same number of pairs of readings of the clock on each thread. */
    @Benchmark
    public void readingsOnEachThread() throws Exception {
        onEachThread(COUNTED ? ThreadsBenchmark::counterReadings : ThreadsBenchmark::nanoTimes);
    }

    private void onEachThread(Callable<Long> batch) throws Exception {
        List<Future<Long>> batches = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            batches.add(executor.submit(batch));
        }
        for (Future<Long> running : batches) {
            running.get();
        }
    }

    private static long scopes() {
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            try (Scope ignored = Scope.open(LABEL)) {
                // Empty, so that only the cost of the scope is measured.
            }
        }
        return 0;
    }

    private static long counterReadings() {
        long sum = 0;
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            sum += COUNTER.ticks();
            sum -= COUNTER.ticks();
        }
        return sum;
    }

    private static long nanoTimes() {
        long sum = 0;
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            sum += System.nanoTime();
            sum -= System.nanoTime();
        }
        return sum;
    }
}
