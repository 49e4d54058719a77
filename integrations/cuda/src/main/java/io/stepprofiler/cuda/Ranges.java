package io.stepprofiler.cuda;

import io.stepprofiler.cuda.WindowCounts.Oddity;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;
import io.stepprofiler.source.SpanReport;
import java.util.LinkedHashMap;
import java.util.Map;

/** Handler of ranges and marks of NVTX, on a lane for each thread: ranges of NVTX need not nest like scopes. */
final class Ranges implements RecordHandler {
    /** The profiler's domain: its ranges are already in the trace as scopes. */
    static final String OWN_DOMAIN = "stepprofiler";

    private static final int TIME = 1;
    private static final int ID_FLAGS = 2;
    private static final int PROCESS_THREAD = 3;
    private static final int DOMAIN = 4;

    private static final int INSTANT = 1;
    private static final int START = 2;
    private static final int END = 4;
    private static final int OBJECT_THREAD = 2;

    private static final String LANE = "NVTX";

    /** Limit of open ranges; beyond it the oldest, which the program probably never closes, is dropped. */
    private static final int MAX_OPEN = 1 << 14;

    private record Open(String lane, String name, String domain, long start) {}

    private final NativeNames names;
    private final ProcessThreads threads;
    private final WindowTime window;
    private final WindowCounts counts;
    private final Map<Long, Open> open = new LinkedHashMap<>();
    private final SpanReport span = new SpanReport();
    private final Attributes attributes = new Attributes();

    Ranges(NativeNames names, ProcessThreads threads, WindowTime window, WindowCounts counts) {
        this.names = names;
        this.threads = threads;
        this.window = window;
        this.counts = counts;
    }

    @Override
    public void report(CudaRecord record, ActivitySink sink) {
        long flags = record.high(ID_FLAGS);
        long id = record.low(ID_FLAGS);
        if ((flags & END) != 0) {
            Open begun = open.remove(id);
            if (begun == null) {
                counts.odd(Oddity.ENDLESS_RANGE);
            } else {
                report(begun, record.word(TIME), EventKind.SCOPE, sink);
            }
            return;
        }
        int domain = (int) record.low(DOMAIN);
        Open begun = new Open(
                lane(record),
                names.name(record.name()),
                domain == CudaRecord.NO_NAME ? "" : names.name(domain),
                record.word(TIME));
        if ((flags & INSTANT) != 0) {
            report(begun, begun.start(), EventKind.MARKER, sink);
        } else if ((flags & START) != 0) {
            if (open.size() >= MAX_OPEN) {
                open.remove(open.keySet().iterator().next());
                counts.odd(Oddity.ENDLESS_RANGE);
            }
            open.put(id, begun);
        }
    }

    @Override
    public void end(ActivitySink sink) {
        for (Open begun : open.values()) {
            report(begun, Math.max(window.last(), begun.start()), EventKind.SCOPE, sink);
        }
        open.clear();
    }

    private String lane(CudaRecord record) {
        return record.code() == OBJECT_THREAD
                ? LANE + " " + threads.of(record.high(PROCESS_THREAD)).name()
                : LANE;
    }

    private void report(Open range, long end, EventKind kind, ActivitySink sink) {
        if (range.domain().equals(OWN_DOMAIN)) {
            counts.odd(Oddity.OWN_RANGE);
        } else if (window.takes(range.start(), end)) {
            attributes.clear();
            if (!range.domain().isEmpty()) {
                attributes.put("domain", range.domain());
            }
            sink.span(span.onLane(range.lane())
                    .named(range.name(), range.start(), end - range.start())
                    .kind(kind)
                    .attributes(attributes));
        }
    }
}
