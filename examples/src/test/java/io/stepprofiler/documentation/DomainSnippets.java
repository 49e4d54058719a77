package io.stepprofiler.documentation;

import io.stepprofiler.Counter;
import io.stepprofiler.Marker;

/** The code of docs/guide.md and of Javadoc about markers and counters. */
final class DomainSnippets {
    private static final Marker EPOCH = Marker.of("epoch");
    private static final Counter LOSS = Counter.of("loss");
    private static final Counter QUEUED = Counter.of("queued");
    private static final Counter OF_INPUT = Counter.of("queued", "input");

    private DomainSnippets() {}

    static void mark(double loss) {
        EPOCH.mark();
        LOSS.record(loss);
        QUEUED.increment();
        OF_INPUT.increment();
    }
}
