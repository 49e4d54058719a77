package io.stepprofiler.capture;

import io.stepprofiler.capture.announced.Announcement;
import io.stepprofiler.capture.announced.Announcements;
import io.stepprofiler.capture.ranks.RankDirectory;
import io.stepprofiler.event.ProcessInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Answers those who want to know what this process does, and captures steps for them.
 *
 * <pre>{@code
 * try (ProfilerServer server = ProfilerServer.start(9012)) {
 *     train();
 * }
 * }</pre>
 *
 * <p>On one port there are {@code tensorflow.ProfilerService}, which TensorBoard's button "Capture profile",
 * TensorFlow's and JAX's clients speak, and {@code stepprofiler.capture.v1.CaptureService}, which {@code stepprof}
 * speaks; the files of both are in the jar, under {@code proto}. No profile has to run.
 *
 * <p>One a process. Its threads are daemons of low priority. All methods are safe on any thread.
 */
public final class ProfilerServer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ProfilerServer.class.getName());

    /** Far less than files in {@code /tmp} live where they are tidied away. */
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

    /** Says where the server is; answers what takes that back. */
    private static Runnable registration(ServerOptions options, InetSocketAddress address) throws IOException {
        if (options.register().isEmpty()) {
            return () -> {};
        }
        // Listening on all addresses says none by which others come here.
        String host = address.getAddress().isAnyLocalAddress()
                ? ProcessInfo.current().host()
                : options.host().orElseGet(() -> address.getAddress().getHostAddress());
        return new RankDirectory(options.register().get()).register(host, address.getPort());
    }

    private static Announcement announcement(ServerOptions options, InetSocketAddress address) {
        InetAddress host =
                address.getAddress().isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : address.getAddress();
        return Announcement.here(host.getHostAddress(), address.getPort(), options.tokenFile(), options.certificate());
    }

    /**
     * Starts a server on both loopback addresses, where everybody on the machine may ask it.
     *
     * @param port 0 to 65535; 0 for any that is free, see {@link #port()}
     * @return the server, until it is closed
     * @throws IOException if the port is taken
     * @throws IllegalArgumentException if there is no such port
     * @throws IllegalStateException if a server of this process runs already
     */
    public static ProfilerServer start(int port) throws IOException {
        return start(ServerOptions.of(port));
    }

    /**
     * Starts a server.
     *
     * @param options where it listens, who may ask it, and how it records
     * @return the server, until it is closed
     * @throws IOException if the port is taken, or a file that the options name cannot be used; the message names it
     * @throws IllegalArgumentException if other machines could ask the server, and nothing says who may
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
    public static Optional<ProfilerServer> running() {
        synchronized (ProfilerServer.class) {
            return Optional.ofNullable(running);
        }
    }

    /** {@return the port that it listens on} */
    public int port() {
        return address.getPort();
    }

    /** {@return the address and port that it listens on; of the two loopback addresses, that of version 4} */
    public InetSocketAddress address() {
        return address;
    }

    /** {@return number of connections that were closed because there were too many} */
    public long refusedConnections() {
        return transport.refusedConnections();
    }

    /**
     * Ends the server. A capture ends, and its client is sent what there is: that, and files on their way, are waited
     * for up to ten seconds. Other calls end with {@code UNAVAILABLE}. It is also called when the process ends.
     */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The virtual machine ends, maybe here.
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
            // A directory that others share may be gone; the program is not to end by that.
            LOG.log(System.Logger.Level.WARNING, "The server is still registered, and is no longer there", e);
        }
        services.close();
        transport.close();
    }

    @Override
    public String toString() {
        return "ProfilerServer[" + address + "]";
    }
}
