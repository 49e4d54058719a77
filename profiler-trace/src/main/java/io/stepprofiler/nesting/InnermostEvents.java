package io.stepprofiler.nesting;

import io.stepprofiler.amount.Search;
import java.util.Arrays;

/**
 * Innermost event at any instant, asked for in any order: a sorted array of the instants at which it changes.
 *
 * <p>Takes at most 24 bytes an event; if instants only rise, {@link Nesting#innermostAt} needs none. Immutable and safe
 * on any thread.
 *
 * @see io.stepprofiler.nesting the rules
 */
public final class InnermostEvents {
    private final long[] instants;
    private final int[] events;

    /**
     * Finds the innermost events among events that are given by their times and identified by their indices. Takes time
     * proportional to their number.
     *
     * @param starts starts of the events, ascending; if events start together, the outer one comes first
     * @param ends ends of the events on the same clock, none before its start
     */
    public InnermostEvents(long[] starts, long[] ends) {
        // It changes at most at each start and at each end.
        long[] changes = new long[2 * starts.length];
        int[] innermost = new int[2 * starts.length];
        int size = 0;
        OpenEvents open = new OpenEvents();
        for (int i = 0; i <= starts.length; i++) {
            long until = i < starts.length ? starts[i] : Long.MAX_VALUE;
            while (open.depth() > 0 && open.innermostEnd() <= until) {
                changes[size] = open.innermostEnd();
                open.closeUntil(changes[size]);
                innermost[size++] = open.innermost();
            }
            if (i < starts.length) {
                open.begin(i, starts[i], ends[i]);
                changes[size] = starts[i];
                innermost[size++] = i;
            }
        }
        instants = Arrays.copyOf(changes, size);
        events = Arrays.copyOf(innermost, size);
    }

    /**
     * {@return the index of the event that is innermost at an instant, or {@link OpenEvents#NONE}}
     *
     * <p>Takes time proportional to the logarithm of the number of events.
     *
     * @param instant the instant, on the clock of the events
     */
    public int at(long instant) {
        // The last of several changes at one instant counts.
        int count = Search.upTo(instant, instants.length, instants);
        return count == 0 ? OpenEvents.NONE : events[count - 1];
    }
}
