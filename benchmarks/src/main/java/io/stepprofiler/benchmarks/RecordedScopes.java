package io.stepprofiler.benchmarks;

import io.stepprofiler.Label;
import io.stepprofiler.Scope;
import org.openjdk.jmh.annotations.Benchmark;

/** The scopes that are measured with each clock. */
@SuppressWarnings("try") // The scope variable is there to be closed.
public abstract class RecordedScopes {
    /** The name of what is measured by label. */
    static final Label LABEL = Label.of("label");

    /** For subclasses. */
    RecordedScopes() {}

    /** A scope named by a label. */
    @Benchmark
    public void labelScope(RecordingWindow window) {
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            try (Scope ignored = Scope.open(LABEL)) {
                // Nothing inside: the cost of the scope is what is left.
            }
        }
    }

    /** A scope named by a string. */
    @Benchmark
    public void stringScope(RecordingWindow window) {
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            try (Scope ignored = Scope.open("name")) {
                // Nothing inside: the cost of the scope is what is left.
            }
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
