package io.stepprofiler.capture.guard;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ServerSocketFactory;

/** Factory of a server's listening sockets, which share one limit and close connections beyond it. */
public final class Listener extends ServerSocketFactory {
    private static final System.Logger LOG = System.getLogger(Listener.class.getName());
    private static final int BACKLOG = 1024;

    private final int maxConnections;
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicLong refused = new AtomicLong();

    /**
     * Creates a factory without connections.
     *
     * @param maxConnections maximum number of connections
     */
    public Listener(int maxConnections) {
        this.maxConnections = maxConnections;
    }

    /** {@return number of connections that were closed at once} */
    public long refused() {
        return refused.get();
    }

    private void refuse(Socket accepted) throws IOException {
        if (refused.getAndIncrement() == 0) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The profiler server closed a connection from "
                            + Caller.text(accepted.getRemoteSocketAddress()) + ": there are " + maxConnections
                            + " connections already (further ones are only counted)");
        }
        accepted.close();
    }

    /** Creates a socket; the only method that the HTTP/2 server calls. */
    @Override
    public ServerSocket createServerSocket() throws IOException {
        return new LimitedServerSocket();
    }

    @Override
    public ServerSocket createServerSocket(int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog, InetAddress address) {
        throw new UnsupportedOperationException();
    }

    private final class LimitedServerSocket extends ServerSocket {
        LimitedServerSocket() throws IOException {}

        /**
         * Binds with a long backlog: excess connections are then closed soon, while clients of a full queue retry for
         * seconds.
         */
        @Override
        public void bind(SocketAddress endpoint) throws IOException {
            bind(endpoint, BACKLOG);
        }

        @Override
        public Socket accept() throws IOException {
            while (true) {
                CountedSocket accepted = new CountedSocket();
                implAccept(accepted);
                if (open.incrementAndGet() <= maxConnections) {
                    return accepted;
                }
                refuse(accepted);
            }
        }
    }

    private final class CountedSocket extends Socket {
        private final AtomicBoolean counted = new AtomicBoolean(true);

        @Override
        public synchronized void close() throws IOException {
            super.close();
            if (counted.getAndSet(false)) {
                open.decrementAndGet();
            }
        }
    }
}
