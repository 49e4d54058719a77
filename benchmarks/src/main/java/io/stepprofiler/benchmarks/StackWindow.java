package io.stepprofiler.benchmarks;

import io.stepprofiler.ProfileBuilder;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** {@link RecordingWindow} in which every scope gets its call stack. */
@State(Scope.Benchmark)
public class StackWindow extends RecordingWindow {
    @Override
    ProfileBuilder options() {
        return super.options().withStack(true);
    }
}
