package io.stepprofiler;

import io.stepprofiler.recording.CounterListener;
import io.stepprofiler.recording.MemoryBoundary;
import io.stepprofiler.window.SnapshotRequest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Triggers of automatic snapshots of a {@link History}: slow steps, non-finite counters, uncaught exceptions. */
final class Alarms implements CounterListener {
    /** Receiver of snapshot requests. */
    interface Delivery {
        /**
         * Requests a snapshot, to be delivered soon.
         *
         * @param reason reason of the snapshot
         * @param endedStep number of the ended step that is the reason; {@link SnapshotRequest#NO_STEP} if the reason
         *     is not a step
         */
        void ask(String reason, long endedStep);
    }

    private static final MemoryBoundary.Work<Alarms, String, Object, Alarms> RAISE =
            (alarms, counter, none, bits, other) ->
                    alarms.raise(counter + " is " + Double.longBitsToDouble(bits), SnapshotRequest.NO_STEP);

    private final History history;
    private final Delivery deliver;
    private final @Nullable SlowSteps slowSteps;
    private final int distance;
    private long step;
    private long lastDelivered = Long.MIN_VALUE;
    private int delivered;
    private @Nullable UncaughtHandler uncaught;

    /** Requests snapshots for the events that the history selects. */
    Alarms(History history, Delivery deliver) {
        this.history = history;
        this.deliver = deliver;
        slowSteps = history.slowStep.isPresent() ? new SlowSteps() : null;
        distance = history.steps.orElse(1);
    }

    /** Installs the handler of uncaught exceptions, if the history asks for it. */
    void start() {
        if (history.onUncaught) {
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

    /** Checks an ended step, which lasted {@code ticks}. */
    void stepEnded(long number, long ticks) {
        synchronized (this) {
            step = number + 1;
        }
        if (slowSteps != null) {
            double times = slowSteps.timesTheMedian(ticks);
            if (times > history.slowStep.orElse(0.0)) {
                raise(String.format(Locale.ROOT, "step %d took %.1f times the median", number, times), number);
            }
        }
    }

    /** Checks a sample of a counter. */
    @Override
    public void sampled(String counter, double value) {
        if (history.onNotFinite && !Double.isFinite(value) && isDue()) {
            // The next such sample raises it if there is no memory now.
            MemoryBoundary.within(
                    RAISE, MemoryBoundary.NOTHING, this, counter, null, Double.doubleToRawLongBits(value), 0);
        }
    }

    /** True unless the last snapshot was less than a history's length ago, or the limit of snapshots is reached. */
    private synchronized boolean isDue() {
        boolean soon = lastDelivered != Long.MIN_VALUE && step - lastDelivered < distance;
        return !soon && delivered < history.maxSnapshots;
    }

    private Alarms raise(String reason, long endedStep) {
        synchronized (this) {
            if (!isDue()) {
                return this;
            }
            lastDelivered = step;
            delivered++;
        }
        deliver.ask(reason, endedStep);
        return this;
    }
}
