package io.stepprofiler.cuda;

import io.stepprofiler.source.ActivitySink;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** Queue of elements that wait, in order, until enough is known about them. */
final class PendingQueue<T> {
    private final int most;
    private final Predicate<T> isKnown;
    private final BiConsumer<T, ActivitySink> teller;
    private Deque<T> kept = new ArrayDeque<>();

    /** Creates a queue of limited size; if it overflows, the oldest element is delivered as it is. */
    PendingQueue(int most, Predicate<T> isKnown, BiConsumer<T, ActivitySink> teller) {
        this.most = most;
        this.isKnown = isKnown;
        this.teller = teller;
    }

    void add(T each, ActivitySink sink) {
        kept.add(each);
        if (kept.size() > most) {
            teller.accept(kept.remove(), sink);
        }
    }

    /** Delivers the elements of which enough is known now. */
    void tellKnown(ActivitySink sink) {
        Deque<T> before = kept;
        kept = new ArrayDeque<>();
        for (T each : before) {
            if (isKnown.test(each)) {
                teller.accept(each, sink);
            } else {
                kept.add(each);
            }
        }
    }

    /** Delivers the oldest elements, up to the first that does not satisfy a condition. */
    void tellWhile(Predicate<T> condition, ActivitySink sink) {
        while (!kept.isEmpty() && condition.test(kept.element())) {
            teller.accept(kept.remove(), sink);
        }
    }

    /** Delivers all: no more records are read. */
    void tellAll(ActivitySink sink) {
        tellWhile(each -> true, sink);
    }
}
