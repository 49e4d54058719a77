package io.stepprofiler.benchmarks;

import io.stepprofiler.Label;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.schedule.ProfilerAction;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Cost of scopes and steps while a profile runs and its schedule records nothing. */
@State(org.openjdk.jmh.annotations.Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("try") // The scope variable is there to be closed.
public class IdleBenchmark {
    private static final Label LABEL = Label.of("label");

    private Profile profile;

    /** Starts a profile that never records. */
    @Setup(Level.Trial)
    public void start() {
        profile = Profile.builder().schedule(step -> ProfilerAction.NONE).start();
    }

    /** Ends the profile. */
    @TearDown(Level.Trial)
    public void close() {
        profile.close();
    }

    /** The floor: an empty method. */
    @Benchmark
    public void emptyMethod() {}

    /** A scope named by a label. */
    @Benchmark
    public void labelScope() {
        try (Scope ignored = Scope.open(LABEL)) {
            // Empty, so that only the cost of the scope is measured.
        }
    }

    /** A scope named by a string. */
    @Benchmark
    public void stringScope() {
        try (Scope ignored = Scope.open("name")) {
            // Empty, so that only the cost of the scope is measured.
        }
    }

    /** The pair of calls that passes a token. */
    @Benchmark
    public void token() {
        Scope.end(Scope.begin(LABEL));
    }

    /** A step. */
    @Benchmark
    public void step() {
        profile.step();
    }
}
