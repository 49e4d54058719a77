package io.stepprofiler.trace;

import java.util.List;
import java.util.Objects;

/**
 * How a trace is written: into how many files, and who is told how far it is. Immutable.
 *
 * <p>By default into one file, and nobody is told.
 */
public final class ExportOptions {
    /** One file, nobody listens. */
    public static final ExportOptions DEFAULT = new ExportOptions(trace -> new long[0], ExportListener.NONE);

    private final Cuts cuts;
    private final ExportListener listener;

    private ExportOptions(Cuts cuts, ExportListener listener) {
        this.cuts = cuts;
        this.listener = listener;
    }

    /**
     * {@return these options with a file for every {@code steps} steps} What happens before the first step is in the first
     * file, what happens after the last in the last. A trace without steps becomes one file.
     *
     * @param steps steps in a file, 1 or more
     * @throws IllegalArgumentException if there are none
     */
    public ExportOptions splitBySteps(int steps) {
        return new ExportOptions(Cuts.bySteps(atLeastOne("steps", steps)), listener);
    }

    /**
     * {@return these options with at most about {@code events} events on tracks in a file} Viewers open a few million.
     *
     * <p>Where a step begins in the latter half of a file, the next file begins with it. A file has more events only if more
     * begin within one 65536th of the time of the trace.
     *
     * @param events events in a file, 1 or more
     * @throws IllegalArgumentException if there are none
     */
    public ExportOptions splitByEvents(int events) {
        return new ExportOptions(Cuts.byEvents(atLeastOne("events", events)), listener);
    }

    /**
     * {@return these options with a listener}
     *
     * @param told who is told how far the export is
     */
    public ExportOptions listener(ExportListener told) {
        return new ExportOptions(cuts, Objects.requireNonNull(told, "listener"));
    }

    /**
     * {@return the parts of a trace, as {@link Trace#slice} makes them, one for each file; the trace itself if it needs one
     * only} Takes a pass or two over all events if there is something to split.
     *
     * @param trace what is to be written
     */
    public List<Trace> parts(Trace trace) {
        long[] at = cuts.of(trace);
        return at.length == 0 ? List.of(trace) : TraceSlicer.parts(trace, at);
    }

    /**
     * {@return a meter for one export, which tells the listener}
     *
     * @param trace what is to be written, in one file or several
     */
    public ExportMeter meter(Trace trace) {
        return new ExportMeter(listener, ExportMeter.held(trace), System::nanoTime);
    }

    private static int atLeastOne(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " = " + value + " is not allowed: must be 1 or more");
        }
        return value;
    }
}
