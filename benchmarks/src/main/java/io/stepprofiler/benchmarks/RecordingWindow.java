package io.stepprofiler.benchmarks;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.schedule.ProfilerAction;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Profile that opens a new window for each batch of {@value #BATCH} events of a thread and discards the previous one,
 * so that only recording is measured, into buffers that were allocated long before.
 */
@State(Scope.Benchmark)
public class RecordingWindow {
    /** Events that a thread records between two windows. */
    public static final int BATCH = 500_000;

    private Profile profile;

    /** Starts the profile. */
    @Setup(Level.Trial)
    public void start() {
        profile = options()
                .schedule(step -> step % 2 == 0 ? ProfilerAction.RECORD : ProfilerAction.NONE)
                .limits(limits -> limits.withMaxEvents(64_000_000))
                .limits(limits -> limits.withMaxBufferBytes(2L << 30))
                .start();
    }

    /** Options of the recorded events. */
    ProfileBuilder options() {
        return Profile.builder().recordShapes(true).profileMemory(true);
    }

    /** Leaves a window without saving it, which discards it, and enters the next. */
    @Setup(Level.Invocation)
    public void nextWindow() {
        profile.step();
        profile.step();
    }

    /** Ends the profile after the last window was left: assembling a trace shall not be measured. */
    @TearDown(Level.Trial)
    public void close() {
        profile.step();
        profile.close();
    }
}
