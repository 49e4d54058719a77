package io.stepprofiler.capture.guard;

import io.stepprofiler.delivery.BackgroundThreads;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Filter;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A thread of the server: a daemon of low priority, so that the training goes before it.
 *
 * <p>gRPC logs a stack trace for each connection that is not HTTP/2, and for each malformed message. On these threads its
 * loggers are silent.
 */
public final class ServerThread extends Thread {
    /** Strongly referenced, because a collected logger loses its filter. */
    private static final List<Logger> SILENT = List.of(
            Logger.getLogger("io.grpc.okhttp.OkHttpServerTransport"),
            Logger.getLogger("io.grpc.internal.SerializingExecutor"));

    static {
        SILENT.forEach(ServerThread::silence);
    }

    private static void silence(Logger logger) {
        @Nullable Filter before = logger.getFilter();
        logger.setFilter(record ->
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
