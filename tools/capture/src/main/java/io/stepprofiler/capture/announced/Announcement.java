package io.stepprofiler.capture.announced;

import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.function.UnaryOperator;

/**
 * Announcement of a capture server to the other processes of its user, which find it by process id. It contains no
 * secret: a token is named by its file.
 *
 * @param pid process id, as the process itself sees it
 * @param program main class of the process, or its jar
 * @param host address that the server listens on, for a client on the same machine
 * @param port port that it listens on
 * @param token file of the required token; empty for none
 * @param certificate file of the server's certificate; empty without TLS
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
                // Set by the launcher: main class or jar, then the arguments, which may hold secrets.
                System.getProperty("sun.java.command", "java").strip().split("\\s", 2)[0],
                host,
                port,
                token.map(Path::toAbsolutePath),
                certificate.map(Path::toAbsolutePath));
    }

    /** {@return host and port as one text, in the form that commands accept} */
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
     * {@return the announcement in properties}
     *
     * @param properties as returned by {@link #properties()}; other entries are ignored
     * @throws IOException if they are not an announcement
     */
    public static Announcement of(Properties properties) throws IOException {
        try {
            int port = Integer.parseInt(properties.getProperty("port", ""));
            if (port < 1 || port > MAX_PORT) {
                throw new IOException("port = " + port + " is out of range");
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

    /** This announcement without the token, for clients that must not send one. */
    Announcement withoutToken() {
        return new Announcement(pid, program, host, port, Optional.empty(), certificate);
    }

    /** This announcement with file names as another process sees them. */
    Announcement seen(UnaryOperator<Path> names) {
        return new Announcement(pid, program, host, port, token.map(names), certificate.map(names));
    }
}
