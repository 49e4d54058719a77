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
 * Cost of a scope that is mirrored to another profiler, in a window and between windows, compared with a scope without
 * a mirror.
 *
 * <p>For {@code nvtx} and {@code itt} the environment has to name a profiler that does nothing, see docs/GPU.md;
 * otherwise they equal {@code none}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgsAppend = "-Dio.stepprofiler.clock=nanoTime")
@SuppressWarnings("try") // The scope variable is there to be closed.
public class AnnotationsBenchmark {
    private static final Label LABEL = Label.of("label");

    /** For JMH. */
    public AnnotationsBenchmark() {}

    /** Adds a mirror by its name, and starts a flight recording if it needs one. */
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
            recording.start(); // Until the end of the process, which ends with the trial.
        }
        return builder;
    }

    /** A recording profile with a mirror. */
    @State(org.openjdk.jmh.annotations.Scope.Benchmark)
    public static class Mirrored extends RecordingWindow {
        /**
         * The mirror: none, one that does nothing, another profiler, the flight recorder while it records and while it
         * does not.
         */
        @Param({"none", "nothing", "nvtx", "itt", "jfr", "jfrIdle"})
        public String mirror = "none";

        /** For JMH. */
        public Mirrored() {}

        @Override
        ProfileBuilder options() {
            return with(mirror, super.options());
        }
    }

    /** A profile with a mirror, between windows. */
    @State(org.openjdk.jmh.annotations.Scope.Benchmark)
    public static class Between {
        /** The mirror, as in {@link Mirrored#mirror}. */
        @Param({"none", "nothing", "nvtx", "itt", "jfr", "jfrIdle"})
        public String mirror = "none";

        /** True if a window was recorded before: scopes are then warmed up, and threads have their buffers. */
        @Param({"false", "true"})
        public boolean afterWindow;

        private @Nullable Profile profile;

        /** For JMH. */
        public Between() {}

        /** Starts the profile. */
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

        /** Ends the profile. */
        @TearDown(Level.Trial)
        public void close() {
            if (profile != null) {
                profile.close();
            }
        }
    }

    /** Mirror that does nothing: the remaining cost is the cost of mirroring itself. */
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
            // Does nothing.
        }

        @Override
        public Object start(String name, EventKind kind) {
            return this;
        }

        @Override
        public void end(Object range) {
            // Does nothing.
        }

        @Override
        public void mark(String name) {
            // Does nothing.
        }
    }

    /** A scope that is recorded. */
    @Benchmark
    @OperationsPerInvocation(RecordingWindow.BATCH)
    public void recorded(Mirrored window) {
        for (int i = 0; i < RecordingWindow.BATCH; i++) {
            try (Scope ignored = Scope.open(LABEL)) {
                // Empty, so that only the cost of the scope is measured.
            }
        }
    }

    /** A scope that no window records. */
    @Benchmark
    @OperationsPerInvocation(1000)
    public void betweenWindows(Between windows) {
        for (int i = 0; i < 1000; i++) {
            try (Scope ignored = Scope.open(LABEL)) {
                // Empty, so that only the cost of the scope is measured.
            }
        }
    }
}
