package io.stepprofiler.export;

import java.util.Objects;

/**
 * Options of an export: the number of its files, and the listener to its progress. Immutable.
 *
 * <p>By default one file, and no listener.
 */
public final class ExportOptions {
    /** One file, no listener. */
    public static final ExportOptions DEFAULT = new ExportOptions(Split.NONE, 0, ExportListener.NONE);

    /** Where a trace is cut. */
    public enum Split {
        /** Nowhere. */
        NONE,
        /** Where every so many steps begin. */
        BY_STEPS,
        /** Before there would be more than so many events. */
        BY_EVENTS
    }

    private final Split split;
    private final int count;
    private final ExportListener listener;

    private ExportOptions(Split split, int count, ExportListener listener) {
        this.split = split;
        this.count = count;
        this.listener = listener;
    }

    /**
     * {@return these options with a file for every {@code steps} steps} What happens before the first step is in the
     * first file, what happens after the last in the last. A trace without steps becomes one file.
     *
     * @param steps steps in a file, 1 or more
     * @throws IllegalArgumentException if there are none
     */
    public ExportOptions splitBySteps(int steps) {
        return new ExportOptions(Split.BY_STEPS, atLeastOne("steps", steps), listener);
    }

    /**
     * {@return these options with at most about {@code events} events on tracks in a file} Viewers open a few million.
     *
     * <p>Where a step begins in the latter half of a file, the next file begins with it. A file has more events only if
     * more begin within one 65536th of the time of the trace.
     *
     * @param events events in a file, 1 or more
     * @throws IllegalArgumentException if there are none
     */
    public ExportOptions splitByEvents(int events) {
        return new ExportOptions(Split.BY_EVENTS, atLeastOne("events", events), listener);
    }

    /**
     * {@return these options with a listener}
     *
     * @param told the listener to the progress
     */
    public ExportOptions listener(ExportListener told) {
        return new ExportOptions(split, count, Objects.requireNonNull(told, "listener"));
    }

    /** {@return where a trace is cut} */
    public Split split() {
        return split;
    }

    /** {@return how many steps or events are in a file at most; 0 if there is one file} */
    public int splitCount() {
        return count;
    }

    /**
     * {@return a meter for one export, which tells the listener}
     *
     * @param events how many events are to be written, in one file or several
     */
    public ExportMeter meter(long events) {
        return new ExportMeter(listener, events, System::nanoTime);
    }

    private static int atLeastOne(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " = " + value + " is not allowed: must be 1 or more");
        }
        return value;
    }
}
