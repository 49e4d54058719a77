package io.stepprofiler.mxnet;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** Work that two calls begin and end, several times at once and on any threads; keeps its open starts by thread. */
abstract class TimedWork {
    /** Maximum number of open starts; further ones are not recorded. */
    private static final int MAX_OPEN = 1024;

    private record Open(long thread, long token) {}

    private final String name;
    private final LongSupplier begin;
    private final LongConsumer end;
    private final boolean isHandedOver;
    private final List<Open> open = new ArrayList<>(1);

    /** Takes functions that begin work and end it by its token; {@code isHandedOver} if another thread may end it. */
    TimedWork(String name, LongSupplier begin, LongConsumer end, boolean isHandedOver) {
        this.name = name;
        this.begin = begin;
        this.end = end;
        this.isHandedOver = isHandedOver;
    }

    /** Begins the work on the calling thread, once more if it has begun before. */
    public final synchronized void start() {
        if (open.size() < MAX_OPEN) {
            open.add(new Open(Thread.currentThread().getId(), begin.getAsLong()));
        }
    }

    /**
     * Ends the work that the calling thread began last; if it began none, the oldest open start of a task or frame,
     * which another thread handed over. Does nothing if none is open.
     */
    public final synchronized void stop() {
        long own = Thread.currentThread().getId();
        int last = open.size() - 1;
        while (last >= 0 && open.get(last).thread != own) {
            last--;
        }
        if (last >= 0) {
            end.accept(open.remove(last).token);
        } else if (isHandedOver && !open.isEmpty()) {
            end.accept(open.remove(0).token);
        }
    }

    /** {@return its name} */
    @Override
    public final String toString() {
        return name;
    }
}
