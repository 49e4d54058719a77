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
 * A profile that opens a new window for each batch of {@value #BATCH} events of a thread and throws the last one away,
 * so that what is measured is recording alone, into buffers that a steady schedule has made long ago.
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

    /** What is recorded of each event. */
    ProfileBuilder options() {
        return Profile.builder().recordShapes(true).profileMemory(true);
    }

    /** Leaves one window without saving it, which throws it away, and enters the next. */
    @Setup(Level.Invocation)
    public void nextWindow() {
        profile.step();
        profile.step();
    }

    /** Ends the profile, after the last window has been left: putting a trace together is not to be measured. */
    @TearDown(Level.Trial)
    public void close() {
        profile.step();
        profile.close();
    }
}
