package io.stepprofiler.report.page;

import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;

/** Traces for the tests of pages. */
final class PageTraces {
    /** When windows begin on the clock. */
    static final long BEGIN = 5_000_000_000L;

    private static final int OPERATIONS = 24;

    private PageTraces() {}

    /** What a block writes of a trace. */
    static byte[] written(PageBlock block, Trace trace) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        block.write(new WindowAnalysis(trace), out);
        return out.toByteArray();
    }

    static TraceBuilder window(long nanos) {
        return new TraceBuilder().window(new ClockAnchor(BEGIN, BEGIN), new ClockAnchor(BEGIN + nanos, BEGIN + nanos));
    }

    /**
     * A training as frameworks record it: three phases a step, of modules, of operations, some with others inside, each
     * with a time of its own that varies by a fifth from call to call.
     */
    static Trace training(int steps, int modules, Random random) {
        TraceBuilder builder = window(0);
        TrackBuilder main = builder.thread(1, "main");
        int[] phases = {builder.nameId("forward"), builder.nameId("backward"), builder.nameId("optimizer")};
        int[] operations = new int[OPERATIONS];
        double[] medians = new double[OPERATIONS];
        for (int i = 0; i < OPERATIONS; i++) {
            operations[i] = builder.nameId("aten::operation" + i);
            medians[i] = 4_000 * Math.exp(random.nextGaussian());
        }
        int[] names = new int[modules];
        for (int i = 0; i < modules; i++) {
            names[i] = builder.nameId("model.layer" + i, EventKind.MODULE, "Linear");
        }
        long now = BEGIN;
        for (int step = 0; step < steps; step++) {
            // Steps begin where no unit of a drawing moves them.
            now += 1_000 - now % 1_000;
            long begin = now;
            for (int phase : phases) {
                int outer = main.add(phase, now, 0);
                now += 2_000;
                for (int module = 0; module < modules; module++) {
                    int inner = main.add(names[module], now, 0);
                    now += 500 + random.nextInt(300);
                    for (int i = 0; i < 6; i++) {
                        int operation = (module * 7 + i) % OPERATIONS;
                        long nanos = (long) (medians[operation] * Math.exp(random.nextGaussian() * 0.2));
                        main.add(operations[operation], now, nanos);
                        if (i % 3 == 0) {
                            main.add(operations[(operation + 1) % OPERATIONS], now + nanos / 10, nanos * 8 / 10);
                        }
                        now += nanos + 300 + random.nextInt(400);
                    }
                    main.end(inner, now);
                    now += 200;
                }
                main.end(outer, now);
            }
            builder.step(new StepMark(step, begin, now - begin, 1, false));
        }
        return builder.window(new ClockAnchor(BEGIN, BEGIN), new ClockAnchor(now, now))
                .build();
    }

    /** Anything at all: nested, over each other, asynchronous, without duration, markers and tasks, on several tracks. */
    static Trace any(Random random) {
        TraceBuilder builder = window(3_000_000);
        int[] names = {
            builder.nameId("a"),
            builder.nameId("Monitor enter (Queue)", EventKind.WAIT, ""),
            builder.nameId("model", EventKind.MODULE, "Linear"),
            builder.nameId("work", EventKind.TASK, ""),
            builder.markerId("here", "marks", MarkerScope.PROCESS)
        };
        for (int i = 0; i < 1 + random.nextInt(4); i++) {
            TrackBuilder track =
                    random.nextInt(3) == 0 ? builder.lane("lane " + i) : builder.thread(i + 1, "thread " + i);
            long at = BEGIN - random.nextInt(100);
            for (int event = random.nextInt(60); event > 0; event--) {
                at += random.nextInt(4) == 0 ? 0 : random.nextInt(50_000);
                int name = names[random.nextInt(names.length)];
                boolean isMarker = name == names[4];
                int added = track.add(name, at, isMarker || random.nextInt(5) == 0 ? 0 : random.nextInt(200_000));
                if (random.nextInt(10) == 0) {
                    track.async(added);
                }
            }
            builder.counter("loss", BEGIN + random.nextInt(1000), random.nextGaussian());
        }
        for (int step = 0; step < random.nextInt(5); step++) {
            builder.step(new StepMark(step, BEGIN + step * 300_000L, 300_000, 1, false));
        }
        return builder.build();
    }
}
