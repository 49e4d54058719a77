package io.stepprofiler.cli;

import io.stepprofiler.capture.announced.Announcement;
import io.stepprofiler.capture.announced.Announcements;
import io.stepprofiler.capture.ranks.Rank;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds servers in running programs by a process id, a port, or a host and a port. */
final class Targets {
    private static final String LOOPBACK = "127.0.0.1";
    private static final byte[] LOOPBACK_BYTES = {127, 0, 0, 1};
    private static final Pattern NUMBER = Pattern.compile("\\d{1,10}");
    private static final Pattern ADDRESS = Pattern.compile("(\\[[0-9A-Fa-f:.%]+]|[A-Za-z0-9._-]*):(\\d{1,5})");
    private static final int MAX_PORT = 65_535;
    private static final int CONNECT_MILLIS = 500;
    private static final int MAX_FILE_BYTES = 1 << 20;

    private final ServerAccess access;
    private final @Nullable Path agentJar;
    private final @Nullable String step;
    private final Consumer<String> progress;

    /**
     * Creates the targets of a command.
     *
     * @param agentJar the agent, for programs that have no server; null for the result of {@link AgentJar#find}
     * @param step method that the agent takes for a step, for programs that mark no steps; null for none
     * @param progress receives the messages of an agent that is loaded
     */
    Targets(ServerAccess access, @Nullable Path agentJar, @Nullable String step, Consumer<String> progress) {
        this.access = access;
        this.agentJar = agentJar;
        this.step = step;
        this.progress = progress;
    }

    /** True if a text has the form of a target. */
    static boolean isTarget(String text) {
        Matcher address = ADDRESS.matcher(text);
        if (address.matches()) {
            int port = Integer.parseInt(address.group(2));
            return port >= 1 && port <= MAX_PORT;
        }
        return NUMBER.matcher(text).matches();
    }

    /**
     * The server that a target names.
     *
     * @throws IOException if there is none; its message gives the reason
     */
    Rank find(String target) throws IOException {
        Matcher address = ADDRESS.matcher(target);
        if (address.matches()) {
            if (step != null) {
                throw new IOException("--step goes with a process id, not with " + target);
            }
            String host = address.group(1).isEmpty() ? LOOPBACK : address.group(1);
            boolean isBare = !host.startsWith("[");
            return new Rank(
                    isBare ? host : host.substring(1, host.length() - 1),
                    Integer.parseInt(address.group(2)),
                    access.options());
        }
        return byNumber(Long.parseLong(target));
    }

    private Rank byNumber(long number) throws IOException {
        Optional<Announcement> announced = Announcements.of(number);
        if (announced.isPresent() && step == null) {
            return of(number, announced.get());
        }
        if (step == null && number >= 1 && number <= MAX_PORT && isListening((int) number)) {
            return new Rank(LOOPBACK, (int) number, access.options());
        }
        if (ProcessHandle.of(number).isEmpty()) {
            throw new IOException(number + " is neither a running process nor a port that a server listens on:"
                    + " 'stepprof ps' lists training programs");
        }
        return of(number, ProcessTarget.server(number, agentJar, step, progress));
    }

    private Rank of(long pid, Announcement server) throws IOException {
        if (server.token().filter(Files::notExists).isPresent()) {
            throw new IOException("process " + pid + " has just ended, or has closed its server");
        }
        return new Rank(server.host(), server.port(), access.options(server.token(), server.certificate()));
    }

    private static boolean isListening(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK_BYTES), port), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * The targets listed in a file, one per line; {@code #} begins a comment.
     *
     * @throws IOException if the file cannot be read, is not a list of targets, or is empty
     */
    List<Rank> listedIn(Path file) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            // A device has no size.
            bytes = in.readNBytes(MAX_FILE_BYTES + 1);
        }
        if (bytes.length > MAX_FILE_BYTES) {
            throw new IOException(
                    file + " is too long for a list of targets: must have at most " + MAX_FILE_BYTES + " bytes");
        }
        List<Rank> found = new ArrayList<>();
        int number = 0;
        for (String line : new String(bytes, StandardCharsets.UTF_8).lines().toList()) {
            number++;
            String target = line.replaceFirst("#.*", "").strip();
            if (target.isEmpty()) {
                continue;
            }
            if (!isTarget(target)) {
                throw new IOException(file + ", line " + number + ": '" + OneLine.of(target)
                        + "' is not understood: must be host:port, a port, or a process id");
            }
            found.add(find(target));
        }
        if (found.isEmpty()) {
            throw new IOException(file + " names no target: must have one per line, such as host:9012");
        }
        return found;
    }
}
