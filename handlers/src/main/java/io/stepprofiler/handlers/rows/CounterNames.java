package io.stepprofiler.handlers.rows;

import io.stepprofiler.trace.CounterTrack;

/** Names of counters in files whose viewers know a counter by its name alone. */
public final class CounterNames {
    private CounterNames() {}

    /**
     * {@return the name of a counter behind the name of its domain if it has one, with a slash between them}
     *
     * @param counter a counter
     */
    public static String of(CounterTrack counter) {
        return counter.domain().isEmpty() ? counter.name() : counter.domain() + "/" + counter.name();
    }
}
