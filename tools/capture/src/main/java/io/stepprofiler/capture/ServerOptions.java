package io.stepprofiler.capture;

import io.stepprofiler.ProfileBuilder;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Address, access control and recording options of a {@link ProfilerServer}.
 *
 * <pre>{@code
 * ProfilerServer server = ProfilerServer.start(ServerOptions.of(9012)
 *         .host("0.0.0.0")
 *         .tokenFile(Path.of("/run/secrets/profiler"))
 *         .certificate(Path.of("server.pem"), Path.of("server.key")));
 * }</pre>
 *
 * <p>If no host is given, the server listens on both loopback addresses, and every user of the machine may use it
 * unless there is a token. Another host requires a token or client certificates. Immutable: each method returns changed
 * options.
 *
 * @param port of both loopback addresses or of the host; 0 for any free port
 * @param host name or address to listen on; empty for the loopback addresses
 * @param tokenFile file with the token that each call must have in its metadata as {@code authorization: Bearer TOKEN};
 *     read once, when the server starts; only its owner may have access to it
 * @param certificate file with the server's own chain of certificates, PEM; empty if the server speaks no TLS
 * @param key file with the key of the certificate, PEM (PKCS 8); only its owner may have access to it
 * @param clients file with certificates, PEM: clients need a certificate signed by one of them
 * @param captures applied to the profile of each capture before the client's options: sources, activities, stacks;
 *     schedules and handlers have no effect
 * @param watching applied to the profile of each short capture for live figures; its sources should be cheap to start
 * @param limits limits of the work for clients
 * @param register directory shared by the processes of a training, in which this server is registered while it runs,
 *     for {@code stepprof capture --ranks}; see {@link io.stepprofiler.capture.ranks.RankDirectory}
 */
public record ServerOptions(
        int port,
        Optional<String> host,
        Optional<Path> tokenFile,
        Optional<Path> certificate,
        Optional<Path> key,
        Optional<Path> clients,
        UnaryOperator<ProfileBuilder> captures,
        UnaryOperator<ProfileBuilder> watching,
        ServerLimits limits,
        Optional<Path> register) {
    /**
     * Checks the values.
     *
     * @param port 0 to 65535
     * @param host any but an empty text
     * @param tokenFile any
     * @param certificate any; with a key
     * @param key any; with a certificate
     * @param clients any; with a certificate
     * @param captures any
     * @param watching any
     * @param limits any
     * @param register any
     * @throws IllegalArgumentException naming the parameter, its value and the allowed values
     */
    public ServerOptions {
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("port = " + port + " is not allowed: must be 0 to 65535");
        }
        if (host.isPresent() && host.get().isBlank()) {
            throw new IllegalArgumentException("host = \"\" is not allowed: must be a name or an address");
        }
        if (certificate.isPresent() != key.isPresent()) {
            throw new IllegalArgumentException("certificate = " + certificate + " and key = " + key
                    + " are not allowed: both must be given, or none");
        }
        if (clients.isPresent() && certificate.isEmpty()) {
            throw new IllegalArgumentException(
                    "clients = " + clients.get() + " is not allowed: the server must have a certificate, too");
        }
    }

    /**
     * {@return options of a server on the loopback addresses}
     *
     * @param port 0 to 65535; 0 for any free port
     */
    public static ServerOptions of(int port) {
        return new ServerOptions(
                port,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                UnaryOperator.identity(),
                UnaryOperator.identity(),
                ServerLimits.DEFAULT,
                Optional.empty());
    }

    /**
     * {@return these options with an address other than the loopback addresses}
     *
     * @param name name or address; {@code 0.0.0.0} for all addresses of the machine
     */
    public ServerOptions host(String name) {
        return new ServerOptions(
                port, Optional.of(name), tokenFile, certificate, key, clients, captures, watching, limits, register);
    }

    /**
     * {@return these options with a token that each call must have}
     *
     * @param file with the token; only its owner may have access to it
     */
    public ServerOptions tokenFile(Path file) {
        return new ServerOptions(
                port, host, Optional.of(file), certificate, key, clients, captures, watching, limits, register);
    }

    /**
     * {@return these options with TLS}
     *
     * @param chain file with the server's own chain of certificates, PEM
     * @param itsKey file with its key, PEM (PKCS 8); only its owner may have access to it
     */
    public ServerOptions certificate(Path chain, Path itsKey) {
        return new ServerOptions(
                port,
                host,
                tokenFile,
                Optional.of(chain),
                Optional.of(itsKey),
                clients,
                captures,
                watching,
                limits,
                register);
    }

    /**
     * {@return these options with required client certificates}
     *
     * @param authorities file with certificates, PEM; one of them must have signed the client's certificate
     */
    public ServerOptions clients(Path authorities) {
        return new ServerOptions(
                port,
                host,
                tokenFile,
                certificate,
                key,
                Optional.of(authorities),
                captures,
                watching,
                limits,
                register);
    }

    /**
     * {@return these options with sources and settings for each capture}
     *
     * @param change applied to the profile of each capture; called by threads of the server
     */
    public ServerOptions captures(UnaryOperator<ProfileBuilder> change) {
        return new ServerOptions(port, host, tokenFile, certificate, key, clients, change, watching, limits, register);
    }

    /**
     * {@return these options with sources for the short captures for live figures}
     *
     * @param change applied to the profile of each short capture; its sources should be cheap to start
     */
    public ServerOptions watching(UnaryOperator<ProfileBuilder> change) {
        return new ServerOptions(port, host, tokenFile, certificate, key, clients, captures, change, limits, register);
    }

    /**
     * {@return these options with other limits}
     *
     * @param others limits of the work for clients
     */
    public ServerOptions limits(ServerLimits others) {
        return new ServerOptions(
                port, host, tokenFile, certificate, key, clients, captures, watching, others, register);
    }

    /**
     * {@return these options with a directory in which the server is registered while it runs}
     *
     * @param directory shared by the processes of a training; created if it does not exist
     */
    public ServerOptions register(Path directory) {
        return new ServerOptions(
                port, host, tokenFile, certificate, key, clients, captures, watching, limits, Optional.of(directory));
    }
}
