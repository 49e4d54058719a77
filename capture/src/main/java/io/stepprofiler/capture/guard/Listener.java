package io.stepprofiler.capture.guard;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import javax.net.ServerSocketFactory;
import org.jspecify.annotations.Nullable;

/** A socket that listens, and gives the HTTP/2 server guarded connections only. */
public final class Listener extends ServerSocket {
    private static final int BACKLOG = 1024;

    private final Connections connections;
    private final @Nullable Tls tls;

    private Listener(Connections connections, @Nullable Tls tls) throws IOException {
        this.connections = connections;
        this.tls = tls;
    }

    /**
     * {@return what makes listeners that are not bound yet}
     *
     * @param connections of the server
     * @param tls over all of them, if at all
     */
    public static ServerSocketFactory factory(Connections connections, @Nullable Tls tls) {
        return new Factory(connections, tls);
    }

    /** Many that wait here are closed soon; many that do not get here try for seconds. */
    @Override
    public void bind(SocketAddress endpoint) throws IOException {
        bind(endpoint, BACKLOG);
    }

    @Override
    public Socket accept() throws IOException {
        while (true) {
            Socket accepted = super.accept();
            Connection connection = connection(accepted);
            try {
                connections.pace().await(work(connection));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                accepted.close();
                throw new InterruptedIOException();
            }
            if (connection != null) {
                return connection;
            }
        }
    }

    private int work(@Nullable Connection connection) {
        if (connection == null) {
            return FrameWork.REFUSAL;
        }
        return tls == null ? FrameWork.CONNECTION : FrameWork.SECURED;
    }

    private @Nullable Connection connection(Socket accepted) throws IOException {
        try {
            return connections.add(accepted, Tls.over(tls, accepted));
        } catch (IOException | RuntimeException e) {
            // It has gone already. The one that listens goes on.
            accepted.close();
            return null;
        }
    }

    /** What the HTTP/2 server calls: the first method only. */
    private static final class Factory extends ServerSocketFactory {
        private final Connections connections;
        private final @Nullable Tls tls;

        Factory(Connections connections, @Nullable Tls tls) {
            this.connections = connections;
            this.tls = tls;
        }

        @Override
        public ServerSocket createServerSocket() throws IOException {
            return new Listener(connections, tls);
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
    }
}
