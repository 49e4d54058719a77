package io.stepprofiler.benchmarks;

import io.stepprofiler.clock.TickSource;
import io.stepprofiler.nativeaccess.TimeStampCounter;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Cost of a scope while a window is open, timed by the processor's counter, compared with two readings of it. Needs
 * native access. {@link ScopeBenchmark} measures the same with {@link System#nanoTime()}.
 */
@State(org.openjdk.jmh.annotations.Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(RecordingWindow.BATCH)
@Fork(jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class ClockBenchmark extends RecordedScopes {
    private static final TickSource COUNTER = new TimeStampCounter();

    /** Fails if scopes would be timed by another clock. */
    @Setup(Level.Trial)
    public void check() {
        if (!COUNTER.unusable().isEmpty()) {
            throw new IllegalStateException(COUNTER.unusable());
        }
    }

    /** The floor: two readings of the counter. */
    @Benchmark
    public long twoReadings() {
        long sum = 0;
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            sum += COUNTER.ticks();
            sum -= COUNTER.ticks();
        }
        return sum;
    }
}
