package io.stepprofiler.cli.live;

import io.stepprofiler.capture.client.ClientOptions;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for access to the server in a running program. */
final class ServerAccess {
    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "file with the server's token, readable only by you")
    private @Nullable Path token;

    @Option(
            names = "--certificate",
            paramLabel = "FILE",
            description = "certificate of the server, or of its issuer; encrypts the connection")
    private @Nullable Path certificate;

    /** The given options, else the token and certificate that the server has announced to its user. */
    ClientOptions options(Optional<Path> announcedToken, Optional<Path> announcedCertificate) {
        ClientOptions options = ClientOptions.DEFAULT;
        Optional<Path> tokenFile = Optional.ofNullable(token).or(() -> announcedToken);
        if (tokenFile.isPresent()) {
            options = options.withToken(tokenFile.get());
        }
        Optional<Path> shown = Optional.ofNullable(certificate).or(() -> announcedCertificate);
        return shown.isPresent() ? options.withCertificate(shown.get()) : options;
    }

    /** The given options. */
    ClientOptions options() {
        return options(Optional.empty(), Optional.empty());
    }
}
