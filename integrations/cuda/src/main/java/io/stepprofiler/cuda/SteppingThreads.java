package io.stepprofiler.cuda;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** Threads that started the window or one of its steps, by their Linux ids. */
final class SteppingThreads {
    private final LongSupplier numberOfCaller;
    private final Map<Long, Long> javaIds = new ConcurrentHashMap<>();
    private volatile Thread last;

    /** Creates the set from a function that returns the Linux id of the calling thread, or -1 if unknown. */
    SteppingThreads(LongSupplier numberOfCaller) {
        this.numberOfCaller = numberOfCaller;
        last = Thread.currentThread();
        remember(last);
    }

    /** Adds the calling thread; quick if the last call had the same thread. */
    void add(Thread caller) {
        if (caller != last) {
            last = caller;
            remember(caller);
        }
    }

    /** Returns the Java thread with a Linux id, or -1. */
    long javaThread(long number) {
        return javaIds.getOrDefault(number, -1L);
    }

    @SuppressWarnings("deprecation") // threadId(), its replacement, requires JDK 19.
    private void remember(Thread caller) {
        long number = numberOfCaller.getAsLong();
        if (number >= 0) {
            javaIds.put(number, caller.getId());
        }
    }
}
