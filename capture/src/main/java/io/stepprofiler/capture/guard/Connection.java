package io.stepprofiler.capture.guard;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A connection whose input is guarded: what the HTTP/2 server has for a socket. */
final class Connection extends Socket {
    private static final int MAX_WRONG_TOKENS = 10;

    private final Connections connections;
    private final Socket accepted;
    private final Socket secured;
    private final @Nullable SocketAddress address;
    private final Patience patience;
    private final AtomicInteger wrongTokens = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile long restsSince = System.nanoTime();

    /**
     * A connection.
     *
     * @param accepted of the network
     * @param secured what is read and written: the same, or TLS over it
     */
    Connection(Connections connections, Socket accepted, Socket secured) {
        this.connections = connections;
        this.accepted = accepted;
        this.secured = secured;
        this.address = accepted.getRemoteSocketAddress();
        this.patience = new Patience(connections.timer());
    }

    /** Closes it unless it says soon that it speaks HTTP/2. */
    void expectRequest() {
        Duration time = connections.limits().requestTime();
        patience.expect(time, () -> offend("it did not begin to speak HTTP/2 in " + time));
    }

    Pace pace() {
        return connections.pace();
    }

    /** It speaks HTTP/2; it is there to call something, too. */
    void isReady() {
        Duration time = connections.limits().requestTime();
        if (calls.get() == 0) {
            patience.expect(time, () -> offend("it did not begin a call in " + time));
        }
    }

    /** A call has begun that is let in. */
    void callBegan() {
        calls.incrementAndGet();
        patience.end();
    }

    void callEnded() {
        restsSince = System.nanoTime();
        calls.decrementAndGet();
    }

    /** How long nothing has been called by it; 0 while something is. */
    long restedNanos() {
        return calls.get() > 0 ? 0 : Math.max(System.nanoTime() - restsSince, 1);
    }

    void countWrongToken() {
        if (wrongTokens.incrementAndGet() >= MAX_WRONG_TOKENS) {
            offend(MAX_WRONG_TOKENS + " calls without the token");
        }
    }

    void offend(String why) {
        connections.refuse(address, why);
        try {
            // TLS would say goodbye, and wait for who does not read.
            accepted.close();
        } catch (IOException e) {
            // Then nothing is left of it.
        }
        connections.remove(this, address);
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new FrameGuard(secured.getInputStream(), connections.limits(), this);
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return secured.getOutputStream();
    }

    @Override
    public synchronized void close() throws IOException {
        patience.end();
        connections.remove(this, address);
        secured.close();
    }

    @Override
    public boolean isClosed() {
        return accepted.isClosed() || secured.isClosed();
    }

    @Override
    public boolean isConnected() {
        return accepted.isConnected();
    }

    @Override
    public void setTcpNoDelay(boolean on) throws SocketException {
        accepted.setTcpNoDelay(on);
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
        return accepted.getLocalSocketAddress();
    }

    @Override
    public @Nullable SocketAddress getRemoteSocketAddress() {
        return address;
    }

    @Override
    public InetAddress getLocalAddress() {
        return accepted.getLocalAddress();
    }

    @Override
    public InetAddress getInetAddress() {
        return accepted.getInetAddress();
    }

    @Override
    public int getPort() {
        return accepted.getPort();
    }

    @Override
    public int getLocalPort() {
        return accepted.getLocalPort();
    }

    @Override
    public String toString() {
        return "connection of " + Caller.text(address);
    }
}
