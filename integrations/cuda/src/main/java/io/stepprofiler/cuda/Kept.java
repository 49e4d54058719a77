package io.stepprofiler.cuda;

import io.stepprofiler.source.ActivitySink;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** What was read before all that has to be known of it: it is kept in its order until that is known. */
final class Kept<T> {
    private final int most;
    private final Predicate<T> isKnown;
    private final BiConsumer<T, ActivitySink> teller;
    private Deque<T> kept = new ArrayDeque<>();

    /** Keeps up to a number of them: the oldest of more is told by what is known of it. */
    Kept(int most, Predicate<T> isKnown, BiConsumer<T, ActivitySink> teller) {
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

    /** Tells those of which enough is known by now. */
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

    /** Tells the oldest ones, up to the first that a condition does not hold for. */
    void tellWhile(Predicate<T> condition, ActivitySink sink) {
        while (!kept.isEmpty() && condition.test(kept.element())) {
            teller.accept(kept.remove(), sink);
        }
    }

    /** Tells all: no more is read. */
    void tellAll(ActivitySink sink) {
        tellWhile(each -> true, sink);
    }
}
