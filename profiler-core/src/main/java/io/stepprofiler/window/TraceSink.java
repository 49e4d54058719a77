package io.stepprofiler.window;

import io.stepprofiler.columns.TraceColumns;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.recording.Limits;
import io.stepprofiler.recording.NameTable;
import io.stepprofiler.segment.OverColumns;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.SpanReport;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Sink that adds the reports of an activity source to a trace, until it is closed because the source is too slow. */
public final class TraceSink implements ActivitySink {
    /** Maximum number of lost events in one report, so that no sum overflows a long. */
    private static final long MAX_LOST = 1L << 40;

    /** Maximum weight of one sample, so that no sum overflows a long. */
    private static final long MAX_WEIGHT = Limits.MAX_MEMORY_BYTES;

    private final TraceBuilder trace;
    private final AttributeWriter attributeWriter;
    private final BiConsumer<String, MetadataValue> notes;
    private boolean closed;
    private long lost;

    public TraceSink(TraceBuilder trace, AttributeWriter attributeWriter, BiConsumer<String, MetadataValue> notes) {
        this.trace = trace;
        this.attributeWriter = attributeWriter;
        this.notes = notes;
    }

    /** Makes the sink ignore further reports. */
    public synchronized void close() {
        closed = true;
    }

    /** Adds earlier deliveries of a source, which are not to be used any more. */
    public synchronized void add(TraceColumns delivered) {
        if (!closed) {
            trace.addAll(OverColumns.builder(delivered));
        }
    }

    @Override
    public synchronized void span(SpanReport span) {
        if (isTaken(isUsable(span))) {
            TrackBuilder track = track(span);
            int nameId = trace.nameId(usable(span.name()), span.kind(), span.moduleType());
            trace.begun(1);
            if (span.durationNanos() < 0) {
                trace.anomaly(Anomaly.NEGATIVE_DURATION, 1);
            }
            add(span, track, track.add(nameId, span.startNanos(), span.durationNanos()));
        }
    }

    private TrackBuilder track(SpanReport span) {
        return switch (span.place()) {
            case LANE -> trace.lane(usable(span.placeName()));
            case THREAD -> trace.thread(span.placeNumber(), usable(span.placeName()));
            case STREAM -> trace.stream(span.device(), (int) span.placeNumber());
        };
    }

    /** Adds what is known of a span besides its name and times. */
    private void add(SpanReport span, TrackBuilder track, int event) {
        if (span.isUnfinished()) {
            track.unfinished(event);
        }
        if (span.isAsync()) {
            track.async(event);
        }
        if (span.place() == SpanReport.Place.THREAD) {
            // An event with a signature is an operation, even if the signature is not known.
            track.signature(event, trace.signatureId(span.signature()));
        }
        if (span.sequenceNumber() >= 0) {
            track.sequence(event, span.sequenceNumber(), span.forwardThread());
        }
        if (span.correlation() >= 0) {
            track.correlation(event, span.correlation());
        }
        addStorages(track, event, span);
        if (!span.stack().isEmpty()) {
            track.stack(event, trace.stackId(List.copyOf(span.stack())));
        }
        attributeWriter.write(span.attributes(), track, event);
    }

    @Override
    public synchronized void memory(MemoryEvent event) {
        if (isTaken(isUsable(event))) {
            trace.begun(1);
            trace.memory(event.withStack(-1));
        }
    }

    @Override
    public synchronized void stackSample(
            long threadId, String threadName, SampleKind kind, long nanos, List<StackTraceElement> stack, long weight) {
        if (isTaken(kind != null && isThread(threadId) && isUsable(stack) && weight >= 0 && weight <= MAX_WEIGHT)) {
            trace.begun(1);
            trace.thread(threadId, usable(threadName));
            int stackId = stack.isEmpty() ? -1 : trace.stackId(List.copyOf(stack));
            trace.stackSample(new StackSample(nanos, threadId, kind, stackId, weight));
        }
    }

    @Override
    public synchronized void note(String key, String value) {
        if (!closed) {
            notes.accept(usable(key), new MetadataValue(note(value), false));
        }
    }

    @Override
    public synchronized void sample(String counter, long nanos, double value) {
        if (!closed) {
            String name = usable(counter);
            trace.begun(1);
            trace.counter(name, nanos, value);
        }
    }

    @Override
    public synchronized void stepsNotSampled(long count) {
        if (!closed && count > 0) {
            trace.anomaly(Anomaly.STEP_NOT_SAMPLED, count);
        }
    }

    @Override
    public synchronized void lost(long count) {
        if (!closed && count > 0) {
            long counted = Math.min(count, MAX_LOST);
            trace.begun(counted);
            trace.dropped(DropCause.SOURCE, counted);
            lost += counted;
        }
    }

    /** Returns the number of events that the source has lost so far. */
    public synchronized long lostEvents() {
        return lost;
    }

    /**
     * Returns the text of a note, which may be longer than a name because it occurs once, such as the properties of
     * several devices.
     */
    private String note(@Nullable String value) {
        if (value == null || value.isEmpty()) {
            return usable(value);
        }
        boolean isTooLong = value.length() > Limits.MAX_NOTE_LENGTH;
        if (isTooLong) {
            trace.anomaly(Anomaly.TEXT_TRUNCATED, 1);
        }
        return isTooLong ? value.substring(0, Limits.MAX_NOTE_LENGTH) + "…" : value;
    }

    /** True if a report is to be added: it is in time and valid; counts an invalid one. */
    private boolean isTaken(boolean usable) {
        if (!closed && !usable) {
            trace.begun(1);
            trace.dropped(DropCause.INVALID, 1);
        }
        return !closed && usable;
    }

    /** True if a span is valid; sources without a null checker may pass null. */
    private static boolean isUsable(@Nullable SpanReport span) {
        return span != null
                && span.kind() != null
                && span.attributes() != null
                && isUsable(span.stack())
                && switch (span.place()) {
                    case LANE -> true;
                    case THREAD -> isThread(span.placeNumber());
                    case STREAM -> isKnown(span.device()) && span.placeNumber() >= 0;
                };
    }

    private static boolean isUsable(@Nullable List<StackTraceElement> stack) {
        return stack != null && stack.stream().allMatch(Objects::nonNull);
    }

    private static boolean isThread(long id) {
        return id >= 0 && id < TraceBuilder.FIRST_LANE_ID;
    }

    private static boolean isUsable(@Nullable MemoryEvent event) {
        if (event == null || event.action() == null || event.category() == null || !isKnown(event.device())) {
            return false;
        }
        boolean rightSign = event.action() == MemoryAction.FREE ? event.bytes() <= 0 : event.bytes() >= 0;
        return rightSign && event.bytes() <= Limits.MAX_MEMORY_BYTES && event.bytes() >= -Limits.MAX_MEMORY_BYTES;
    }

    private static boolean isKnown(@Nullable Device device) {
        return device != null && device.type() != null;
    }

    /** Adds the storages of all tensors, or none if the operands are not known. */
    private void addStorages(TrackBuilder track, int event, SpanReport span) {
        OpSignature signature = span.signature();
        int count = span.storages().length;
        if (count == signature.inputTensorCount() + signature.outputTensorCount()) {
            track.tensors(event, span.storages(), 0, count);
        } else if (count > 0) {
            trace.anomaly(Anomaly.DETAILS_CUT, 1);
        }
    }

    private String usable(@Nullable String name) {
        return usable(name, trace);
    }

    /** Returns a name that files can hold; counts in the trace whether it had to be changed. */
    public static String usable(@Nullable String name, TraceBuilder trace) {
        if (name == null || name.isEmpty()) {
            trace.anomaly(Anomaly.UNNAMED, 1);
            return NameTable.UNNAMED;
        }
        if (NameTable.isTooLong(name)) {
            trace.anomaly(Anomaly.TEXT_TRUNCATED, 1);
        }
        return NameTable.shortened(name);
    }
}
