package io.stepprofiler.capture;

import io.stepprofiler.ProfileBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Address, access control, recording options and limits of a {@link ProfilerServer}.
 *
 * <pre>{@code
 * ProfilerServer server = ProfilerServer.start(ServerOptions.of(9012)
 *         .host("0.0.0.0")
 *         .tokenFile(Path.of("/run/secrets/profiler"))
 *         .certificate(Path.of("server.pem"), Path.of("server.key")));
 * }</pre>
 *
 * <p>If no host is given, the server listens on both loopback addresses, and every user of the machine may use it
 * unless there is a token. Another host requires a token or client certificates. A call beyond a limit is rejected with
 * {@code RESOURCE_EXHAUSTED} or {@code INVALID_ARGUMENT} and a sentence that names the limit. Immutable: each method
 * returns changed options.
 */
public final class ServerOptions {
    private static final Duration LONGEST = Duration.ofDays(365);

    final int port;
    Optional<String> host = Optional.empty();
    Optional<Path> tokenFile = Optional.empty();
    Optional<Path> certificate = Optional.empty();
    Optional<Path> key = Optional.empty();
    Optional<Path> clients = Optional.empty();
    UnaryOperator<ProfileBuilder> captures = UnaryOperator.identity();
    Optional<Path> register = Optional.empty();
    Duration maxDuration = Duration.ofHours(1);
    long maxReplyBytes = 256L << 20;
    int maxConnections = 32;
    Duration idleTime = Duration.ofMinutes(5);
    Duration requestTime = Duration.ofSeconds(10);

    private ServerOptions(int port) {
        this.port = port;
    }

    private ServerOptions changed(Consumer<ServerOptions> change) {
        ServerOptions copy = new ServerOptions(port);
        copy.host = host;
        copy.tokenFile = tokenFile;
        copy.certificate = certificate;
        copy.key = key;
        copy.clients = clients;
        copy.captures = captures;
        copy.register = register;
        copy.maxDuration = maxDuration;
        copy.maxReplyBytes = maxReplyBytes;
        copy.maxConnections = maxConnections;
        copy.idleTime = idleTime;
        copy.requestTime = requestTime;
        change.accept(copy);
        return copy;
    }

    /**
     * {@return options of a server on the loopback addresses}
     *
     * @param port 0 to 65535; 0 for any free port
     * @throws IllegalArgumentException if the port is out of range
     */
    public static ServerOptions of(int port) {
        return new ServerOptions((int) checked("port", port, 0, 65_535));
    }

    /**
     * {@return these options with an address other than the loopback addresses}
     *
     * @param name name or address; {@code 0.0.0.0} for all addresses of the machine
     * @throws IllegalArgumentException if the name is blank
     */
    public ServerOptions host(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("host = \"\" is not allowed: must be a name or an address");
        }
        return changed(copy -> copy.host = Optional.of(name));
    }

    /**
     * {@return these options with a token, which each call must have in its metadata as {@code authorization: Bearer
     * TOKEN}}
     *
     * @param file file with the token, read once, when the server starts; only its owner may have access to it
     */
    public ServerOptions tokenFile(Path file) {
        return changed(copy -> copy.tokenFile = Optional.of(file));
    }

    /**
     * {@return these options with TLS}
     *
     * @param chain file with the server's own chain of certificates, PEM
     * @param itsKey file with its key, PEM (PKCS 8); only its owner may have access to it
     */
    public ServerOptions certificate(Path chain, Path itsKey) {
        return changed(copy -> {
            copy.certificate = Optional.of(chain);
            copy.key = Optional.of(itsKey);
        });
    }

    /**
     * {@return these options with required client certificates}
     *
     * @param authorities file with certificates, PEM; one of them must have signed the client's certificate
     * @throws IllegalArgumentException if these options have no {@linkplain #certificate certificate}
     */
    public ServerOptions clients(Path authorities) {
        if (certificate.isEmpty()) {
            throw new IllegalArgumentException(
                    "clients = " + authorities + " is not allowed: the server must have a certificate, too");
        }
        return changed(copy -> copy.clients = Optional.of(authorities));
    }

    /**
     * {@return these options with sources and settings for each capture}
     *
     * @param change applied to the profile of each capture before the client's options: sources, activities, stacks;
     *     schedules and handlers have no effect; called by threads of the server
     */
    public ServerOptions captures(UnaryOperator<ProfileBuilder> change) {
        return changed(copy -> copy.captures = change);
    }

    /**
     * {@return these options with a directory in which the server is registered while it runs, for {@code stepprof
     * capture --ranks}}
     *
     * @param directory shared by the processes of a training; created if it does not exist
     */
    public ServerOptions register(Path directory) {
        return changed(copy -> copy.register = Optional.of(directory));
    }

    /**
     * {@return these options with another longest recording, which is also the longest wait for its begin}
     *
     * @param duration more than 0, at most 365 days; default 1 hour
     * @throws IllegalArgumentException if it is out of range
     */
    public ServerOptions maxDuration(Duration duration) {
        Duration longest = checked("maxDuration", duration, Duration.ofNanos(1));
        return changed(copy -> copy.maxDuration = longest);
    }

    /**
     * {@return these options with another longest reply in one message, which is in memory while it is sent} Streams
     * may be longer.
     *
     * @param bytes 1 KiB or more, less than 2 GiB; default 256 MiB, always at most an eighth of the heap
     * @throws IllegalArgumentException if it is out of range
     */
    public ServerOptions maxReplyBytes(long bytes) {
        long most = checked("maxReplyBytes", bytes, 1 << 10, Integer.MAX_VALUE);
        return changed(copy -> copy.maxReplyBytes = most);
    }

    /**
     * {@return these options with another maximum number of connections; further ones are closed at once}
     *
     * @param connections 1 or more; default 32
     * @throws IllegalArgumentException if it is out of range
     */
    public ServerOptions maxConnections(int connections) {
        long most = checked("maxConnections", connections, 1, Integer.MAX_VALUE);
        return changed(copy -> copy.maxConnections = (int) most);
    }

    /**
     * {@return these options with another time after which a connection without calls is closed}
     *
     * @param time 1 s or more, at most 365 days; default 5 minutes
     * @throws IllegalArgumentException if it is out of range
     */
    public ServerOptions idleTime(Duration time) {
        Duration longest = checked("idleTime", time, Duration.ofSeconds(1));
        return changed(copy -> copy.idleTime = longest);
    }

    /**
     * {@return these options with another longest handshake of a connection, which is also the longest time until a
     * call has sent its message}
     *
     * @param time more than 0, at most 365 days; default 10 seconds
     * @throws IllegalArgumentException if it is out of range
     */
    public ServerOptions requestTime(Duration time) {
        Duration longest = checked("requestTime", time, Duration.ofNanos(1));
        return changed(copy -> copy.requestTime = longest);
    }

    private static long checked(String parameter, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    parameter + " = " + value + " is not allowed: must be " + least + " to " + most);
        }
        return value;
    }

    private static Duration checked(String parameter, Duration value, Duration least) {
        if (value.compareTo(least) < 0 || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    parameter + " = " + value + " is not allowed: must be " + least + " to " + LONGEST);
        }
        return value;
    }
}
