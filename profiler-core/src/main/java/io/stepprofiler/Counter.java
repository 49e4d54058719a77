package io.stepprofiler;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.recording.CounterListener;
import io.stepprofiler.recording.CounterValue;
import io.stepprofiler.recording.MemoryBoundary;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.ThreadRecorder;
import io.stepprofiler.recording.Window;
import io.stepprofiler.source.ActivityType;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A figure that changes over time, such as the loss or the length of a queue, drawn as a graph above the threads.
 *
 * <pre>{@code
 * private static final Counter LOSS = Counter.of("loss");
 * private static final Counter QUEUED = Counter.of("queued");
 * }</pre>
 *
 * <p>Record a figure that is kept elsewhere in each step; update a value that the counter itself keeps when it changes:
 *
 * <pre>{@code
 * LOSS.record(loss);
 * QUEUED.increment();
 * }</pre>
 *
 * <p>The value that a counter keeps is a signed number of 64 bits, 0 at first, and is changed atomically by any thread,
 * also while nothing is recorded. While a window is open, each change records a sample of the new value: the samples in
 * order of time are all values that the counter had. {@linkplain #record Recording} a figure does not change the value;
 * use a counter in one of the two ways.
 *
 * <p>For any thread; never throws. Samples of all threads under one name make one graph.
 */
public final class Counter {
    private static final ConcurrentHashMap<Label, Counter> COUNTERS = new ConcurrentHashMap<>();

    private static final MemoryBoundary.Work<String, String, Object, Counter> FIND =
            (name, domain, none, number, other) -> find(name, domain);

    /** The counter whose name is lost, for lack of memory: windows count its samples as unnamed. */
    private static final Counter NAMELESS = new Counter(Label.NAMELESS);

    private final Label label;
    private final CounterValue value;

    private Counter(Label label) {
        this.label = label;
        value = new CounterValue(label.ref, label.eventName());
    }

    /**
     * {@return the counter of this name, without a domain; equal names share one counter} Never throws, see {@link
     * Label#of}: counters beyond the limit of labels do not share their values, and the counters for whose names there is
     * no memory are one counter.
     *
     * @param name the name, of 1 to {@value Label#MAX_LENGTH} characters
     */
    public static Counter of(String name) {
        return of(name, "");
    }

    /**
     * {@return the counter of this name in a domain; the same name in two domains stands for two counters} Never throws,
     * see {@link Label#of}.
     *
     * @param name the name, of 1 to {@value Label#MAX_LENGTH} characters
     * @param domain name of the group that the counter belongs to; empty for none
     */
    public static Counter of(String name, String domain) {
        Counter found = MemoryBoundary.within(FIND, MemoryBoundary.NOTHING, name, domain, null, 0, 0);
        return found == null ? NAMELESS : found;
    }

    private static Counter find(String name, String domain) {
        Label label = Label.of(name, EventKind.SCOPE, domain);
        return label.ref == Label.NO_REF ? new Counter(label) : COUNTERS.computeIfAbsent(label, Counter::new);
    }

    /** {@return the name of the counter} */
    public String name() {
        return label.name();
    }

    /**
     * Records a figure now. Never throws; costs a reading of the clock while recording, otherwise about a nanosecond.
     *
     * @param figure the figure; may be infinite or not a number
     */
    public void record(double figure) {
        Window window = Recorder.open();
        if (window != null && window.records(ActivityType.COUNTER)) {
            ThreadRecorder recorder = ThreadRecorder.in(window);
            if (recorder != null) {
                recorder.side()
                        .sample(recorder.refOf(label.ref, label.eventName()), Double.doubleToRawLongBits(figure));
            }
            CounterListener alarms = window.alarms;
            if (alarms != null) {
                alarms.sampled(name(), figure);
            }
        }
    }

    /**
     * Sets the value. Like the other changes, costs an atomic operation, and a reading of the clock while recording.
     *
     * @param to the new value
     */
    public void set(long to) {
        value.set(to);
    }

    /** Adds 1 to the value. */
    public void increment() {
        value.add(1);
    }

    /**
     * Adds to the value, saturating at the limits of {@code long}.
     *
     * @param delta the amount to add, which may be negative
     */
    public void increment(long delta) {
        value.add(delta);
    }

    /** Subtracts 1 from the value, which may fall below 0. */
    public void decrement() {
        value.subtract(1);
    }

    /**
     * Subtracts from the value, which may fall below 0, saturating at the limits of {@code long}.
     *
     * @param delta the amount to subtract, which may be negative
     */
    public void decrement(long delta) {
        value.subtract(delta);
    }

    /** {@return the value now} */
    public long value() {
        return value.get();
    }

    /** {@return its name} */
    @Override
    public String toString() {
        return name();
    }
}
