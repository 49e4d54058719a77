package io.stepprofiler.mxnet;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Daemon thread that dumps after each period, counted from the end of the last dump; later if a dump takes long. */
final class ContinuousDump {
    static final ContinuousDump NONE = new ContinuousDump();

    /** Minimum ratio of the pause to the duration of the last dump. */
    private static final int SHARE = 20;

    private final CountDownLatch stopped = new CountDownLatch(1);

    private ContinuousDump() {}

    static ContinuousDump start(Duration period, Runnable dump) {
        ContinuousDump started = new ContinuousDump();
        Background.start("dump", () -> started.run(period.toNanos(), dump));
        return started;
    }

    private void run(long period, Runnable dump) {
        long pause = period;
        try {
            while (!stopped.await(pause, TimeUnit.NANOSECONDS)) {
                long begun = System.nanoTime();
                dump.run();
                pause = Math.max(period, SHARE * (System.nanoTime() - begun));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the thread soon; does not wait. */
    void stop() {
        stopped.countDown();
    }
}
