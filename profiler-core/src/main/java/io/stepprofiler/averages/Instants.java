package io.stepprofiler.averages;

import io.stepprofiler.nesting.OpenEvents;

/** Events of one timeline that take no time, in the order of time. */
interface Instants {
    /** When the next one is; {@link Long#MAX_VALUE} if there is none. */
    long nextNanos();

    /**
     * Charges the next one to the event that began last among the open ones, and once to each group around it; or
     * to a row of its own if none is open.
     */
    void chargeNext(OpenEvents open);
}
