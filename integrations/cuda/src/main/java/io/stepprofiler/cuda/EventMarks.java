package io.stepprofiler.cuda;

import io.stepprofiler.cuda.EventRecordings.Made;
import io.stepprofiler.cuda.WindowCounts.Oddity;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;
import java.util.Map;

/**
 * Marks of recordings of CUDA events on their streams: at the time of the device, else at the time of the call. A
 * recording waits until its call and context have been read.
 */
final class EventMarks {
    private static final String NAME = "Event Record";

    /** Part of the names of runtime and driver functions that record events. */
    private static final String CALL = "EventRecord";

    private static final int MAX_KEPT = 1 << 12;

    private final DeviceEvents events;
    private final CudaContexts devices;
    private final WindowCounts counts;
    private final Map<Long, Long> calls = new BoundedMap<>(MAX_KEPT);
    private final Attributes attributes = new Attributes();
    private final PendingQueue<Made> kept = new PendingQueue<>(MAX_KEPT, this::isKnown, this::report);

    EventMarks(DeviceEvents events, CudaContexts devices, WindowCounts counts) {
        this.events = events;
        this.devices = devices;
        this.counts = counts;
    }

    /** Notes a call; its recording may come before or after it. */
    void called(String function, long correlation, long start) {
        if (function.contains(CALL)) {
            calls.put(correlation, start);
        }
    }

    void recorded(Made made, ActivitySink sink) {
        if (isKnown(made)) {
            report(made, sink);
        } else {
            kept.add(made, sink);
        }
    }

    /** Delivers the recordings whose call and context have been read by now. */
    void tellKnown(ActivitySink sink) {
        kept.tellKnown(sink);
    }

    /** Delivers all: no more records are read. */
    void end(ActivitySink sink) {
        kept.tellAll(sink);
    }

    private boolean isKnown(Made made) {
        return (made.nanos() > 0 || calls.containsKey(made.correlation())) && devices.ofContext(made.context()) != null;
    }

    private void report(Made made, ActivitySink sink) {
        Long ofContext = devices.ofContext(made.context());
        long device = ofContext != null ? ofContext : made.device();
        if (device == CudaRecord.NONE) {
            counts.odd(Oddity.WITHOUT_PLACE);
            return;
        }
        attributes.clear().put("cuda event", made.event()).put("context", made.context());
        if (made.nanos() <= 0) {
            attributes.put("time", "of the call");
        }
        long nanos = made.nanos() > 0 ? made.nanos() : calls.getOrDefault(made.correlation(), 0L);
        events.report(
                sink, device, made.stream(), EventKind.MARKER, NAME, made.correlation(), nanos, nanos, attributes);
    }
}
