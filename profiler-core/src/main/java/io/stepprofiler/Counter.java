package io.stepprofiler;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.recording.CounterListener;
import io.stepprofiler.recording.CounterValue;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.ThreadRecorder;
import io.stepprofiler.recording.Window;
import io.stepprofiler.source.ActivityType;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A figure that changes over time, such as the loss or the length of a queue, drawn as a graph above the threads.
 *
 * <pre>{@code
 * private static final Counter LOSS = Counter.of("loss");
 * private static final Counter QUEUED = Counter.of("queued");
 * }</pre>
 *
 * <p>A figure that something else knows is told in each step; one that the counter itself keeps is changed where it
 * changes:
 *
 * <pre>{@code
 * LOSS.record(loss);
 * QUEUED.increment();
 * }</pre>
 *
 * <p>The value that a counter keeps is a signed number of 64 bits, 0 at first, and is changed atomically by any thread,
 * also while nothing is recorded. While a window is open each change is a sample of the value after it: samples in the
 * order of time are all values that the counter had, one after the other. What is {@linkplain #record recorded} does
 * not change the value; use a counter in one of the two ways.
 *
 * <p>For any thread; never throws. Samples of all threads under one name make one graph.
 */
public final class Counter {
    private static final ConcurrentHashMap<Label, Counter> COUNTERS = new ConcurrentHashMap<>();

    private final Label label;
    private final CounterValue value;

    private Counter(Label label) {
        this.label = label;
        value = new CounterValue(label.ref, label.eventName());
    }

    /**
     * {@return the counter called so, of no domain; counters of one name are one} Never throws, see {@link Label#of}:
     * those beyond the room for labels have a value of their own each.
     *
     * @param name the name, of 1 to {@value Defaults#MAX_TEXT_LENGTH} characters
     */
    public static Counter of(String name) {
        return of(name, "");
    }

    static Counter of(@Nullable String name, String domain) {
        Label label = Label.of(name, EventKind.SCOPE, domain);
        return label.ref == Label.NO_REF ? new Counter(label) : COUNTERS.computeIfAbsent(label, Counter::new);
    }

    /** {@return what the counter is called} */
    public String name() {
        return label.name();
    }

    /**
     * Notes that the figure is {@code figure} now. Never throws; costs a reading of the clock while recording, about a
     * nanosecond while not.
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
     * Changes the value to another one. Costs an atomic operation, and a reading of the clock while recording; as do
     * the other changes.
     *
     * @param to the value from now on
     */
    public void set(long to) {
        value.set(to);
    }

    /** Adds 1 to the value. */
    public void increment() {
        value.add(1);
    }

    /**
     * Adds to the value; a sum that no long holds is the largest or smallest that there is.
     *
     * @param delta what to add, which may be negative
     */
    public void increment(long delta) {
        value.add(delta);
    }

    /** Takes 1 from the value, which may fall below 0. */
    public void decrement() {
        value.subtract(1);
    }

    /**
     * Takes from the value, which may fall below 0; a difference that no long holds is the largest or smallest that
     * there is.
     *
     * @param delta what to take, which may be negative
     */
    public void decrement(long delta) {
        value.subtract(delta);
    }

    /** {@return the value now} */
    public long value() {
        return value.get();
    }

    @Override
    public String toString() {
        return "Counter[" + name() + "]";
    }
}
