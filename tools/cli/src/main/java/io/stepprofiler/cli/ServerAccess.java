package io.stepprofiler.cli;

import io.stepprofiler.capture.client.ClientOptions;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for how a server in a running program is spoken to. */
final class ServerAccess {
    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "file with the token that the server wants, which only you can read")
    private @Nullable Path token;

    @Option(
            names = "--certificate",
            paramLabel = "FILE",
            description = "certificate that the server shows, or of who signed it: the connection is encrypted then")
    private @Nullable Path certificate;

    /** Made by picocli. */
    ServerAccess() {}

    /** What was given; without it, what the server itself has announced to its own user. */
    ClientOptions options(Optional<Path> announcedToken, Optional<Path> announcedCertificate) {
        ClientOptions options = ClientOptions.DEFAULT;
        Optional<Path> tokenFile = Optional.ofNullable(token).or(() -> announcedToken);
        if (tokenFile.isPresent()) {
            options = options.withToken(tokenFile.get());
        }
        Optional<Path> shown = Optional.ofNullable(certificate).or(() -> announcedCertificate);
        return shown.isPresent() ? options.withCertificate(shown.get()) : options;
    }

    /** What was given. */
    ClientOptions options() {
        return options(Optional.empty(), Optional.empty());
    }
}
