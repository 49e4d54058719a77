package io.stepprofiler.cuda;

import io.stepprofiler.cuda.ProcessThreads.Known;
import io.stepprofiler.cuda.WindowCounts.Oddity;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.source.ActivitySink;
import java.util.LinkedHashMap;
import java.util.Map;

/** Handler of allocations and frees of CUDA's memory, which are shown on the calling thread. */
final class MemoryOperations implements RecordHandler {
    private static final int TIME = 1;
    private static final int ADDRESS = 2;
    private static final int BYTES = 3;
    private static final int DEVICE_CONTEXT = 4;
    private static final int STREAM_CORRELATION = 5;
    private static final int KIND = 6;
    private static final int POOL = 7;
    private static final int POOL_SIZE = 8;
    private static final int POOL_USED = 9;
    private static final int RELEASE = 2;
    private static final int MAX_KEPT = 1 << 12;

    private final boolean isWanted;
    private final ProcessThreads threads;
    private final WindowTime window;
    private final WindowCounts counts;

    /** Events whose call has not been read, by correlation id; {@link #calls} has the threads of calls. */
    private final Map<Long, MemoryEvent> withoutCall = new LinkedHashMap<>();

    private final Map<Long, Known> calls = new BoundedMap<>(MAX_KEPT);

    MemoryOperations(boolean isWanted, ProcessThreads threads, WindowTime window, WindowCounts counts) {
        this.isWanted = isWanted;
        this.threads = threads;
        this.window = window;
        this.counts = counts;
    }

    @Override
    public void report(CudaRecord record, ActivitySink sink) {
        long nanos = record.word(TIME);
        if (!window.takes(nanos, nanos)) {
            return;
        }
        boolean isFreed = record.code() == RELEASE;
        boolean isOnDevice = MemoryKind.of(record.low(KIND)).isOnDevice();
        boolean hasPool = record.word(POOL) != 0;
        MemoryEvent event = new MemoryEvent(
                nanos,
                threads.unknown().id(),
                isFreed ? MemoryAction.FREE : MemoryAction.ALLOCATE,
                isOnDevice ? Device.cuda((int) record.low(DEVICE_CONTEXT)) : Device.CPU,
                record.word(ADDRESS),
                isFreed ? -record.word(BYTES) : record.word(BYTES),
                // Totals of the pool, most often the only one of its device; CUPTI reports no others.
                hasPool ? record.word(POOL_USED) : -1,
                hasPool ? record.word(POOL_SIZE) : 0,
                MemoryCategory.UNKNOWN,
                -1);
        long correlation = record.high(STREAM_CORRELATION);
        Known thread = calls.get(correlation);
        if (thread != null) {
            sink.memory(on(event, thread));
        } else if (correlation != 0 && withoutCall.size() < MAX_KEPT) {
            withoutCall.put(correlation, event);
        } else {
            tellWithoutThread(event, sink);
        }
    }

    /** Notes the thread of a call. */
    void calledOn(long correlation, Known thread, ActivitySink sink) {
        if (isWanted) {
            MemoryEvent event = withoutCall.remove(correlation);
            if (event != null) {
                sink.memory(on(event, thread));
            }
            calls.put(correlation, thread);
        }
    }

    @Override
    public void end(ActivitySink sink) {
        withoutCall.values().forEach(event -> tellWithoutThread(event, sink));
        withoutCall.clear();
    }

    private void tellWithoutThread(MemoryEvent event, ActivitySink sink) {
        counts.odd(Oddity.UNKNOWN_THREAD);
        sink.memory(event);
    }

    private static MemoryEvent on(MemoryEvent event, Known thread) {
        return new MemoryEvent(
                event.nanos(),
                thread.id(),
                event.action(),
                event.device(),
                event.address(),
                event.bytes(),
                event.totalAllocated(),
                event.totalReserved(),
                event.category(),
                event.stackId());
    }
}
