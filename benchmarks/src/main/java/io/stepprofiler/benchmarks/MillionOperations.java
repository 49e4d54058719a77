package io.stepprofiler.benchmarks;

import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Trace of {@value #EVENTS} operations as a framework reports them: two threads, modules of ten operations each, 40
 * names, 200 signatures, 300 call stacks of 20 frames.
 */
@State(Scope.Benchmark)
public class MillionOperations {
    /** Events in the trace. */
    public static final int EVENTS = 1_000_000;

    private static final int NAMES = 40;
    private static final int SIGNATURES = 200;
    private static final int STACKS = 300;
    private static final int FRAMES = 20;
    private static final int MODULE = 10;

    /** The trace. */
    final Trace trace = build();

    private static Trace build() {
        Random random = new Random(1);
        TraceBuilder builder = new TraceBuilder();
        for (int thread = 1; thread <= 2; thread++) {
            TrackBuilder track = builder.thread(thread, "thread-" + thread).reserve(EVENTS / 2);
            long now = 0;
            for (int i = 0; i < EVENTS / 2; i++) {
                boolean isModule = i % MODULE == 0;
                long duration = 1000L + random.nextInt(10_000);
                // The operations of a model repeat in the same order, with the same arguments.
                int place = i % (STACKS * MODULE);
                int event = track.add(
                        builder.nameId(isModule ? "module" : "aten::operation" + place % NAMES),
                        now,
                        isModule ? MODULE * 20_000L : duration);
                track.signature(event, builder.signatureId(signature(place % SIGNATURES)));
                track.stack(event, builder.stackId(stack(place / MODULE)));
                now += 20_000;
            }
        }
        return builder.build();
    }

    private static OpSignature signature(int number) {
        return OpSignature.of(
                Operand.tensor(ElementType.FLOAT, Dims.of(64, number)),
                Operand.tensor(ElementType.FLOAT, Dims.of(number, 128)));
    }

    private static List<StackTraceElement> stack(int number) {
        return IntStream.range(0, FRAMES)
                .mapToObj(frame -> new StackTraceElement("Model", "layer" + frame, "Model.java", number))
                .toList();
    }
}
