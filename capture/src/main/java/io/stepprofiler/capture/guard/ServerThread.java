package io.stepprofiler.capture.guard;

import io.stepprofiler.delivery.BackgroundThreads;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Filter;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A thread of the server: a daemon, of low priority, so that the training goes before it.
 *
 * <p>The HTTP/2 server logs a stack trace for each connection that sends nonsense. On these threads it is silent: the
 * guards count what they refuse, and log the first.
 */
public final class ServerThread extends Thread {
    /** Held here, for loggers that nobody holds lose their filter. */
    private static final Logger TRANSPORT = Logger.getLogger("io.grpc.okhttp.OkHttpServerTransport");

    static {
        @Nullable Filter before = TRANSPORT.getFilter();
        TRANSPORT.setFilter(record ->
                !(Thread.currentThread() instanceof ServerThread) && (before == null || before.isLoggable(record)));
    }

    private ServerThread(Runnable work, String name) {
        super(work, name);
        setDaemon(true);
    }

    /**
     * {@return what makes threads of the server}
     *
     * @param name of all of them; each has its number behind it
     */
    public static ThreadFactory named(String name) {
        AtomicInteger made = new AtomicInteger();
        return work -> new ServerThread(work, name + "-" + made.incrementAndGet());
    }

    @Override
    public void run() {
        BackgroundThreads.lower();
        super.run();
    }
}
