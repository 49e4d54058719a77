package io.stepprofiler.benchmarks;

import io.stepprofiler.Label;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.Scope;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.jvm.JfrAnnotations;
import io.stepprofiler.nativeaccess.annotations.Itt;
import io.stepprofiler.nativeaccess.annotations.Nvtx;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.AnnotationMirror;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Cost of a scope of which another profiler is told, in a window and between windows, beside one of which nobody is.
 *
 * <p>For {@code nvtx} and {@code itt} the environment has to name a profiler that listens and does nothing, see
 * docs/GPU.md; without one they are {@code none}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgsAppend = "-Dio.stepprofiler.clock=nanoTime")
@SuppressWarnings("try") // The scope variable is there to be closed.
public class AnnotationsBenchmark {
    private static final Label LABEL = Label.of("label");

    /** For JMH. */
    public AnnotationsBenchmark() {}

    /** Adds a mirror by its name, and records flights if it needs them. */
    private static ProfileBuilder with(String mirror, ProfileBuilder builder) {
        switch (mirror) {
            case "nothing" -> builder.annotate(new Nothing());
            case "nvtx" -> builder.annotate(Nvtx.mirror());
            case "itt" -> builder.annotate(Itt.mirror());
            case "jfr", "jfrIdle" -> builder.annotate(JfrAnnotations.mirror());
            default -> {}
        }
        if (mirror.equals("jfr")) {
            Recording recording = new Recording();
            recording.setToDisk(false);
            recording.start(); // To the end of the process, which is that of the trial.
        }
        return builder;
    }

    /** A profile with a mirror that records. */
    @State(org.openjdk.jmh.annotations.Scope.Benchmark)
    public static class Mirrored extends RecordingWindow {
        /** Who is told: nobody, one that does nothing, the flight recorder while it records and while it does not. */
        @Param({"none", "nothing", "nvtx", "itt", "jfr", "jfrIdle"})
        public String mirror = "none";

        /** For JMH. */
        public Mirrored() {}

        @Override
        ProfileBuilder options() {
            return with(mirror, super.options());
        }
    }

    /** A profile with a mirror that records nothing. */
    @State(org.openjdk.jmh.annotations.Scope.Benchmark)
    public static class Between {
        /** As above. */
        @Param({"none", "nothing", "nvtx", "itt", "jfr", "jfrIdle"})
        public String mirror = "none";

        /** Whether a window was recorded before: then scopes know what it is like, and threads have their buffers. */
        @Param({"false", "true"})
        public boolean afterWindow;

        private @Nullable Profile profile;

        /** For JMH. */
        public Between() {}

        /** Starts it. */
        @Setup(Level.Trial)
        public void start() {
            Schedule schedule =
                    afterWindow ? Schedule.builder().wait(1).warmup(1).active(1).build() : Schedule.never();
            profile = with(mirror, Profile.builder().schedule(schedule)).start();
            for (int step = 0; afterWindow && step < 3; step++) {
                for (int i = 0; i < 10_000; i++) {
                    Scope.open(LABEL).close();
                }
                profile.step();
            }
        }

        /** Ends it. */
        @TearDown(Level.Trial)
        public void close() {
            if (profile != null) {
                profile.close();
            }
        }
    }

    /** Does nothing: what is left is what it costs to tell anybody. */
    private static final class Nothing implements AnnotationMirror {
        @Override
        public String name() {
            return "nothing";
        }

        @Override
        public String unusable() {
            return "";
        }

        @Override
        public Object push(String name, EventKind kind) {
            return this;
        }

        @Override
        public void pop(Object range) {
            // Nobody listens.
        }

        @Override
        public Object start(String name, EventKind kind) {
            return this;
        }

        @Override
        public void end(Object range) {
            // Nobody listens.
        }

        @Override
        public void mark(String name) {
            // Nobody listens.
        }
    }

    /** A scope that is recorded. */
    @Benchmark
    @OperationsPerInvocation(RecordingWindow.BATCH)
    public void recorded(Mirrored window) {
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            try (Scope ignored = Scope.open(LABEL)) {
                // Nothing inside: the cost of the scope is what is left.
            }
        }
    }

    /** A scope that no window records. */
    @Benchmark
    @OperationsPerInvocation(1000)
    public void betweenWindows(Between windows) {
        for (int i = 0; i < 1000; i++) {
            try (Scope ignored = Scope.open(LABEL)) {
                // Nothing inside: the cost of the scope is what is left.
            }
        }
    }
}
