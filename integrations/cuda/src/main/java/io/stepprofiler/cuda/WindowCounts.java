package io.stepprofiler.cuda;

import io.stepprofiler.nativeaccess.cuda.CudaCounts;
import java.util.EnumMap;
import java.util.Map;

/** Counts of records that a trace lacks or has in an altered form, by cause. */
final class WindowCounts {
    /** Consumer of counts with their descriptions. */
    interface Reader {
        void count(long count, String what);
    }

    /** Anomaly of a record. */
    enum Oddity {
        WITHOUT_TIMES("records lost: unfinished when the window was read, or CUPTI took no times", true),
        WITHOUT_PLACE("records lost: of an invalid device or stream", true),
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
    private CudaCounts counted = new CudaCounts(0, 0, 0, 0, 0, 0, 0, 0, 0);
    private long told;

    void odd(Oddity oddity) {
        odd.merge(oddity, 1L, Long::sum);
    }

    /** Sets the counts of native code since the window began. */
    void counted(CudaCounts counts) {
        counted = counts;
    }

    /** Returns the number of events lost since the last call. */
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
        reader.count(counted.wrongSize(), "records lost: of an unknown size for their kind");
        reader.count(counted.unknownKind(), "records lost: of unknown kinds");
        reader.count(counted.brokenBytes(), "bytes of buffers in which CUPTI found no record");
        reader.count(counted.lateBuffers(), "buffers of earlier windows came back too late to be read");
        reader.count(counted.keptBuffers(), "buffers did not come back from CUPTI: their records are lost");
        reader.count(counted.lostNames(), "names for which there was no room");
        odd.forEach((oddity, count) -> reader.count(count, oddity.what));
    }
}
