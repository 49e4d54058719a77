package io.stepprofiler.handlers.rows;

import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import java.util.HashSet;
import java.util.Set;

/** How viewers that know a counter by its name alone are told those of several domains apart. */
public final class CounterNames {
    private static final String SEPARATOR = "/";

    /** Those that several counters would have. */
    private final Set<String> shared = new HashSet<>();

    /**
     * Finds the names of the counters of a trace.
     *
     * @param trace the trace
     */
    public CounterNames(Trace trace) {
        Set<String> seen = new HashSet<>();
        for (CounterTrack counter : trace.counters()) {
            String name = withDomain(counter);
            if (!seen.add(name)) {
                shared.add(name);
            }
        }
    }

    /**
     * {@return the name, behind that of its domain if it has one; and once more before that of its domain where another
     * counter would be called the same}
     *
     * @param counter a counter of the trace
     */
    public String of(CounterTrack counter) {
        String name = withDomain(counter);
        String behind = " (" + counter.domain() + ")";
        // Once more also behind one that ends so itself, so that readers can take it away from any.
        boolean isTold = !counter.domain().isEmpty() && (shared.contains(name) || name.endsWith(behind));
        return isTold ? name + behind : name;
    }

    private static String withDomain(CounterTrack counter) {
        return counter.domain().isEmpty() ? counter.name() : counter.domain() + SEPARATOR + counter.name();
    }
}
