package io.stepprofiler.capture.guard;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The open connections of a server, at most so many, and what has been refused. Where one too many comes, one that has
 * called nothing for a while makes room for it, so that nobody is locked out by connections that are only held.
 */
public final class Connections {
    private static final System.Logger LOG = System.getLogger(Connections.class.getName());

    private final FrameLimits limits;
    private final ScheduledExecutorService timer;
    private final Map<SocketAddress, Connection> open = new ConcurrentHashMap<>();
    private final AtomicLong refused = new AtomicLong();
    private final Pace pace;

    /**
     * The connections of a server that has none yet.
     *
     * @param limits of each
     * @param timer closes those that say nothing
     */
    public Connections(FrameLimits limits, ScheduledExecutorService timer) {
        this(limits, timer, FrameWork.pace(System::nanoTime));
    }

    Connections(FrameLimits limits, ScheduledExecutorService timer, Pace pace) {
        this.limits = limits;
        this.timer = timer;
        this.pace = pace;
    }

    FrameLimits limits() {
        return limits;
    }

    ScheduledExecutorService timer() {
        return timer;
    }

    Pace pace() {
        return pace;
    }

    /** {@return the accepted socket as one of the open connections, or null if it is one too many and was closed} */
    @Nullable
    Connection add(Socket accepted, Socket secured) throws IOException {
        if (open.size() >= limits.maxConnections() && !makeRoom()) {
            refuse(accepted.getRemoteSocketAddress(), "there are " + limits.maxConnections() + " connections already");
            accepted.close();
            return null;
        }
        Connection connection = new Connection(this, accepted, secured);
        open.put(accepted.getRemoteSocketAddress(), connection);
        connection.expectRequest();
        return connection;
    }

    /**
     * Closes the connection that has called nothing for the longest time; whether there was one. Not at once: a flood is to
     * be refused, which costs less than to accept it.
     */
    private boolean makeRoom() {
        Optional<Connection> resting = open.values().stream()
                .filter(each -> each.restedNanos() > limits.requestTime().toNanos())
                .max(Comparator.comparingLong(Connection::restedNanos));
        resting.ifPresent(each ->
                each.offend("it called nothing, and there are " + limits.maxConnections() + " connections already"));
        return resting.isPresent();
    }

    void remove(Connection connection, @Nullable SocketAddress address) {
        if (address != null) {
            open.remove(address, connection);
        }
    }

    void refuse(@Nullable SocketAddress from, String why) {
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

    void callBegan(@Nullable SocketAddress from) {
        Connection connection = from == null ? null : open.get(from);
        if (connection != null) {
            connection.callBegan();
        }
    }

    void callEnded(@Nullable SocketAddress from) {
        Connection connection = from == null ? null : open.get(from);
        if (connection != null) {
            connection.callEnded();
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
