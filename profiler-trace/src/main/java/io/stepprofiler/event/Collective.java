package io.stepprofiler.event;

import java.util.Locale;

/** An operation that several workers do together. */
public enum Collective {
    /** One worker's data goes to all. */
    BROADCAST,
    /** All workers' data is combined at one. */
    REDUCE,
    /** All workers' data is combined at all. */
    ALL_REDUCE,
    /** All workers' data goes to all. */
    ALL_GATHER,
    /** All workers' data is combined, and each gets a part. */
    REDUCE_SCATTER,
    /** Each worker sends a part to each. */
    ALL_TO_ALL,
    /** All workers' data goes to one. */
    GATHER,
    /** One worker's data goes to all, a part to each. */
    SCATTER,
    /** One worker sends to another. */
    SEND,
    /** One worker receives from another. */
    RECV,
    /** All workers wait for each other. */
    BARRIER;

    /** {@return the name in traces, such as {@code all_reduce}} */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
