package io.stepprofiler.benchmarks;

import io.stepprofiler.Counter;
import io.stepprofiler.Label;
import io.stepprofiler.Marker;
import io.stepprofiler.Scope;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.recording.AsyncWork;
import org.openjdk.jmh.annotations.Benchmark;

/** Benchmarks of scopes that are run with each clock. */
@SuppressWarnings("try") // The scope variable is there to be closed.
public abstract class RecordedScopes {
    /** Label of the measured scopes. */
    static final Label LABEL = Label.of("label");

    private static final Marker MARKER = Marker.of("marker");
    private static final AsyncWork TASK = AsyncWork.of("task", EventKind.TASK, "");
    private static final Counter COUNTER = Counter.of("counter");

    /** For subclasses. */
    RecordedScopes() {}

    /** A scope named by a label. */
    @Benchmark
    public void labelScope(RecordingWindow window) {
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            try (Scope ignored = Scope.open(LABEL)) {
                // Empty, so that only the cost of the scope is measured.
            }
        }
    }

    /** A scope named by a string. */
    @Benchmark
    public void stringScope(RecordingWindow window) {
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            try (Scope ignored = Scope.open("name")) {
                // Empty, so that only the cost of the scope is measured.
            }
        }
    }

    /** An instant. */
    @Benchmark
    public void marker(RecordingWindow window) {
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            MARKER.mark();
        }
    }

    /** A task, begun and ended on one thread. */
    @Benchmark
    public void task(RecordingWindow window) {
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            AsyncWork.end(TASK.begin());
        }
    }

    /** A change of a counter, by one thread. */
    @Benchmark
    public void counterChange(RecordingWindow window) {
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            COUNTER.increment();
        }
    }

    /** The pair of calls that passes a token. */
    @Benchmark
    public void token(RecordingWindow window) {
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            Scope.end(Scope.begin(LABEL));
        }
    }
}
