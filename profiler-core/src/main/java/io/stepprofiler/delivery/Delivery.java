package io.stepprofiler.delivery;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;

/** Delivery of windows: assembles their traces and passes them to the handlers. */
public interface Delivery {
    /**
     * Takes a window that has ended.
     *
     * @param submission the window; neither assembled nor discarded if the answer is false
     * @return whether the window will be delivered; false if too many are waiting already
     */
    boolean submit(Submission submission);

    /**
     * Waits until everything submitted has been delivered, whether or not the thread is interrupted meanwhile.
     *
     * @param timeout longest time to wait
     * @return whether it has; false after the timeout, or if the caller is a handler, which would wait for itself
     */
    boolean await(Duration timeout);

    /**
     * Runs work as handlers are run, and waits for it, whether or not the thread is interrupted meanwhile.
     *
     * @param work the work
     * @throws TimeoutException if it takes longer than a handler may; it is then abandoned
     * @throws Throwable what the work throws
     */
    void call(Callable<?> work) throws Throwable;

    /** {@return whether the calling thread delivers, and so must not wait for itself} */
    boolean isDeliveringHere();

    /** {@return the threads that deliver now, if these are threads of its own} */
    Set<Thread> threads();

    /**
     * Discards all undelivered windows, and interrupts the running assembly and the running handler, whose failures are
     * then not reported.
     *
     * @return the number of discarded windows, with the one being delivered
     */
    int abort();
}
