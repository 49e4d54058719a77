package io.stepprofiler.capture;

import io.stepprofiler.capture.announced.Announcement;
import io.stepprofiler.capture.announced.Announcements;
import io.stepprofiler.capture.ranks.RankDirectory;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Server in a training process that reports its progress and captures steps on request.
 *
 * <pre>{@code
 * try (ProfilerServer server = ProfilerServer.start(9012)) {
 *     train();
 * }
 * }</pre>
 *
 * <p>One port serves {@code tensorflow.ProfilerService}, used by TensorBoard's button "Capture profile" and by clients
 * of TensorFlow and JAX, and {@code stepprofiler.capture.v1.CaptureService}, used by {@code stepprof}; the proto files
 * of both are in the jar, under {@code proto}. No profile has to run.
 *
 * <p>A process can have one server. Its threads are daemons of low priority. All methods are safe on any thread.
 */
public final class ProfilerServer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ProfilerServer.class.getName());

    /** Far less than the age at which systems remove files from {@code /tmp}. */
    private static final long YOUNG_HOURS = 1;

    private static @Nullable ProfilerServer running;

    private final Transport transport;
    private final Services services;
    private final InetSocketAddress address;
    private final Runnable deregister;
    private final Runnable withdraw;
    private final Thread atExit = new Thread(this::close, "step-profiler-server-end");

    private ProfilerServer(ServerOptions options) throws IOException {
        transport = new Transport(options);
        boolean listens = false;
        try {
            services = new Services(options, transport);
            try {
                address = transport.listen(services.all());
                deregister = registration(options, address);
                listens = true;
            } finally {
                if (!listens) {
                    services.close();
                }
            }
        } finally {
            if (!listens) {
                transport.close();
            }
        }
        withdraw = Announcements.ofTheMachine().publish(announcement(options, address));
        Future<?> unused = transport
                .timer()
                .scheduleWithFixedDelay(
                        Announcements.ofTheMachine()::keepYoung, YOUNG_HOURS, YOUNG_HOURS, TimeUnit.HOURS);
    }

    /** Registers the server in the rank directory, if there is one; returns the action that deregisters it. */
    private static Runnable registration(ServerOptions options, InetSocketAddress address) throws IOException {
        if (options.register.isEmpty()) {
            return () -> {};
        }
        // Other machines cannot reach this one by the wildcard address.
        String host = address.getAddress().isAnyLocalAddress()
                ? ProcessInfo.current().host()
                : options.host.orElseGet(() -> address.getAddress().getHostAddress());
        return new RankDirectory(options.register.get()).register(host, address.getPort());
    }

    private static Announcement announcement(ServerOptions options, InetSocketAddress address) {
        InetAddress host =
                address.getAddress().isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : address.getAddress();
        return Announcement.here(host.getHostAddress(), address.getPort(), options.tokenFile, options.certificate);
    }

    /**
     * Starts a server on both loopback addresses, which every user of the machine may use.
     *
     * @param port 0 to 65535; 0 for any free port, see {@link #port()}
     * @return the server, until it is closed
     * @throws IOException if the port is taken
     * @throws IllegalArgumentException if the port is out of range
     * @throws IllegalStateException if a server of this process runs already
     */
    public static ProfilerServer start(int port) throws IOException {
        return start(ServerOptions.of(port));
    }

    /**
     * Starts a server.
     *
     * @param options address, access control and recording options
     * @return the server, until it is closed
     * @throws IOException if the port is taken, or a file that the options name cannot be used; the message names it
     * @throws IllegalArgumentException if other machines could use the server without authentication
     * @throws IllegalStateException if a server of this process runs already
     */
    public static ProfilerServer start(ServerOptions options) throws IOException {
        synchronized (ProfilerServer.class) {
            if (running != null) {
                throw new IllegalStateException(
                        "A profiler server of this process runs already, on port " + running.port());
            }
            ProfilerServer started = new ProfilerServer(options);
            running = started;
            Runtime.getRuntime().addShutdownHook(started.atExit);
            return started;
        }
    }

    /** {@return the server of this process, if one runs} */
    static Optional<ProfilerServer> running() {
        synchronized (ProfilerServer.class) {
            return Optional.ofNullable(running);
        }
    }

    /** {@return the port that it listens on} */
    public int port() {
        return address.getPort();
    }

    /** {@return number of connections that were closed because there were too many} */
    public long refusedConnections() {
        return transport.refusedConnections();
    }

    /**
     * Ends the server. A running capture ends, and its client receives the steps recorded so far; this and file
     * transfers have up to ten seconds. Other calls end with {@code UNAVAILABLE}. A shutdown hook calls this method
     * when the process ends.
     */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The virtual machine is shutting down, possibly in this hook.
        }
        synchronized (ProfilerServer.class) {
            if (running == this) {
                running = null;
            }
        }
        withdraw.run();
        try {
            deregister.run();
        } catch (UncheckedIOException e) {
            // A shared directory may be gone; the program must not fail because of that.
            LOG.log(
                    System.Logger.Level.WARNING,
                    OneLine.of("The server has ended, but its registration could not be removed", e));
        }
        services.close();
        transport.close();
    }

    @Override
    public String toString() {
        return "ProfilerServer[" + address + "]";
    }
}
