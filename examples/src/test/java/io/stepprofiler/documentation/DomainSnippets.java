package io.stepprofiler.documentation;

import io.stepprofiler.Counter;
import io.stepprofiler.Domain;
import io.stepprofiler.Frame;
import io.stepprofiler.Marker;
import io.stepprofiler.Task;
import java.util.concurrent.ExecutorService;

/** The code of docs/guide.md and of Javadoc about markers, tasks, frames and counters. */
final class DomainSnippets {
    private static final Domain INPUT = Domain.of("input");
    private static final Task DECODE = INPUT.task("decode");
    private static final Counter QUEUED = INPUT.counter("queued");

    private DomainSnippets() {}

    private static void decode(String image) {
        QUEUED.decrement(image.length());
    }

    @SuppressWarnings("FutureReturnValueIgnored") // So short that nobody waits for it.
    static void task(ExecutorService pool, String image) {
        long task = DECODE.begin();
        pool.submit(() -> {
            decode(image);
            Task.end(task);
        });
    }

    /** Of {@link Counter}, {@link Task} and {@link Marker}, whose constants have names of their own. */
    static final class Alone {
        private static final Marker EPOCH = Marker.of("epoch");
        private static final Task DECODE = Domain.of("input").task("decode");
        private static final Counter LOSS = Counter.of("loss");
        private static final Counter QUEUED = Counter.of("queued");

        private Alone() {}

        static void mark(double loss) {
            EPOCH.mark();
            LOSS.record(loss);
            QUEUED.increment();
            Task.end(DECODE.begin());
        }
    }

    /** Of {@link Frame}. */
    static final class Rounds {
        private static final Frame ROUND = Frame.of("round");

        private Rounds() {}

        private static void play() {}

        static void round() {
            long frame = ROUND.begin();
            play();
            Frame.end(frame);
        }
    }
}
