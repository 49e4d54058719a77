package io.stepprofiler.capture;

import io.stepprofiler.ProfileBuilder;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Where a {@link ProfilerServer} listens, who may ask it, and how it records.
 *
 * <pre>{@code
 * ProfilerServer server = ProfilerServer.start(ServerOptions.of(9012)
 *         .host("0.0.0.0")
 *         .tokenFile(Path.of("/run/secrets/profiler"))
 *         .certificate(Path.of("server.pem"), Path.of("server.key")));
 * }</pre>
 *
 * <p>Without a host the server listens on both loopback addresses, where everybody on the machine may ask it unless
 * there is a token. For another host a token is needed, or certificates of clients. Immutable: each method that changes
 * something answers other options.
 *
 * @param port of both loopback addresses or of the host; 0 for any that is free
 * @param host name or address to listen on; empty for the loopback addresses
 * @param tokenFile file with the token that each call must bring, in its metadata as {@code authorization: Bearer
 *     TOKEN}; read once, when the server starts; only its owner may have access to it
 * @param certificate file with the server's own chain of certificates, PEM; empty if the server speaks no TLS
 * @param key file with the key of the certificate, PEM (PKCS 8); only its owner may have access to it
 * @param clients file with certificates, PEM: who has none that one of these has signed is refused
 * @param captures applied to the profile of each capture before what the client asks for: sources, activities, stacks;
 *     what it says of schedules and handlers is of no effect
 * @param watching the same for the short captures by which the server tells what the steps do now: sources that cost
 *     little to start
 * @param limits how much the server does for those who ask
 * @param register directory that the processes of a training share, in which this one says where its server is while it
 *     runs, for {@code stepprof capture --ranks}; see {@link io.stepprofiler.capture.ranks.RankDirectory}
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
     * @throws IllegalArgumentException naming the parameter, its value and what is allowed
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
     * @param port 0 to 65535; 0 for any that is free
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
     * {@return these options with another place to listen on than the loopback addresses}
     *
     * @param name name or address; {@code 0.0.0.0} for all of the machine
     */
    public ServerOptions host(String name) {
        return new ServerOptions(
                port, Optional.of(name), tokenFile, certificate, key, clients, captures, watching, limits, register);
    }

    /**
     * {@return these options with a token that each call must bring}
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
     * {@return these options where clients must have certificates}
     *
     * @param authorities file with certificates, PEM, one of which must have signed that of a client
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
     * {@return these options with sources for the short captures by which the server tells what the steps do now}
     *
     * @param change applied to the profile of each; by sources that cost little to start
     */
    public ServerOptions watching(UnaryOperator<ProfileBuilder> change) {
        return new ServerOptions(port, host, tokenFile, certificate, key, clients, captures, change, limits, register);
    }

    /**
     * {@return these options with other limits}
     *
     * @param others how much the server does for those who ask
     */
    public ServerOptions limits(ServerLimits others) {
        return new ServerOptions(
                port, host, tokenFile, certificate, key, clients, captures, watching, others, register);
    }

    /**
     * {@return these options with a directory in which the server is registered while it runs}
     *
     * @param directory one that the processes of a training share; made if it is not there
     */
    public ServerOptions register(Path directory) {
        return new ServerOptions(
                port, host, tokenFile, certificate, key, clients, captures, watching, limits, Optional.of(directory));
    }
}
