package io.stepprofiler.cuda;

import io.stepprofiler.cuda.WindowCounts.Oddity;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;
import io.stepprofiler.source.SpanReport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Handler of waits for streams, events and contexts, which are shown on the awaited or the waiting stream. */
final class Synchronizations implements RecordHandler {
    private static final int START = 1;
    private static final int END = 2;
    private static final int CORRELATION_CONTEXT = 3;
    private static final int STREAM_EVENT = 4;
    private static final int NUMBER = 5;

    /** Names by CUPTI's numbers. */
    private static final String[] KINDS = {
        "Unknown Sync", "Event Sync", "Stream Wait Event", "Stream Sync", "Context Sync"
    };

    /** Maximum number of waits that are kept until their device is known; further ones are reported without it. */
    private static final int MAX_KEPT = 1 << 12;

    private static final String LANE = "CUDA synchronization";

    /** Content of a record. */
    private record Wait(
            String kind, long start, long end, long correlation, long context, long stream, long event, long number) {}

    private final DeviceEvents events;
    private final CudaContexts devices;
    private final EventRecordings recordings;
    private final Correlations correlations;
    private final WindowTime window;
    private final WindowCounts counts;
    private final List<Wait> kept = new ArrayList<>();
    private final SpanReport span = new SpanReport().onLane(LANE);
    private final Attributes attributes = new Attributes();

    Synchronizations(
            DeviceEvents events,
            CudaContexts devices,
            EventRecordings recordings,
            Correlations correlations,
            WindowTime window,
            WindowCounts counts) {
        this.events = events;
        this.devices = devices;
        this.recordings = recordings;
        this.correlations = correlations;
        this.window = window;
        this.counts = counts;
    }

    @Override
    public void report(CudaRecord record, ActivitySink sink) {
        int kind = record.code() < KINDS.length ? record.code() : 0;
        Wait wait = new Wait(
                KINDS[kind],
                record.word(START),
                record.word(END),
                record.low(CORRELATION_CONTEXT),
                record.high(CORRELATION_CONTEXT),
                record.low(STREAM_EVENT),
                record.high(STREAM_EVENT),
                record.word(NUMBER));
        Long device = devices.ofContext(wait.context());
        if (device == null && kept.size() < MAX_KEPT) {
            kept.add(wait);
        } else {
            report(wait, device, sink);
        }
    }

    @Override
    public void end(ActivitySink sink) {
        kept.forEach(wait -> report(wait, devices.ofContext(wait.context()), sink));
        kept.clear();
    }

    private void report(Wait wait, @Nullable Long device, ActivitySink sink) {
        attributes.clear().put("cuda_sync_kind", wait.kind());
        long stream = wait.stream();
        if (wait.event() != CudaRecord.NONE) {
            EventRecordings.@Nullable Made awaited = recordings.awaited(wait.number(), wait.context(), wait.event());
            attributes.put("wait_on_cuda_event_id", wait.event());
            if (awaited != null) {
                attributes
                        .put("wait_on_stream", awaited.stream())
                        .put("wait_on_cuda_event_record_corr_id", correlations.of(awaited.correlation()));
                stream = stream == CudaRecord.NONE ? awaited.stream() : stream;
            }
        }
        attributes.put("context", wait.context());
        if (device == null) {
            counts.odd(Oddity.UNKNOWN_CONTEXT);
            if (window.takes(wait.start(), wait.end())) {
                sink.span(span.named(wait.kind(), wait.start(), wait.end() - wait.start())
                        .kind(EventKind.RUNTIME)
                        .attributes(attributes));
            }
            return;
        }
        // A wait for all streams of a context has no stream.
        long place = stream == CudaRecord.NONE ? 0 : stream;
        events.report(
                sink,
                device,
                place,
                EventKind.RUNTIME,
                wait.kind(),
                wait.correlation(),
                wait.start(),
                wait.end(),
                attributes);
    }
}
