package io.stepprofiler.delivery;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;

/** A way for windows to become traces and reach the handlers. */
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
     * @return whether it has; false if the time was over, or if the caller is a handler, which would wait for itself
     */
    boolean await(Duration timeout);

    /**
     * Has something done as handlers are called, and waits for it, whether or not the thread is interrupted meanwhile.
     *
     * @param work what is done
     * @throws TimeoutException if it takes longer than a handler may; it is then left behind
     * @throws Throwable what the work throws
     */
    void call(Callable<?> work) throws Throwable;

    /** {@return whether the calling thread is one that delivers, which must not wait for itself} */
    boolean isDeliveringHere();

    /** {@return the threads that deliver now, if these are threads of its own} */
    Set<Thread> threads();

    /**
     * Gives up what has not been delivered, interrupts the handler that is running, and says how many windows that is.
     *
     * @return the number of windows given up, with the one being delivered
     */
    int abort();
}
