package io.stepprofiler.mxnet;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** The open starts of one object, by the threads that began them. For any thread. */
final class OpenTokens {
    /** Most that are open at a time; more are not recorded. */
    private static final int MAX_OPEN = 1024;

    private record Open(long thread, long token) {}

    private final List<Open> open = new ArrayList<>(1);

    /** Begins one, if there is room. */
    synchronized void begin(LongSupplier begin) {
        if (open.size() < MAX_OPEN) {
            open.add(new Open(Thread.currentThread().getId(), begin.getAsLong()));
        }
    }

    /** The last one that the calling thread has begun; 0, which ends nothing, if it has begun none. */
    synchronized long endOwn() {
        long own = Thread.currentThread().getId();
        for (int i = open.size() - 1; i >= 0; i--) {
            if (open.get(i).thread == own) {
                return open.remove(i).token;
            }
        }
        return 0;
    }

    /** The same; if the thread has begun none, the oldest of the others, which has been handed over. */
    synchronized long end() {
        long token = endOwn();
        return token != 0 || open.isEmpty() ? token : open.remove(0).token;
    }
}
