package io.stepprofiler.capture;

import io.grpc.BindableService;
import io.grpc.Codec;
import io.grpc.DecompressorRegistry;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.okhttp.OkHttpServerBuilder;
import io.stepprofiler.capture.guard.CallGuard;
import io.stepprofiler.capture.guard.Listener;
import io.stepprofiler.capture.guard.ServerThread;
import io.stepprofiler.capture.guard.Tls;
import io.stepprofiler.capture.guard.Token;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The sockets and threads of a server, without its services. */
final class Transport implements AutoCloseable {
    /** Threads for calls; calls never block in them. */
    private static final int CALL_THREADS = 4;

    private static final int MAX_REQUEST_BYTES = 64 << 10;
    private static final int MAX_HEADER_BYTES = 8 << 10;

    /** Maximum number of concurrent calls on a connection. */
    private static final int MAX_CONCURRENT_CALLS = 16;

    /** Interval of keep-alive pings, and time for their answer. */
    private static final int KEEP_ALIVE_SECONDS = 20;

    /** Shortest interval of keep-alive pings by clients. */
    private static final int LEAST_PING_SECONDS = 5;

    private static final long FAREWELL_MILLIS = 500;
    private static final long CLOSE_MILLIS = 5000;
    private static final int PORT_TRIES = 8;

    private final ServerOptions options;
    private final ExecutorService calls = callThreads();
    private final ExecutorService io = Executors.newCachedThreadPool(ServerThread.named("profiler-server-io"));
    private final ScheduledExecutorService timer = newTimer();
    private final Listener listener;
    private final @Nullable Token token;
    private final ServerCredentials credentials;
    private List<Server> servers = List.of();

    /**
     * Creates a transport that does not listen yet.
     *
     * @throws IOException if a file that the options name cannot be used
     */
    Transport(ServerOptions options) throws IOException {
        this.options = options;
        this.token = options.tokenFile.isPresent() ? Token.of(options.tokenFile.get()) : null;
        this.credentials = options.certificate.isPresent()
                ? Tls.of(options.certificate.get(), options.key.orElseThrow(), options.clients)
                : InsecureServerCredentials.create();
        this.listener = new Listener(options.maxConnections);
    }

    private static ExecutorService callThreads() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                CALL_THREADS,
                CALL_THREADS,
                1,
                TimeUnit.MINUTES,
                new LinkedBlockingQueue<>(),
                ServerThread.named("profiler-server"));
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    private static ScheduledExecutorService newTimer() {
        ScheduledThreadPoolExecutor timer =
                new ScheduledThreadPoolExecutor(1, ServerThread.named("profiler-server-timer"));
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    ScheduledExecutorService timer() {
        return timer;
    }

    Executor work() {
        return calls;
    }

    /** {@return number of connections that were closed because there were too many} */
    long refusedConnections() {
        return listener.refused();
    }

    /**
     * Starts listening.
     *
     * @return address and port
     * @throws IOException if the port is taken or the host is not this machine
     */
    InetSocketAddress listen(List<? extends BindableService> services) throws IOException {
        List<InetAddress> addresses = Addresses.of(options);
        for (int tries = 1; ; tries++) {
            List<Server> started = new ArrayList<>();
            int port = options.port;
            try {
                for (InetAddress address : addresses) {
                    Server server = server(new InetSocketAddress(address, port), services);
                    server.start();
                    started.add(server);
                    port = server.getPort();
                }
                servers = started;
                return new InetSocketAddress(addresses.get(0), port);
            } catch (IOException e) {
                started.forEach(Server::shutdownNow);
                // A port that is free on one loopback address may be taken on the other.
                if (options.port != 0 || started.isEmpty() || tries == PORT_TRIES) {
                    throw new IOException(
                            "The profiler server cannot listen on " + addresses + ", port " + port + ": "
                                    + e.getMessage(),
                            e);
                }
            }
        }
    }

    private Server server(InetSocketAddress address, List<? extends BindableService> services) {
        // Q1: pure Java, and a third of the bytes of Netty.
        OkHttpServerBuilder builder = OkHttpServerBuilder.forPort(address, credentials)
                .socketFactory(listener)
                .transportExecutor(io)
                .scheduledExecutorService(timer)
                .executor(calls)
                .maxInboundMessageSize(MAX_REQUEST_BYTES)
                .maxInboundMetadataSize(MAX_HEADER_BYTES)
                .maxConcurrentCallsPerConnection(MAX_CONCURRENT_CALLS)
                .handshakeTimeout(options.requestTime.toNanos(), TimeUnit.NANOSECONDS)
                .maxConnectionIdle(options.idleTime.toNanos(), TimeUnit.NANOSECONDS)
                .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .keepAliveTimeout(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .permitKeepAliveTime(LEAST_PING_SECONDS, TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(true)
                // No decompression: a small compressed message could become a large one.
                .decompressorRegistry(DecompressorRegistry.emptyInstance().with(Codec.Identity.NONE, false))
                .intercept(new CallGuard(token, timer, options.requestTime));
        services.forEach(builder::addService);
        return builder.build();
    }

    /** Gives clients a moment to receive finished replies, and ends everything else. */
    @Override
    public void close() {
        servers.forEach(Server::shutdown);
        boolean interrupted = !await(FAREWELL_MILLIS);
        servers.forEach(Server::shutdownNow);
        interrupted |= !await(CLOSE_MILLIS);
        calls.shutdown();
        io.shutdown();
        timer.shutdownNow();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the end of the servers; returns false if interrupted. */
    private boolean await(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        try {
            for (Server server : servers) {
                server.awaitTermination(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
