package io.stepprofiler.recording;

import java.util.concurrent.atomic.AtomicInteger;

/** Numbers for threads in windows. */
public final class Tickets {
    private static final AtomicInteger LAST = new AtomicInteger();

    private Tickets() {}

    /** A number for one thread in one window, never 0. It repeats when 2^32 have been taken. */
    public static int next() {
        int ticket = LAST.incrementAndGet();
        return ticket != 0 ? ticket : LAST.incrementAndGet();
    }
}
