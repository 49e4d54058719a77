package io.stepprofiler.handlers.link;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A link that opens a file of this machine in <a href="https://ui.perfetto.dev">Perfetto</a>, the counterpart of {@code
 * create_perfetto_link}.
 *
 * <p>Perfetto runs in the browser and fetches the file from a server in this process, on 127.0.0.1, which serves only
 * that file, only to pages of {@code https://ui.perfetto.dev}, and ends when the file has been read or the time is
 * over.
 *
 * <p>Immutable.
 *
 * @param port port of the server; 0 for any that is free
 * @param timeout how long the link is valid
 * @param blocking whether {@link #serve} waits until the file has been read or the time is over; if not, the link ends
 *     with the process
 * @param output receives the lines with the link for the user
 */
public record PerfettoLink(int port, Duration timeout, boolean blocking, Consumer<String> output) {
    private static final System.Logger LOG = System.getLogger(PerfettoLink.class.getName());
    private static final int LAST_PORT = 65_535;
    private static final Duration LONGEST = Duration.ofDays(1);

    /** Port 9001, ten minutes, blocking, with the log as output. */
    public static final PerfettoLink DEFAULT =
            new PerfettoLink(9001, Duration.ofMinutes(10), true, line -> LOG.log(System.Logger.Level.INFO, line));

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the port is not 0 to 65535, or the timeout not more than 0 and at most a day
     */
    public PerfettoLink {
        if (port < 0 || port > LAST_PORT) {
            throw new IllegalArgumentException(
                    "port = " + port + " is not allowed: must be 0 (any that is free) to " + LAST_PORT);
        }
        if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "timeout = " + timeout + " is not allowed: must be more than 0 and at most " + LONGEST);
        }
        Objects.requireNonNull(output, "output");
    }

    /**
     * {@return the same on another port}
     *
     * @param number 0 to 65535; 0 for any that is free
     */
    public PerfettoLink withPort(int number) {
        return new PerfettoLink(number, timeout, blocking, output);
    }

    /**
     * {@return the same for another time}
     *
     * @param longest more than 0, at most a day
     */
    public PerfettoLink withTimeout(Duration longest) {
        return new PerfettoLink(port, longest, blocking, output);
    }

    /**
     * {@return the same, waited for or not}
     *
     * @param waits whether {@link #serve} waits
     */
    public PerfettoLink withBlocking(boolean waits) {
        return new PerfettoLink(port, timeout, waits, output);
    }

    /**
     * {@return the same with another output}
     *
     * @param lines takes lines without line ends, such as {@code System.out::println}
     */
    public PerfettoLink withOutput(Consumer<String> lines) {
        return new PerfettoLink(port, timeout, blocking, lines);
    }

    /**
     * Serves a file, in any format that Perfetto opens.
     *
     * @param file the file
     * @return the server; if this is blocking, it has ended
     * @throws IOException if the file cannot be read, or the port is in use
     */
    public PerfettoServer serve(Path file) throws IOException {
        PerfettoServer server = PerfettoServer.open(file, this);
        if (blocking) {
            server.await();
        }
        return server;
    }
}
