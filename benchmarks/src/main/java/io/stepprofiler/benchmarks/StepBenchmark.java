package io.stepprofiler.benchmarks;

import io.stepprofiler.Profile;
import io.stepprofiler.schedule.ProfilerAction;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Cost of a recorded step, compared with a reading of processor time, which it includes. One step in {@value #STEPS}
 * begins a window, and one discards it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StepBenchmark {
    /** Steps of a window, and the step after it. */
    public static final int STEPS = 20_000;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private Profile profile;

    /** Starts a profile that records all steps but one. */
    @Setup(Level.Trial)
    public void start() {
        profile = Profile.builder()
                .schedule(step -> step % STEPS == STEPS - 1 ? ProfilerAction.NONE : ProfilerAction.RECORD)
                .start();
    }

    /** Ends the profile. */
    @TearDown(Level.Trial)
    public void close() {
        profile.close();
    }

    /** Steps that are recorded. */
    @Benchmark
    @OperationsPerInvocation(STEPS)
    public void recordedStep() {
        for (int i = 0; i < STEPS; i++) {
            profile.step();
        }
    }

    /** The processor time of the thread. */
    @Benchmark
    public long cpuTime() {
        return threads.getCurrentThreadCpuTime();
    }
}
