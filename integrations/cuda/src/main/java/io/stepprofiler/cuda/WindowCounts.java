package io.stepprofiler.cuda;

import io.stepprofiler.nativeaccess.cuda.CudaCounts;
import java.util.EnumMap;
import java.util.Map;

/** Counts of what a trace lacks of its window, or has in another form than it was, by cause. */
final class WindowCounts {
    /** Takes each count with what it counts. */
    interface Reader {
        void count(long count, String what);
    }

    /** What may be odd about a record that has been read. */
    enum Oddity {
        WITHOUT_TIMES("records lost: without times", true),
        WITHOUT_PLACE("records lost: of a device or a stream that makes no sense", true),
        UNKNOWN_TYPE("records lost: of a type that this version does not know", true),
        ENDLESS_RANGE("NVTX ranges lost: no end came, or no begin", true),
        BACKWARDS("events ended before they began, and are shown without a duration", false),
        BEGAN_BEFORE("events began before the window", false),
        ENDED_AFTER("events ended after the window", false),
        UNKNOWN_CONTEXT("waits for a context of an unknown device are on a lane of their own", false),
        UNKNOWN_THREAD("memory events have no thread: the call that made them was not recorded", false),
        BEFORE_WINDOW("events left out: over before the window began", false),
        OWN_RANGE("NVTX ranges left out: of this profiler, which has them as scopes", false);

        private final String what;
        private final boolean isLoss;

        Oddity(String what, boolean isLoss) {
            this.what = what;
            this.isLoss = isLoss;
        }
    }

    private final Map<Oddity, Long> odd = new EnumMap<>(Oddity.class);
    private CudaCounts counted = new CudaCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    private long told;

    void odd(Oddity oddity) {
        odd.merge(oddity, 1L, Long::sum);
    }

    /** Sets what native code has counted since the window began. */
    void counted(CudaCounts counts) {
        counted = counts;
    }

    /** Events that are not in the trace, since the last call. */
    long takeLost() {
        long before = told;
        told = counted.missing();
        for (Map.Entry<Oddity, Long> each : odd.entrySet()) {
            told += each.getKey().isLoss ? each.getValue() : 0;
        }
        return told - before;
    }

    void describe(Reader reader) {
        reader.count(
                counted.dropped(), "records lost: CUPTI had no buffer for them, or no room of its own on the device");
        reader.count(counted.refusedBuffers(), "times CUPTI asked for a buffer when all were full");
        reader.count(counted.untimed(), "records lost: unfinished when the window was read, or CUPTI took no times");
        reader.count(counted.wrongSize(), "records lost: of another size than is known of their kind");
        reader.count(counted.unknownKind(), "records lost: of kinds that are not known");
        reader.count(counted.brokenBytes(), "bytes of buffers in which CUPTI found no record");
        reader.count(counted.lateBuffers(), "buffers of earlier windows came back too late to be read");
        reader.count(counted.keptBuffers(), "buffers did not come back from CUPTI: what they hold is lost");
        reader.count(counted.lostNames(), "names for which there was no room");
        odd.forEach((oddity, count) -> reader.count(count, oddity.what));
    }
}
