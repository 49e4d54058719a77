package io.stepprofiler.traced;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Short windows of two or three threads with everything that stacks are made of, in which one can look at each
 * nanosecond: events that overlap, end on other threads or never, steps, samples, memory. The same for the same seed.
 */
public final class RandomWindow {
    /** First nanosecond. */
    public static final long START = 1_000;

    /** First nanosecond after the window. */
    public static final long END = START + 120;

    private static final List<String> NAMES = List.of("train", "forward", "conv", "relu", "load");

    private final SplittableRandom random;
    private final TraceBuilder builder = new TraceBuilder()
            .options(RecordingOptions.ALL)
            .window(
                    new ClockAnchor(START, TracedProgram.EPOCH),
                    new ClockAnchor(END, TracedProgram.EPOCH + END - START));

    private RandomWindow(long seed) {
        random = new SplittableRandom(seed);
    }

    /**
     * {@return a window}
     *
     * @param seed decides all of it
     */
    public static Trace of(long seed) {
        return new RandomWindow(seed).build(true);
    }

    /**
     * {@return the window of the same seed without its steps}
     *
     * @param seed decides all of it
     */
    public static Trace withoutSteps(long seed) {
        return new RandomWindow(seed).build(false);
    }

    private Trace build(boolean hasSteps) {
        int threads = random.nextInt(2, 4);
        for (int thread = 1; thread <= threads; thread++) {
            addEvents(builder.thread(thread, "thread " + thread));
        }
        long at = START + random.nextInt(10);
        for (int step = 0; at < END - 10 && random.nextInt(8) > 0; step++) {
            long duration = random.nextLong(1, 30);
            long thread = random.nextInt(5) == 0 ? 2 : 1;
            boolean isUnfinished = random.nextInt(10) == 0;
            if (hasSteps) {
                builder.step(new StepMark(step, at, duration, thread, isUnfinished));
            }
            at += duration + random.nextInt(3);
        }
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            times.add(random.nextLong(START, END));
        }
        times.sort(Comparator.naturalOrder());
        boolean hasCpuTime = random.nextBoolean();
        for (long nanos : times) {
            long thread = random.nextLong(1, threads + 2L);
            SampleKind kind = random.nextInt(3) == 0
                    ? SampleKind.ALLOCATION
                    : hasCpuTime && random.nextBoolean() ? SampleKind.CPU_TIME : SampleKind.JAVA;
            builder.stackSample(new StackSample(nanos, thread, kind, stack(), random.nextLong(1, 100)));
            if (random.nextInt(3) == 0) {
                builder.memory(MemoryEvent.allocated(nanos, thread, nanos, random.nextLong(1, 1000)));
            }
        }
        return builder.build();
    }

    private void addEvents(TrackBuilder track) {
        List<long[]> times = new ArrayList<>();
        for (int i = random.nextInt(25); i > 0; i--) {
            long start = random.nextLong(START, END);
            times.add(new long[] {start, random.nextLong(Math.min(40, END - start + 1))});
        }
        times.sort(Comparator.<long[]>comparingLong(each -> each[0]).thenComparingLong(each -> -each[1]));
        for (long[] time : times) {
            int event = track.add(name(), time[0], time[1]);
            switch (random.nextInt(12)) {
                case 0 -> track.unfinished(event);
                case 1 -> track.async(event);
                case 2, 3 -> track.stack(event, builder.stackId(frames()));
                case 4, 5, 6 ->
                    track.signature(
                            event,
                            builder.signatureId(OpSignature.of(
                                    Operand.tensor(ElementType.FLOAT, Dims.of(4, random.nextInt(1, 4))))));
                default -> {}
            }
        }
    }

    private int name() {
        return switch (random.nextInt(10)) {
            case 0 -> builder.nameId("Monitor enter (Queue)", EventKind.WAIT, "");
            case 1 -> builder.nameId("next batch", EventKind.DATA_LOADER, "");
            case 2 -> builder.nameId("layer." + random.nextInt(2), EventKind.MODULE, "Dense");
            default -> builder.nameId(NAMES.get(random.nextInt(NAMES.size())));
        };
    }

    private int stack() {
        return random.nextInt(5) == 0 ? -1 : builder.stackId(frames());
    }

    private List<StackTraceElement> frames() {
        List<StackTraceElement> frames = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            frames.add(new StackTraceElement("org.acme.Net", "m" + random.nextInt(3), "Net.java", i));
        }
        return frames;
    }
}
