package io.stepprofiler.benchmarks;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Trace of {@value #EVENTS} events: two threads, ten thousand steps, each of a handful of phases with nested
 * operations, about fifteen names, durations distributed like durations of real operations.
 */
@State(Scope.Benchmark)
public class MillionEvents {
    /** Events in the trace. */
    public static final int EVENTS = 1_000_000;

    private static final int STEPS = 10_000;
    private static final int PHASES = 5;
    private static final long GAP = 300;
    private static final int OPERATIONS = EVENTS / 2 / STEPS / PHASES - 1;

    /** The trace. */
    final Trace trace = build();

    /** Returns the size of the trace's file in the format of its name. */
    static long bytes(String fileName) {
        try {
            Path file = Files.createTempDirectory("events").resolve(fileName);
            build().export(file);
            long size = Files.size(file);
            Files.delete(file);
            Files.delete(file.getParent());
            return size;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Trace build() {
        Random random = new Random(1);
        TraceBuilder builder = new TraceBuilder()
                .traceId("0123456789ABCDEF0123456789ABCDEF")
                .process(new ProcessInfo(4711, "host"))
                .window(
                        new ClockAnchor(0, 1_790_000_000_000_000_000L),
                        new ClockAnchor(1L << 40, 1_790_000_000_000_000_000L + (1L << 40)));
        for (int thread = 1; thread <= 2; thread++) {
            TrackBuilder track = builder.thread(thread, "thread-" + thread).reserve(EVENTS / 2);
            long now = 0;
            for (int step = 0; step < STEPS; step++) {
                long stepStart = now;
                for (int phase = 0; phase < PHASES; phase++) {
                    now = addPhase(builder, track, phase, now, random);
                }
                if (thread == 1) {
                    builder.step(new StepMark(step, stepStart, now - stepStart, thread, false));
                }
                now += 100;
            }
        }
        return builder.build();
    }

    /** Adds a phase and its nested operations; returns the end of the phase. */
    private static long addPhase(TraceBuilder builder, TrackBuilder track, int phase, long start, Random random) {
        long[] durations = random.doubles(OPERATIONS)
                .mapToLong(value -> 1000 + (long) (value * value * 100_000))
                .toArray();
        long busy = Arrays.stream(durations).map(duration -> duration + GAP).sum();
        track.add(builder.nameId("phase " + phase), start, busy + GAP);
        long now = start;
        for (int operation = 0; operation < OPERATIONS; operation++) {
            now += GAP;
            track.add(builder.nameId("aten::operation" + operation), now, durations[operation]);
            now += durations[operation];
        }
        return now + GAP;
    }
}
