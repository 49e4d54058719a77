package io.stepprofiler.cuda;

import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Recordings of CUDA events, by event for waits, and by call for attributes of the call. */
final class EventRecordings implements RecordHandler {
    private static final int CORRELATION_CONTEXT = 1;
    private static final int STREAM_EVENT = 2;
    private static final int DEVICE = 3;
    private static final int NANOS = 4;
    private static final int NUMBER = 5;
    private static final int MAX_KEPT = 1 << 14;

    /**
     * Recording of an event.
     *
     * @param correlation CUPTI's correlation id of the call
     * @param context context of the event
     * @param stream stream of the recording
     * @param event number of the event
     * @param device device of the stream; {@link CudaRecord#NONE} if CUPTI does not report it
     * @param nanos time of the recording on the device; 0 if unknown
     */
    record Made(long correlation, long context, long stream, long event, long device, long nanos) {}

    /** An event in its context; its last recording counts if CUPTI does not number recordings. */
    private record Event(long context, long event) {}

    private final EventMarks marks;
    private final Map<Event, Made> last = new BoundedMap<>(MAX_KEPT);
    private final Map<Long, Made> byNumber = new BoundedMap<>(MAX_KEPT);
    private final Map<Long, Made> byCall = new BoundedMap<>(MAX_KEPT);

    EventRecordings(EventMarks marks) {
        this.marks = marks;
    }

    @Override
    public void report(CudaRecord record, ActivitySink sink) {
        Made made = new Made(
                record.low(CORRELATION_CONTEXT),
                record.high(CORRELATION_CONTEXT),
                record.low(STREAM_EVENT),
                record.high(STREAM_EVENT),
                // Older records have neither a number nor a device; both read as 0.
                record.word(NUMBER) == 0 && record.low(DEVICE) == 0 ? CudaRecord.NONE : record.low(DEVICE),
                record.word(NANOS));
        last.put(new Event(made.context(), made.event()), made);
        byCall.put(made.correlation(), made);
        if (record.word(NUMBER) != 0) {
            byNumber.put(record.word(NUMBER), made);
        }
        marks.recorded(made, sink);
    }

    @Override
    public void end(ActivitySink sink) {
        marks.end(sink);
    }

    /** Returns the recording that a wait waits for, or null if none was read. */
    @Nullable
    Made awaited(long number, long context, long event) {
        Made exact = number == 0 ? null : byNumber.get(number);
        return exact != null ? exact : last.get(new Event(context, event));
    }

    /** Puts the attributes of a call's recording, if it has one. */
    void putTo(Attributes attributes, long correlation) {
        Made made = byCall.isEmpty() ? null : byCall.get(correlation);
        if (made != null) {
            attributes
                    .put("cuda event", made.event())
                    .put("in stream", made.stream())
                    .put("in context", made.context());
        }
    }
}
