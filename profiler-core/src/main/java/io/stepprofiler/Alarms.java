package io.stepprofiler;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Notices what a {@link History} is delivered for by itself: slow steps, figures that are none, exceptions that nobody catches. */
final class Alarms {
    private final History history;
    private final Consumer<String> deliver;
    private final @Nullable SlowSteps slowSteps;
    private final int distance;
    private long step;
    private long lastDelivered = Long.MIN_VALUE;
    private int delivered;
    private @Nullable UncaughtHandler uncaught;

    /** Has traces delivered, with a reason, for what this history asks for. */
    Alarms(History history, Consumer<String> deliver) {
        this.history = history;
        this.deliver = deliver;
        slowSteps = history.slowStep().map(SlowSteps::new).orElse(null);
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
        raise("uncaught " + thrown.getClass().getName() + " on thread " + thread.getName());
    }

    /** Looks at a step that has taken so many ticks. */
    void stepEnded(long number, long ticks) {
        synchronized (this) {
            step = number + 1;
        }
        if (slowSteps != null && slowSteps.isSlow(ticks)) {
            raise("step " + number + " took more than " + history.slowStep().orElse(0.0) + " times the median");
        }
    }

    /** Looks at a figure. */
    void sampled(String counter, double value) {
        if (history.onNotFinite() && !Double.isFinite(value) && isDue()) {
            try {
                raise(counter + " is " + value);
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

    private void raise(String reason) {
        synchronized (this) {
            if (!isDue()) {
                return;
            }
            lastDelivered = step;
            delivered++;
        }
        deliver.accept(reason);
    }
}
