package io.stepprofiler.capture.guard;

import io.grpc.Metadata;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** The secret that calls must have. It has no text form, so that it cannot be logged. */
public final class Token {
    private static final int MIN_CHARS = 16;
    private static final int MAX_CHARS = 4096;
    private static final String SCHEME = "Bearer ";

    private final byte[] secret;

    private Token(byte[] secret) {
        this.secret = secret;
    }

    /**
     * {@return the token in a file}
     *
     * @param file file with one line of {@value #MIN_CHARS} to {@value #MAX_CHARS} visible ASCII characters
     * @throws IOException if the file cannot be read, if other users have access to it, or if it has no such line; the
     *     message does not contain the content
     */
    public static Token of(Path file) throws IOException {
        OwnersFile.check(file, "tokenFile");
        byte[] read;
        try (InputStream in = Files.newInputStream(file)) {
            read = in.readNBytes(MAX_CHARS + 3);
        }
        String line = new String(read, StandardCharsets.ISO_8859_1).strip();
        if (line.length() < MIN_CHARS
                || line.length() > MAX_CHARS
                || !line.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IOException("tokenFile = " + file + " has no token: one line of " + MIN_CHARS + " to " + MAX_CHARS
                    + " visible ASCII characters");
        }
        return new Token(line.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** {@return the headers of calls with this token} */
    public Metadata headers() {
        Metadata headers = new Metadata();
        headers.put(CallGuard.AUTHORIZATION, SCHEME + new String(secret, StandardCharsets.ISO_8859_1));
        return headers;
    }

    /** {@return whether the value of a header has the token, compared in constant time} */
    boolean isIn(@Nullable String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return false;
        }
        byte[] given = authorization.substring(SCHEME.length()).getBytes(StandardCharsets.ISO_8859_1);
        return MessageDigest.isEqual(secret, given);
    }
}
