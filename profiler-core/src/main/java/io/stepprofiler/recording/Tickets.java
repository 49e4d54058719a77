package io.stepprofiler.recording;

import java.util.concurrent.atomic.AtomicInteger;

/** Source of the numbers of threads in windows. */
public final class Tickets {
    private static final AtomicInteger LAST = new AtomicInteger();

    private Tickets() {}

    /** Returns a number for one thread in one window, never 0. It repeats after 2^32 calls. */
    public static int next() {
        int ticket = LAST.incrementAndGet();
        return ticket != 0 ? ticket : LAST.incrementAndGet();
    }
}
