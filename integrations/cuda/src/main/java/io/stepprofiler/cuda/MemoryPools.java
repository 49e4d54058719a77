package io.stepprofiler.cuda;

import io.stepprofiler.cuda.WindowCounts.Oddity;
import io.stepprofiler.source.ActivitySink;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Pools that CUDA keeps memory in, as counters of each: what it has taken from the device, and what of that is used. */
final class MemoryPools implements Teller {
    private static final int TIME = 1;
    private static final int ADDRESS = 2;
    private static final int SIZE = 3;
    private static final int USED = 4;
    private static final int DEVICE_CORRELATION = 7;
    private static final int TYPE_PROCESS = 8;

    private static final int DESTROYED = 2;

    /** Of this process: CUPTI tells the sizes of no others. */
    private static final int LOCAL = 1;

    /** A counter is a row in viewers. */
    private static final int MAX_POOLS = 64;

    private record Pool(long device, long address) {}

    private final WindowTime window;
    private final WindowCounts counts;

    /** A pool at the address of one before has its number. */
    private final Map<Pool, Integer> numbers = new HashMap<>();

    /** Those of which CUPTI has said how much is used, which older ones do not. */
    private final Set<Pool> withUse = new HashSet<>();

    MemoryPools(WindowTime window, WindowCounts counts) {
        this.window = window;
        this.counts = counts;
    }

    @Override
    public void tell(CudaRecord record, ActivitySink sink) {
        long nanos = record.word(TIME);
        if (record.low(TYPE_PROCESS) == LOCAL && window.takes(nanos, nanos)) {
            boolean isGone = record.code() == DESTROYED;
            sample(
                    record.low(DEVICE_CORRELATION),
                    record.word(ADDRESS),
                    nanos,
                    isGone ? 0 : record.word(SIZE),
                    isGone ? 0 : record.word(USED),
                    sink);
        }
    }

    /** Tells how large a pool is now, and how much of it is used. */
    void sample(long device, long address, long nanos, long size, long used, ActivitySink sink) {
        Pool pool = new Pool(device, address);
        if (!numbers.containsKey(pool) && numbers.size() == MAX_POOLS) {
            counts.odd(Oddity.MANY_POOLS);
            return;
        }
        int number = numbers.computeIfAbsent(pool, any -> numbers.size() + 1);
        String name = "GPU " + device + " memory pool " + number;
        sink.sample(name + " size (bytes)", nanos, (double) size);
        if (used > 0) {
            withUse.add(pool);
        }
        if (withUse.contains(pool)) {
            sink.sample(name + " used (bytes)", nanos, (double) used);
        }
    }
}
