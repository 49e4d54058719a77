package io.stepprofiler.benchmarks;

import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Flight recording, in memory, of events with the content of a scope: a name, a start, a duration. */
@State(Scope.Benchmark)
public class FlightRecording {
    /** Event without a stack trace, which would be most of its cost. */
    @Name("io.stepprofiler.benchmarks.Scope")
    @StackTrace(false)
    static final class ScopeEvent extends Event {
        /** Name of the scope. */
        String name = "";
    }

    private Recording recording = new Recording();

    /** Starts the recording. */
    @Setup(Level.Trial)
    public void start() {
        recording = new Recording();
        recording.setToDisk(false);
        recording.enable(ScopeEvent.class);
        recording.start();
    }

    /** Ends the recording. */
    @TearDown(Level.Trial)
    public void stop() {
        recording.close();
    }
}
