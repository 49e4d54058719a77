package io.stepprofiler.trace;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.event.UnfinishedCause;
import java.util.Random;

/**
 * A small random trace with everything that is cut: nested, overlapping, touching, asynchronous and unfinished events,
 * steps, counters, memory, samples, losses.
 */
final class SliceableTrace {
    static final long LAST_NANOS = 200;

    private SliceableTrace() {}

    static Trace of(Random random) {
        TraceBuilder trace = new TraceBuilder()
                .window(new ClockAnchor(0, 1_000_000), new ClockAnchor(LAST_NANOS, 1_000_000 + LAST_NANOS))
                .metadata("key", new MetadataValue("value", false));
        int ended = 0;
        for (int thread = 0; thread < 3; thread++) {
            TrackBuilder track = trace.thread(thread, "thread " + thread);
            for (int i = random.nextInt(40); i > 0; i--) {
                int event = track.add(
                        trace.nameId("name " + random.nextInt(5)),
                        random.nextInt(180),
                        random.nextBoolean() ? random.nextInt(5) : random.nextInt(100));
                if (random.nextInt(8) == 0) {
                    track.async(event);
                }
                if (random.nextInt(8) == 0) {
                    track.unfinished(event);
                    ended += random.nextInt(2);
                }
                if (random.nextInt(8) == 0) {
                    track.argument(event, trace.nameId("argument"), random.nextInt(100));
                }
            }
        }
        trace.unfinished(UnfinishedCause.THREAD_ENDED, ended);
        trace.dropped(DropCause.EVENT_LIMIT, random.nextInt(3)).anomaly(Anomaly.UNNAMED, random.nextInt(3));
        addMoments(trace, random);
        return trace.build();
    }

    private static void addMoments(TraceBuilder trace, Random random) {
        long at = random.nextInt(20);
        for (int step = 0; step < random.nextInt(8); step++) {
            long duration = random.nextInt(40);
            trace.step(new StepMark(step, at, duration, random.nextInt(4), false));
            at += duration + random.nextInt(3);
        }
        for (int i = random.nextInt(20); i > 0; i--) {
            trace.counter("counter " + random.nextInt(2), random.nextInt(200), random.nextInt(10));
            trace.stackSample(
                    new StackSample(random.nextInt(200), random.nextInt(3), SampleKind.JAVA, -1, random.nextInt(10)));
            boolean allocates = random.nextBoolean();
            trace.memory(new MemoryEvent(
                    random.nextInt(200),
                    random.nextInt(3),
                    allocates ? MemoryAction.ALLOCATE : MemoryAction.FREE,
                    Device.CPU,
                    random.nextInt(4),
                    (allocates ? 1L : -1L) * random.nextInt(100),
                    -1,
                    0,
                    MemoryCategory.UNKNOWN,
                    -1));
        }
    }
}
