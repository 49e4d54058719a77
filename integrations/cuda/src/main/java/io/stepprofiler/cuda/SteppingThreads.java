package io.stepprofiler.cuda;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** The threads that started the window or a step of it, by the numbers that Linux has for them. */
final class SteppingThreads {
    private final LongSupplier numberOfCaller;
    private final Map<Long, Long> javaIds = new ConcurrentHashMap<>();
    private volatile Thread last;

    /** Asks for the number of the calling thread, -1 if it is not known. */
    SteppingThreads(LongSupplier numberOfCaller) {
        this.numberOfCaller = numberOfCaller;
        last = Thread.currentThread();
        remember(last);
    }

    /** Hears of the calling thread; quick where it is the one of the last call. */
    void add(Thread caller) {
        if (caller != last) {
            last = caller;
            remember(caller);
        }
    }

    /** The Java thread that has a number, or -1. */
    long javaThread(long number) {
        return javaIds.getOrDefault(number, -1L);
    }

    @SuppressWarnings("deprecation") // What replaces getId() is younger than the oldest JDK that this is for.
    private void remember(Thread caller) {
        long number = numberOfCaller.getAsLong();
        if (number >= 0) {
            javaIds.put(number, caller.getId());
        }
    }
}
