package io.stepprofiler.mxnet;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** Work that two calls begin and end, several times at once and on any threads; keeps its open starts by thread. */
abstract class TimedWork {
    /** Maximum number of open starts; further ones are not recorded. */
    private static final int MAX_OPEN = 1024;

    private record Open(long thread, long token, long startNanos) {}

    private final String category;
    private final String name;
    private final LongSupplier begin;
    private final LongConsumer end;
    private final boolean isHandedOver;
    private final List<Open> open = new ArrayList<>(1);

    /**
     * Takes functions that begin work and end it by its token.
     *
     * @param category its category in statistics
     * @param isHandedOver whether another thread may end it
     */
    TimedWork(String category, String name, LongSupplier begin, LongConsumer end, boolean isHandedOver) {
        this.category = category;
        this.name = name;
        this.begin = begin;
        this.end = end;
        this.isHandedOver = isHandedOver;
    }

    /** Begins the work on the calling thread, once more if it has begun before. */
    public final synchronized void start() {
        if (open.size() < MAX_OPEN) {
            open.add(new Open(Thread.currentThread().getId(), begin.getAsLong(), System.nanoTime()));
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
            end(open.remove(last));
        } else if (isHandedOver && !open.isEmpty()) {
            end(open.remove(0));
        }
    }

    private void end(Open ended) {
        end.accept(ended.token);
        if (ended.token != 0) {
            AcrossFiles.end(category, name, ended.startNanos);
        }
    }

    /** {@return its name} */
    @Override
    public final String toString() {
        return name;
    }
}
