package io.stepprofiler;

import io.stepprofiler.recording.CounterListener;
import io.stepprofiler.window.SnapshotRequest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Notices what a {@link History} is delivered for by itself: slow steps, figures that are none, uncaught exceptions.
 */
final class Alarms implements CounterListener {
    /** Has what is kept delivered. */
    interface Delivery {
        /**
         * Has it delivered soon.
         *
         * @param reason why
         * @param endedStep number of the step that has ended and is the reason; {@link SnapshotRequest#NO_STEP} if it is none
         */
        void ask(String reason, long endedStep);
    }

    private final History history;
    private final Delivery deliver;
    private final @Nullable SlowSteps slowSteps;
    private final int distance;
    private long step;
    private long lastDelivered = Long.MIN_VALUE;
    private int delivered;
    private @Nullable UncaughtHandler uncaught;

    /** Has traces delivered, with a reason, for what this history asks for. */
    Alarms(History history, Delivery deliver) {
        this.history = history;
        this.deliver = deliver;
        slowSteps = history.slowStep().isPresent() ? new SlowSteps() : null;
        distance = history.steps().orElse(1);
    }

    /** Begins to notice what happens on any thread. */
    void start() {
        if (history.onUncaught()) {
            uncaught = UncaughtHandler.install(this::uncaught);
        }
    }

    void stop() {
        if (uncaught != null) {
            uncaught.uninstall();
        }
    }

    private void uncaught(Thread thread, Throwable thrown) {
        raise("uncaught " + thrown.getClass().getName() + " on thread " + thread.getName(), SnapshotRequest.NO_STEP);
    }

    /** Looks at a step that has taken so many ticks. */
    void stepEnded(long number, long ticks) {
        synchronized (this) {
            step = number + 1;
        }
        if (slowSteps != null) {
            double times = slowSteps.timesTheMedian(ticks);
            if (times > history.slowStep().orElse(0.0)) {
                raise(String.format(Locale.ROOT, "step %d took %.1f times the median", number, times), number);
            }
        }
    }

    /** Looks at a figure. */
    @Override
    public void sampled(String counter, double value) {
        if (history.onNotFinite() && !Double.isFinite(value) && isDue()) {
            try {
                raise(counter + " is " + value, SnapshotRequest.NO_STEP);
            } catch (OutOfMemoryError e) {
                // The training program shall meet its own lack of memory, not ours.
            }
        }
    }

    /** What is delivered holds steps before this one too: soon after it there is nothing new to deliver. */
    private synchronized boolean isDue() {
        boolean soon = lastDelivered != Long.MIN_VALUE && step - lastDelivered < distance;
        return !soon && delivered < history.maxSnapshots();
    }

    private void raise(String reason, long endedStep) {
        synchronized (this) {
            if (!isDue()) {
                return;
            }
            lastDelivered = step;
            delivered++;
        }
        deliver.ask(reason, endedStep);
    }
}
