package io.stepprofiler.capture.guard;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The open connections of a server, at most so many, and what has been refused.
 *
 * <p>Whoever is closed for what he did makes the next connections wait: a client that comes again at once costs the
 * training no more for it.
 */
public final class Connections {
    private static final System.Logger LOG = System.getLogger(Connections.class.getName());

    /** How long accepting rests for each connection that was refused or closed for what it did. */
    private static final long REST_MILLIS = 1;

    private final FrameLimits limits;
    private final ScheduledExecutorService timer;
    private final Map<SocketAddress, Connection> open = new ConcurrentHashMap<>();
    private final AtomicLong refused = new AtomicLong();

    /** Whether anything was refused since accepting rested. */
    private volatile boolean offended;

    /**
     * The connections of a server that has none yet.
     *
     * @param limits of each
     * @param timer closes those that say nothing
     */
    public Connections(FrameLimits limits, ScheduledExecutorService timer) {
        this.limits = limits;
        this.timer = timer;
    }

    FrameLimits limits() {
        return limits;
    }

    ScheduledExecutorService timer() {
        return timer;
    }

    /** {@return the accepted socket as one of the open connections, or null if it is one too many and was closed} */
    @Nullable
    Connection add(Socket accepted, Socket secured) throws IOException {
        if (open.size() >= limits.maxConnections()) {
            refuse(accepted.getRemoteSocketAddress(), "there are " + limits.maxConnections() + " connections already");
            accepted.close();
            return null;
        }
        Connection connection = new Connection(this, accepted, secured);
        open.put(accepted.getRemoteSocketAddress(), connection);
        connection.expectRequest();
        return connection;
    }

    void remove(Connection connection, @Nullable SocketAddress address) {
        if (address != null) {
            open.remove(address, connection);
        }
    }

    /** Lets accepting wait, if it is to. */
    void rest() throws InterruptedException {
        if (offended) {
            offended = false;
            Thread.sleep(REST_MILLIS);
        }
    }

    void refuse(@Nullable SocketAddress from, String why) {
        offended = true;
        if (refused.getAndIncrement() == 0) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The profiler server closed a connection from " + Caller.text(from) + ": " + why
                            + " (further ones are only counted)");
        }
    }

    /**
     * Closes a connection for what was done by it.
     *
     * @param from the other end
     * @param why a sentence's end for the log
     */
    public void end(@Nullable SocketAddress from, String why) {
        Connection connection = from == null ? null : open.get(from);
        if (connection != null) {
            connection.offend(why);
        }
    }

    void countWrongToken(@Nullable SocketAddress from) {
        Connection connection = from == null ? null : open.get(from);
        if (connection != null) {
            connection.countWrongToken();
        }
    }

    /** {@return how many connections were closed at once, or for what was done by them} */
    public long refused() {
        return refused.get();
    }

    /** {@return how many connections are open} */
    public int count() {
        return open.size();
    }
}
