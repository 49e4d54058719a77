package io.stepprofiler.capture.client;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How a {@link CaptureClient} speaks to its server. Immutable.
 *
 * @param token the file that the token is in, which only its owner can read; empty for none
 * @param certificate the file of the certificate that the server shows, or of the one that signed it; empty for no TLS
 * @param patience how long short calls may take, and how long nothing may come in long ones
 */
public record ClientOptions(Optional<Path> token, Optional<Path> certificate, Duration patience) {
    /** No token, no TLS, ten seconds. */
    public static final ClientOptions DEFAULT =
            new ClientOptions(Optional.empty(), Optional.empty(), Duration.ofSeconds(10));

    /**
     * Checks the time.
     *
     * @param token the file that the token is in
     * @param certificate the file of the certificate
     * @param patience more than 0
     * @throws IllegalArgumentException if the time is not more than 0
     */
    public ClientOptions {
        if (patience.isNegative() || patience.isZero()) {
            throw new IllegalArgumentException("patience = " + patience + " is not allowed: must be more than 0");
        }
    }

    /**
     * {@return these with the token that is in a file}
     *
     * @param file a file that only its owner can read
     */
    public ClientOptions withToken(Path file) {
        return new ClientOptions(Optional.of(file), certificate, patience);
    }

    /**
     * {@return these with TLS}
     *
     * @param file the certificate that the server shows, or that of who signed it
     */
    public ClientOptions withCertificate(Path file) {
        return new ClientOptions(token, Optional.of(file), patience);
    }
}
