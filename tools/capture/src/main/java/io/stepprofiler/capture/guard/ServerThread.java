package io.stepprofiler.capture.guard;

import io.stepprofiler.delivery.BackgroundThreads;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Filter;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A thread of the server: a daemon of low priority, so that the training takes precedence.
 *
 * <p>gRPC logs a stack trace for each connection that is not HTTP/2, and for each malformed message. Its loggers are
 * silenced on these threads.
 */
public final class ServerThread extends Thread {
    /** Strong references: a logger that is garbage-collected loses its filter. */
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
     * {@return a factory of server threads}
     *
     * @param name name prefix, followed by the number of the thread
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
