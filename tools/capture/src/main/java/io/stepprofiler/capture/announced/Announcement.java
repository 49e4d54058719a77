package io.stepprofiler.capture.announced;

import io.stepprofiler.trace.OneLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.function.UnaryOperator;

/**
 * What a server of captures tells the other processes of its user, so that they find it by the number of its process.
 * It holds no secret: of a token it names the file.
 *
 * @param pid number of the process, as that process knows it
 * @param program main class of the process, or its jar
 * @param host address that the server listens on, for a client on the same machine
 * @param port port that it listens on
 * @param token file of the token that it wants; empty for none
 * @param certificate file of the certificate that it shows; empty without TLS
 */
public record Announcement(
        long pid, String program, String host, int port, Optional<Path> token, Optional<Path> certificate) {
    private static final int MAX_PORT = 0xFFFF;

    /**
     * {@return the announcement of a server in this process}
     *
     * @param host address that it listens on
     * @param port port that it listens on
     * @param token file of its token; empty for none
     * @param certificate file of its certificate; empty without TLS
     */
    public static Announcement here(String host, int port, Optional<Path> token, Optional<Path> certificate) {
        return new Announcement(
                ProcessHandle.current().pid(),
                // Set by the launcher: main class or jar, and then the arguments, which are nobody's business.
                System.getProperty("sun.java.command", "java").strip().split("\\s", 2)[0],
                host,
                port,
                token.map(Path::toAbsolutePath),
                certificate.map(Path::toAbsolutePath));
    }

    /** {@return host and port as one text, as commands take it} */
    public String address() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    /**
     * {@return all of it as properties, for files: {@code pid}, {@code program}, {@code host}, {@code port}, and {@code
     * token} and {@code certificate} if there are such files}
     */
    public Properties properties() {
        Properties properties = new Properties();
        properties.setProperty("pid", String.valueOf(pid));
        properties.setProperty("program", program);
        properties.setProperty("host", host);
        properties.setProperty("port", String.valueOf(port));
        token.ifPresent(file -> properties.setProperty("token", file.toString()));
        certificate.ifPresent(file -> properties.setProperty("certificate", file.toString()));
        return properties;
    }

    /**
     * {@return the announcement that properties say}
     *
     * @param properties as {@link #properties()} makes them; others are ignored
     * @throws IOException if they say none
     */
    public static Announcement of(Properties properties) throws IOException {
        try {
            int port = Integer.parseInt(properties.getProperty("port", ""));
            if (port < 1 || port > MAX_PORT) {
                throw new IOException("port = " + port + " is none");
            }
            return new Announcement(
                    Long.parseLong(properties.getProperty("pid", "")),
                    OneLine.of(properties.getProperty("program", "java")),
                    OneLine.of(properties.getProperty("host", "127.0.0.1")),
                    port,
                    Optional.ofNullable(properties.getProperty("token")).map(Path::of),
                    Optional.ofNullable(properties.getProperty("certificate")).map(Path::of));
        } catch (IllegalArgumentException e) {
            throw new IOException("no announcement: " + e.getMessage(), e);
        }
    }

    /** The same where nothing is to be sent as a token. */
    Announcement withoutToken() {
        return new Announcement(pid, program, host, port, Optional.empty(), certificate);
    }

    /** The same with files by other names, as another process sees them. */
    Announcement seen(UnaryOperator<Path> names) {
        return new Announcement(pid, program, host, port, token.map(names), certificate.map(names));
    }
}
