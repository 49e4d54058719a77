package io.stepprofiler.trace;

import java.util.List;
import java.util.Locale;

/**
 * Which part of a longer trace a trace is, and what it shares with the others.
 *
 * @param number which of the parts, from 1
 * @param count how many parts there are; 1 for a slice that was asked for alone
 * @param whole the account of the whole trace; those of all parts add up to it
 * @param continued what is open when the part begins, track by track, outer events before inner ones, steps last
 * @param continuedLeftOut how many more there are, on tracks with more than {@value #MAX_CONTINUED}; about so many in a
 *     history where tasks outlast their threads, whose ends it does not always hear of
 */
public record TracePart(
        int number, int count, LossAccount whole, List<ContinuedEvent> continued, long continuedLeftOut) {
    /** The most continued events of one track: viewers show no more levels. */
    public static final int MAX_CONTINUED = 512;

    /** The metadata entry that says which part a trace is, such as {@code 2 of 3}. */
    public static final String METADATA_KEY = "trace part";

    /**
     * Copies the list.
     *
     * @param number which of the parts
     * @param count how many parts there are
     * @param whole the account of the whole trace
     * @param continued what is open when the part begins
     * @param continuedLeftOut how many more there are
     */
    public TracePart {
        continued = List.copyOf(continued);
    }

    /** {@return what tells the file of this part from those of the others, such as {@code 02-of-12}} */
    public String label() {
        int digits = Integer.toString(count).length();
        return String.format(Locale.ROOT, "%0" + digits + "d-of-%d", number, count);
    }

    @Override
    public String toString() {
        return number + " of " + count;
    }
}
