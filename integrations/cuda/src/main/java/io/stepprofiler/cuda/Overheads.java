package io.stepprofiler.cuda;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.SpanReport;
import java.util.Map;

/** Handler of overhead of CUPTI, and of the driver on its behalf. */
final class Overheads implements RecordHandler {
    static final String LANE = "CUPTI overhead";

    private static final int START = 1;
    private static final int END = 2;
    private static final int KIND_CORRELATION = 3;
    private static final int FIRST_OF_CUPTI = 16;

    /** Names by the upper bits of CUPTI's numbers; number 1 is the driver's compiler. */
    private static final Map<Integer, String> OF_CUPTI = Map.of(
            1, "Activity Buffer Flush",
            2, "Instrumentation",
            3, "Resource",
            4, "Runtime Triggered Module Loading",
            5, "Lazy Function Loading",
            6, "Command Buffer Full",
            7, "Activity Buffer Request",
            8, "UVM Activity Init");

    private final SpanReport span = new SpanReport().onLane(LANE);
    private final WindowTime window;

    Overheads(WindowTime window) {
        this.window = window;
    }

    @Override
    public void report(CudaRecord record, ActivitySink sink) {
        long start = record.word(START);
        long end = record.word(END);
        if (window.takes(start, end)) {
            sink.span(span.named(name((int) record.low(KIND_CORRELATION)), start, end - start)
                    .kind(EventKind.PROFILER));
        }
    }

    private static String name(int kind) {
        return kind == 1 ? "Driver Compiler" : OF_CUPTI.getOrDefault(kind >>> FIRST_OF_CUPTI, "Unknown");
    }
}
