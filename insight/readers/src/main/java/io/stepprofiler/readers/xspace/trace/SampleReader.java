package io.stepprofiler.readers.xspace.trace;

import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.readers.xspace.ProfileEvent;
import io.stepprofiler.trace.TraceBuilder;
import java.util.Optional;
import java.util.stream.Stream;

/** Adds the samples of call stacks that this profiler wrote as events. */
final class SampleReader {
    private final TraceBuilder trace;
    private final EventTypes types;
    private final Losses losses;

    SampleReader(TraceBuilder trace, EventTypes types, Losses losses) {
        this.trace = trace;
        this.types = types;
        this.losses = losses;
    }

    void read(ProfileEvent event, long threadId) {
        Optional<SampleKind> kind = event.stat("Kind")
                .flatMap(stat -> Stream.of(SampleKind.values())
                        .filter(each -> each.label().equals(stat.asText()))
                        .findFirst());
        if (kind.isEmpty() || EventReader.isImpossible(event)) {
            losses.impossible++;
            return;
        }
        long weight = event.stat("weight").map(stat -> stat.asLong().orElse(0)).orElse(0L);
        int stack = types.of(event, false).stackId();
        trace.stackSample(new StackSample(event.startNanos(), threadId, kind.get(), stack, Math.max(weight, 0)));
    }
}
