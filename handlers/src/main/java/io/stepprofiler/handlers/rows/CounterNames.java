package io.stepprofiler.handlers.rows;

import io.stepprofiler.trace.CounterTrack;

/** Names of counters in files whose viewers identify a counter by its name alone. */
public final class CounterNames {
    private CounterNames() {}

    /**
     * {@return the name of a counter, preceded by its domain and a slash if it has a domain}
     *
     * @param counter a counter
     */
    public static String of(CounterTrack counter) {
        return counter.domain().isEmpty() ? counter.name() : counter.domain() + "/" + counter.name();
    }
}
