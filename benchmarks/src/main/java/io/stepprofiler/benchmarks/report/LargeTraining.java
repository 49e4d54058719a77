package io.stepprofiler.benchmarks.report;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Training with many events, nested eight levels deep, on a thread with steps and four loader threads.
 *
 * @param isAlike true if steps have the same events with varying times; false if the time and the name of each event
 *     are random
 * @param hasDetails true if operations have the shapes of their inputs and call stacks, some of them are modules, and
 *     there are samples
 */
record LargeTraining(boolean isAlike, boolean hasDetails) {
    private static final int LEVELS = 8;
    private static final int LOADERS = 4;
    private static final int EVENTS_OF_A_STEP = 2_000;
    private static final int NAMES = 40;
    private static final int SIGNATURES = 200;
    private static final int STACKS = 300;
    private static final int FRAMES = 20;
    private static final long SAMPLE_NANOS = 1_000_000;
    /** Relative variation of an event's duration between steps. */
    private static final double VARIATION = 0.2;

    /** Returns the trace of a training with a number of events. */
    Trace trace(int events) {
        Random random = new Random(1);
        TraceBuilder builder = new TraceBuilder();
        int[] names = IntStream.range(0, NAMES)
                .map(i -> hasDetails && i % 10 == 0
                        ? builder.nameId("layer " + i, EventKind.MODULE, "")
                        : builder.nameId((hasDetails ? "aten::operation" : "operation ") + i))
                .toArray();
        int[] signatures = IntStream.range(0, hasDetails ? SIGNATURES : 0)
                .map(i -> builder.signatureId(signature(i)))
                .toArray();
        int[] stacks = IntStream.range(0, hasDetails ? STACKS : 0)
                .map(i -> builder.stackId(stack(i)))
                .toArray();
        TrackBuilder main = builder.thread(1, "main");
        int ofLoaders = events / 4;
        long now = 0;
        for (int step = 0, done = 0; done < events - ofLoaders; step++) {
            Random same = isAlike ? new Random(2) : random;
            long begin = now;
            long[] ends = new long[LEVELS];
            for (int i = 0; i < EVENTS_OF_A_STEP && done < events - ofLoaders; i++, done++) {
                int level = same.nextInt(LEVELS);
                while (level > 0 && ends[level - 1] <= now) {
                    level--;
                }
                double usual = 3_000 * Math.exp(same.nextGaussian()) * (1 << (LEVELS - level));
                long length = (long) (usual * Math.exp(random.nextGaussian() * VARIATION));
                long end = level == 0 ? now + length : Math.min(now + length, ends[level - 1]);
                int event = main.add(names[same.nextInt(NAMES)], now, end - now);
                if (hasDetails) {
                    main.signature(event, signatures[i % SIGNATURES]);
                    main.stack(event, stacks[i % STACKS]);
                }
                Arrays.fill(ends, level, LEVELS, end);
                now += 500 + same.nextInt(5_000) + random.nextInt(1_000);
            }
            now = Math.max(now, ends[0]);
            builder.step(new StepMark(step, begin, now - begin, 1, false));
        }
        for (int loader = 0; loader < LOADERS; loader++) {
            TrackBuilder track = builder.thread(10 + loader, "loader " + loader);
            long each = now * LOADERS / Math.max(1, ofLoaders);
            for (int i = 0; i < ofLoaders / LOADERS; i++) {
                track.add(
                        names[random.nextInt(NAMES)],
                        i * each + random.nextInt(500),
                        each * (1 + random.nextInt(7)) / 9);
            }
        }
        for (long at = 0; hasDetails && at < now; at += SAMPLE_NANOS) {
            builder.stackSample(new StackSample(at, 1, SampleKind.JAVA, stacks[random.nextInt(STACKS)], SAMPLE_NANOS));
        }
        return builder.window(new ClockAnchor(0, 0), new ClockAnchor(now, now)).build();
    }

    private static OpSignature signature(int number) {
        return OpSignature.of(
                Operand.tensor(ElementType.FLOAT, Dims.of(64, number)),
                Operand.tensor(ElementType.FLOAT, Dims.of(number, 128)));
    }

    private static List<StackTraceElement> stack(int number) {
        return IntStream.range(0, FRAMES)
                .mapToObj(frame -> new StackTraceElement(
                        "Model", "layer" + (frame < 2 ? frame + number : frame), "Model.java", number))
                .toList();
    }
}
