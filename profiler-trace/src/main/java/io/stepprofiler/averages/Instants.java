package io.stepprofiler.averages;

import io.stepprofiler.nesting.OpenEvents;

/** Events of one timeline that take no time, in the order of time. */
interface Instants {
    /** The time of the next event; {@link Long#MAX_VALUE} if there is none. */
    long nextNanos();

    /**
     * Charges the next event to the innermost open event, and once to each group around it; or to a row of its own if
     * none is open.
     */
    void chargeNext(OpenEvents open);
}
