package io.stepprofiler.capture.client;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Options of the connection of a {@link CaptureClient}. Immutable.
 *
 * @param token file with the token, readable only by its owner; empty for none
 * @param certificate file with the server's certificate, or its issuer's; empty for no TLS
 * @param timeout longest time of a short call, more than 0
 */
public record ClientOptions(Optional<Path> token, Optional<Path> certificate, Duration timeout) {
    /** No token, no TLS, ten seconds. */
    public static final ClientOptions DEFAULT =
            new ClientOptions(Optional.empty(), Optional.empty(), Duration.ofSeconds(10));

    /**
     * Checks the time.
     *
     * @throws IllegalArgumentException if the time is not more than 0
     */
    public ClientOptions {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout = " + timeout + " is not allowed: must be more than 0");
        }
    }

    /**
     * {@return these options with the token in a file}
     *
     * @param file a file that only its owner can read
     */
    public ClientOptions withToken(Path file) {
        return new ClientOptions(Optional.of(file), certificate, timeout);
    }

    /**
     * {@return these options with TLS}
     *
     * @param file file with the server's certificate, or its issuer's
     */
    public ClientOptions withCertificate(Path file) {
        return new ClientOptions(token, Optional.of(file), timeout);
    }
}
