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

/** A flight recording, in memory, of events that are what a scope is: a name, a start, a duration. */
@State(Scope.Benchmark)
public class FlightRecording {
    /** An event without a stack trace, which would cost most. */
    @Name("io.stepprofiler.benchmarks.Scope")
    @StackTrace(false)
    static final class ScopeEvent extends Event {
        /** What the scope is called. */
        String name = "";
    }

    private Recording recording = new Recording();

    /** Starts to record. */
    @Setup(Level.Trial)
    public void start() {
        recording = new Recording();
        recording.setToDisk(false);
        recording.enable(ScopeEvent.class);
        recording.start();
    }

    /** Ends recording. */
    @TearDown(Level.Trial)
    public void stop() {
        recording.close();
    }
}
