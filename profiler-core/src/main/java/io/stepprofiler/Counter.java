package io.stepprofiler;

import io.stepprofiler.source.ActivityType;

/**
 * A figure that changes over time, such as the loss, drawn as a graph above the threads.
 *
 * <pre>{@code private static final Counter LOSS = Counter.of("loss");}</pre>
 *
 * <p>and, in each step,
 *
 * <pre>{@code LOSS.record(loss);}</pre>
 *
 * <p>Immutable, for any thread. Samples of all threads under one name make one graph.
 */
public final class Counter {
    private final Label label;

    private Counter(Label label) {
        this.label = label;
    }

    /**
     * {@return the counter called so} Never throws, see {@link Label#of}.
     *
     * @param name the name, of 1 to {@value Defaults#MAX_TEXT_LENGTH} characters
     */
    public static Counter of(String name) {
        return new Counter(Label.of(name));
    }

    /** {@return what the counter is called} */
    public String name() {
        return label.name();
    }

    /**
     * Notes that the figure is {@code value} now. Never throws; costs a reading of the clock while recording, about a
     * nanosecond while not.
     *
     * @param value the figure; may be infinite or not a number
     */
    public void record(double value) {
        Window window = Recorder.open();
        if (window != null && window.records(ActivityType.COUNTER)) {
            ThreadRecorder recorder = ThreadRecorder.in(window);
            if (recorder != null) {
                recorder.sample(recorder.refOf(label), value);
            }
            Alarms alarms = window.alarms;
            if (alarms != null) {
                alarms.sampled(name(), value);
            }
        }
    }

    @Override
    public String toString() {
        return "Counter[" + name() + "]";
    }
}
