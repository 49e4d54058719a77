package io.stepprofiler.ledgerfile;

import io.stepprofiler.recording.FailureLog;
import io.stepprofiler.window.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Daemon thread that copies the ended steps into the ledger from one start of the profile to its stop: once a second, and
 * when it is woken. It outlives a lack of memory, and then copies later what the rings still have.
 *
 * <p>For the profiler only. Safe on any thread.
 */
public final class LedgerCopier {
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** Longest wait for the thread, which a slow disk may hold up. */
    private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(1);

    /** Pause before another attempt to copy the last steps. */
    private static final Duration RETRY = Duration.ofMillis(100);

    private static final int LAST_TRIES = 10;

    private final LedgerWriter to;
    private final FailureLog failures;
    private final Thread thread = new Thread(this::run, "step-profiler-ledger");
    private long asked;
    private long done;
    private boolean stops;
    private boolean hasFailed;
    private boolean hasOverwritten;
    private @Nullable Throwable thrown;

    /**
     * A thread, which is not started yet.
     *
     * @param to the ledger
     * @param failures receives failures
     */
    public LedgerCopier(LedgerWriter to, FailureLog failures) {
        this.to = to;
        this.failures = failures;
        thread.setDaemon(true);
    }

    /** {@return the thread, which this call starts, to be woken before steps are overwritten} */
    public Thread start() {
        thread.start();
        return thread;
    }

    /** Lets the thread copy the last steps and end, without waiting for it. */
    public synchronized void stop() {
        stops = true;
        LockSupport.unpark(thread);
    }

    /** Waits until the steps that have ended are copied, a second at most; copies them if the thread has given up. */
    public void flush() {
        if (!isCopied()) {
            copy();
        }
    }

    /** Waits for the thread; false if it has ended without the copy. */
    private synchronized boolean isCopied() {
        Deadline deadline = Deadline.in(FLUSH_TIMEOUT);
        long task = ++asked;
        LockSupport.unpark(thread);
        try {
            while (done < task && thread.isAlive() && !deadline.isOver()) {
                wait(1 + deadline.left().toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return done >= task || thread.isAlive();
    }

    private void run() {
        boolean ended = false;
        for (int lastTries = 0; !ended && lastTries < LAST_TRIES; lastTries += stops() ? 1 : 0) {
            LockSupport.parkNanos(this, (lastTries == 0 ? INTERVAL : RETRY).toNanos());
            ended = copy();
        }
    }

    private synchronized boolean stops() {
        return stops;
    }

    /** Copies what there is; returns whether these were the last steps. Throws nothing. */
    private boolean copy() {
        long task;
        boolean ends;
        synchronized (this) {
            task = asked;
            ends = stops;
        }
        boolean isCopied = false;
        try {
            Optional<IOException> failure = to.copy(ends);
            isCopied = true;
            report(failure, to.overwritten() > 0);
        } catch (Throwable e) {
            thrown = e; // Nothing is allocated here.
        }
        reportThrown();
        if (isCopied) {
            synchronized (this) {
                done = ends ? Long.MAX_VALUE : task;
                notifyAll();
            }
        }
        return ends && isCopied;
    }

    private void reportThrown() {
        try {
            if (thrown != null) {
                report(
                        "Steps could not be copied into the step ledger: it lacks them until a later copy succeeds",
                        thrown);
                thrown = null;
            }
        } catch (Throwable e) {
            // No memory even for the constants of that call: there may be some after the next attempt.
        }
    }

    private void report(Optional<IOException> failure, boolean overwrites) {
        if (failure.isPresent() && !hasFailed) {
            report(
                    "The file of the step ledger could not be written; its rows stay in memory until it can",
                    failure.get());
        }
        if (overwrites && !hasOverwritten) {
            report(
                    "Steps or collectives are missing in the step ledger, which counts them: newer ones have overwritten"
                            + " them before they were copied",
                    null);
        }
        hasFailed = failure.isPresent();
        hasOverwritten = overwrites;
    }

    private void report(String message, @Nullable Throwable cause) {
        failures.add(FailureLog.Part.LEDGER, message, cause);
    }
}
