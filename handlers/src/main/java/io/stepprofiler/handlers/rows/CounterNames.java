package io.stepprofiler.handlers.rows;

import io.stepprofiler.trace.CounterTrack;

/** How viewers that know a counter by its name alone are told those of several domains apart. */
public final class CounterNames {
    private static final String SEPARATOR = "/";

    private CounterNames() {}

    /**
     * {@return the name, behind that of its domain if it has one}
     *
     * @param counter the counter
     */
    public static String of(CounterTrack counter) {
        return counter.domain().isEmpty() ? counter.name() : counter.domain() + SEPARATOR + counter.name();
    }
}
