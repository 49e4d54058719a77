package io.stepprofiler.delivery;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

/** Delivery on the thread that submits, which waits as long as the handlers take. */
public final class SynchronousDelivery implements Delivery {
    private final HandlerChain chain;

    /**
     * A delivery to these handlers, in this order.
     *
     * @param handlers the handlers of each trace, called one after the other
     * @param listener the listener to deliveries
     */
    public SynchronousDelivery(List<TraceHandler> handlers, DeliveryListener listener) {
        chain = new HandlerChain(handlers, listener, SynchronousDelivery::callHere);
    }

    /**
     * An interrupt is meant for the training thread: it is restored afterwards, but must not break a file that is being
     * written.
     */
    private static <T> T callHere(Callable<T> work) throws Exception {
        boolean interrupted = Thread.interrupted();
        try {
            return work.call();
        } catch (InterruptedException e) {
            interrupted = true;
            throw e;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean submit(Submission submission) {
        Trace trace = chain.assemble(submission);
        if (trace != null) {
            chain.hand(submission, trace);
        }
        return true;
    }

    @Override
    public boolean await(Duration timeout) {
        return true;
    }

    @Override
    public void call(Callable<?> work) throws Exception {
        callHere(work);
    }

    @Override
    public boolean isDeliveringHere() {
        return false;
    }

    @Override
    public Set<Thread> threads() {
        return Set.of();
    }

    @Override
    public int abort() {
        return 0;
    }
}
