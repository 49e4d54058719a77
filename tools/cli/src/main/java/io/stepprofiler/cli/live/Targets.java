package io.stepprofiler.cli.live;

import io.stepprofiler.capture.announced.Announcement;
import io.stepprofiler.capture.announced.Announcements;
import io.stepprofiler.capture.client.ClientOptions;
import io.stepprofiler.capture.ranks.Rank;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.input.Subcommand;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for access to running programs, and their servers by a process id, a port, or a host and a port. */
final class Targets {
    private static final String LOOPBACK = "127.0.0.1";
    private static final byte[] LOOPBACK_BYTES = {127, 0, 0, 1};
    private static final Pattern NUMBER = Pattern.compile("\\d{1,10}");
    private static final Pattern ADDRESS = Pattern.compile("(\\[[0-9A-Fa-f:.%]+]|[A-Za-z0-9._-]*):(\\d{1,5})");
    private static final int MAX_PORT = 65_535;
    private static final int CONNECT_MILLIS = 500;
    private static final int MAX_FILE_BYTES = 1 << 20;

    @Mixin
    private ServerAccess access = new ServerAccess();

    @Mixin
    private AgentJar agent = new AgentJar();

    @Option(
            names = "--step",
            paramLabel = "METHOD",
            description = "method that is one step, such as com.acme.Trainer.trainBatch, for a process that marks no"
                    + " steps; the agent weaves it")
    private @Nullable String step;

    /** The given options. */
    ClientOptions options() {
        return access.options();
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
     * The server that a target names, else that of an agent that is loaded for this purpose and only counts steps. The
     * agent stays until {@code stepprof detach}.
     *
     * @param command receives the messages of an agent that is loaded
     * @throws IOException if there is none; its message gives the reason
     */
    Rank find(String target, Subcommand command) throws IOException {
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
        return byNumber(Long.parseLong(target), command);
    }

    private Rank byNumber(long number, Subcommand command) throws IOException {
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
        return of(number, load(number, announced.isPresent(), command));
    }

    /** Loads the agent into a process that has no server, or whose agent is to count other steps. */
    private Announcement load(long pid, boolean isServed, Subcommand command) throws IOException {
        try (RunningJvm machine = RunningJvm.of(pid)) {
            Path present = machine.agent();
            if (isServed && present == null) {
                throw new IOException(
                        "process " + pid + " has a server of its own and marks its steps itself: leave --step out");
            }
            RunningJvm.Answer answer = machine.load(
                    present != null ? present : agent.find(),
                    step == null ? AttachCommand.DEFAULTS : AttachCommand.DEFAULTS + ",step=" + step);
            answer.said().forEach(command::remark);
            if (step != null && present != null && answer.code() == ExitCode.FAILED) {
                throw new IOException("process " + pid + " has an agent with other steps: leave --step out, or run"
                        + " 'stepprof detach " + pid + "' first");
            }
            return Announcements.of(pid)
                    .orElseThrow(() -> new IOException("process " + pid + " has opened no server for captures"
                            + (answer.said().isEmpty()
                                    ? ""
                                    : ": "
                                            + OneLine.of(answer.said()
                                                    .get(answer.said().size() - 1)))));
        }
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
    List<Rank> listedIn(Path file, Subcommand command) throws IOException {
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
            found.add(find(target, command));
        }
        if (found.isEmpty()) {
            throw new IOException(file + " names no target: must have one per line, such as host:9012");
        }
        return found;
    }
}
