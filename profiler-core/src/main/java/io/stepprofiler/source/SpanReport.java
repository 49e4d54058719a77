package io.stepprofiler.source;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.OpSignature;
import java.util.List;
import java.util.Objects;

/**
 * Report of a span by an activity source: its place, name, times and details.
 *
 * <p>Reusable, so that a source reports millions of spans without an object for each:
 *
 * <pre>{@code
 * SpanReport span = new SpanReport().onStream(device, stream);
 * for (Kernel kernel : kernels) {
 *     sink.span(span.named(kernel.name(), kernel.start(), kernel.duration())
 *             .kind(EventKind.KERNEL)
 *             .correlation(kernel.id()));
 * }
 * }</pre>
 *
 * <p>A sink copies what it takes. Methods throw for errors that only a defect of the source can cause; errors
 * that the recorded program can cause, such as a missing name or an unknown device, are left to the sink, which counts
 * them. Used by one thread at a time.
 */
public final class SpanReport {
    /** Kind of place that a span is shown at. */
    public enum Place {
        /** A lane of the source's own, shown like a thread. */
        LANE,
        /** A thread, whose scopes and spans are nested in each other. */
        THREAD,
        /** A stream of a device. */
        STREAM
    }

    private static final long[] NO_STORAGES = {};

    private Place place = Place.LANE;
    private String placeName = "";
    private Device device = Device.CPU;
    private long placeNumber;
    private String name = "";
    private long startNanos;
    private long durationNanos;
    private EventKind kind = EventKind.SCOPE;
    private String moduleType = "";
    private boolean async;
    private boolean unfinished;
    private OpSignature signature = OpSignature.UNKNOWN;
    private long[] storages = NO_STORAGES;
    private long sequenceNumber = -1;
    private long forwardThread = -1;
    private long correlation = -1;
    private List<StackTraceElement> stack = List.of();
    private Attributes attributes = Attributes.NONE;

    /** Creates a report without a place, a name and times. */
    public SpanReport() {}

    /**
     * Sets the place of this span and later ones: a lane of the source's own.
     *
     * @param lane the lane's name, shown like a thread's
     * @return this report
     */
    public SpanReport onLane(String lane) {
        place = Place.LANE;
        placeName = lane;
        return this;
    }

    /**
     * Sets the place of this span and later ones: a thread, nested among its scopes.
     *
     * @param id id of the Java thread; for another thread a unique number below 2^40
     * @param threadName the name of the thread, if it has recorded nothing else
     * @return this report
     */
    public SpanReport onThread(long id, String threadName) {
        place = Place.THREAD;
        placeName = threadName;
        placeNumber = id;
        return this;
    }

    /**
     * Sets the place of this span and later ones: a stream of a device.
     *
     * @param ofDevice the device
     * @param stream number of the stream that the work was done in, 0 or more
     * @return this report
     */
    public SpanReport onStream(Device ofDevice, int stream) {
        place = Place.STREAM;
        device = ofDevice;
        placeNumber = stream;
        return this;
    }

    /**
     * Begins the report of another span at the same place, of which nothing else is known.
     *
     * @param ofSpan its name, such as {@code aten::addmm}; if null or empty, it is recorded as unnamed, and counted
     * @param start when it began, in nanoseconds on the clock of {@link System#nanoTime()}
     * @param duration how long it took in nanoseconds, 0 or more
     * @return this report
     */
    public SpanReport named(String ofSpan, long start, long duration) {
        name = ofSpan;
        startNanos = start;
        durationNanos = duration;
        kind = EventKind.SCOPE;
        moduleType = "";
        async = false;
        unfinished = false;
        signature = OpSignature.UNKNOWN;
        storages = NO_STORAGES;
        sequenceNumber = -1;
        forwardThread = -1;
        correlation = -1;
        stack = List.of();
        attributes = Attributes.NONE;
        return this;
    }

    /**
     * {@return this report} Sets its kind.
     *
     * @param value the kind; default {@link EventKind#SCOPE}
     */
    public SpanReport kind(EventKind value) {
        kind = value;
        return this;
    }

    /**
     * {@return this report} Makes it a module.
     *
     * @param type the type of its class, such as {@code Linear}; empty if not known
     */
    public SpanReport module(String type) {
        moduleType = Objects.requireNonNull(type, "type");
        return kind(EventKind.MODULE);
    }

    /**
     * {@return this report} Sets whether it is asynchronous: it may overlap later events of its thread, and takes no part in the nesting.
     *
     * @param value true if it is; default false
     */
    public SpanReport async(boolean value) {
        async = value;
        return this;
    }

    /**
     * {@return this report} Sets whether it was still running when recording stopped: it lasts until then, and is marked.
     *
     * @param value true if it was; default false
     */
    public SpanReport unfinished(boolean value) {
        unfinished = value;
        return this;
    }

    /**
     * {@return this report} Sets its signature, which only spans on threads have.
     *
     * @param value default {@link OpSignature#UNKNOWN}
     */
    public SpanReport signature(OpSignature value) {
        signature = Objects.requireNonNull(value, "signature");
        return this;
    }

    /**
     * {@return this report} Sets the storages of its tensors.
     *
     * @param addresses one for each tensor of the signature, inputs then outputs, else all are left out and counted;
     *     not to be changed until the span is reported; default none
     */
    public SpanReport storages(long... addresses) {
        storages = Objects.requireNonNull(addresses, "addresses");
        return this;
    }

    /**
     * {@return this report} Sets the number that a forward operation and its backward operation share.
     *
     * @param number the number, 0 or more; -1, the default, for none
     * @param thread for a backward operation the id of the thread of its forward operation; else -1
     * @throws IllegalArgumentException if one is below -1
     */
    public SpanReport sequence(long number, long thread) {
        sequenceNumber = orNone("number", number);
        forwardThread = orNone("thread", thread);
        return this;
    }

    /**
     * {@return this report} Sets the number that an operation and its work on a device share.
     *
     * @param number the number, 0 or more; -1, the default, for none
     * @throws IllegalArgumentException if it is below -1
     */
    public SpanReport correlation(long number) {
        correlation = orNone("number", number);
        return this;
    }

    /**
     * {@return this report} Sets the call stack it was called from.
     *
     * @param frames innermost frame first; default empty
     */
    public SpanReport stack(List<StackTraceElement> frames) {
        stack = frames;
        return this;
    }

    /**
     * {@return this report} Sets further attributes, which become the arguments of the event.
     *
     * <p>They count against the bytes that the buffers of a window may take ({@link
     * io.stepprofiler.RecordingLimits#withMaxBufferBytes}), and their distinct names and texts against {@value
     * io.stepprofiler.recording.Limits#MAX_NAMES}. Attributes that do not fit are left out and counted ({@link
     * io.stepprofiler.event.Anomaly#ARGUMENT_DROPPED}); the event stays.
     *
     * @param value not to be changed until the span is reported; default none
     */
    public SpanReport attributes(Attributes value) {
        attributes = value;
        return this;
    }

    private static long orNone(String parameter, long number) {
        if (number < -1) {
            throw new IllegalArgumentException(
                    parameter + " = " + number + " is not allowed: must be 0 or more, or -1 for none");
        }
        return number;
    }

    /** {@return the kind of its place} */
    public Place place() {
        return place;
    }

    /** {@return the name of its lane or thread, if it is on one} */
    public String placeName() {
        return placeName;
    }

    /** {@return the id of its thread, or the number of its stream, if it is on one} */
    public long placeNumber() {
        return placeNumber;
    }

    /** {@return the device of its stream, if it is on one} */
    public Device device() {
        return device;
    }

    /** {@return its name; empty if it has none} */
    public String name() {
        return name;
    }

    /** {@return when it began, in nanoseconds} */
    public long startNanos() {
        return startNanos;
    }

    /** {@return how long it took, in nanoseconds} */
    public long durationNanos() {
        return durationNanos;
    }

    /** {@return its kind} */
    public EventKind kind() {
        return kind;
    }

    /** {@return the type of its class, for a module; else empty} */
    public String moduleType() {
        return moduleType;
    }

    /** {@return whether it is asynchronous} */
    public boolean isAsync() {
        return async;
    }

    /** {@return whether it was still running when recording stopped} */
    public boolean isUnfinished() {
        return unfinished;
    }

    /** {@return its signature} */
    public OpSignature signature() {
        return signature;
    }

    /** {@return the addresses of the storages of its tensors, inputs then outputs; empty if not known; no copy} */
    public long[] storages() {
        return storages;
    }

    /** {@return the number that it shares with its forward or backward operation; -1 for none} */
    public long sequenceNumber() {
        return sequenceNumber;
    }

    /** {@return the id of the thread of its forward operation, for a backward operation; else -1} */
    public long forwardThread() {
        return forwardThread;
    }

    /** {@return the number that it shares with work on a device; -1 for none} */
    public long correlation() {
        return correlation;
    }

    /** {@return the call stack it was called from, innermost frame first; empty if not known} */
    public List<StackTraceElement> stack() {
        return stack;
    }

    /** {@return its further attributes; empty if there are none} */
    public Attributes attributes() {
        return attributes;
    }
}
