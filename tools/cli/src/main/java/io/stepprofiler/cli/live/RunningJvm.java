package io.stepprofiler.cli.live;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.stepprofiler.cli.input.ExitCode;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A running virtual machine into which the agent is loaded. If that is impossible, the message of the exception gives
 * the reason and a remedy in one sentence.
 */
final class RunningJvm implements AutoCloseable {
    /** Property set by the agent's {@code AttachReport}, like the two below. */
    private static final String JAR = "io.stepprofiler.agent.jar";

    private static final String RESULT = "io.stepprofiler.agent.result";
    private static final String SAID = "io.stepprofiler.agent.said";

    private static final Path PROC = Path.of("/proc");
    private static final int SIGQUIT = 3;
    private static final int FIRST_THAT_WARNS = 21;
    private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS=", "JDK_JAVA_OPTIONS=", "_JAVA_OPTIONS=");

    /**
     * Answer of the agent.
     *
     * @param code exit code for the command
     * @param said messages of the agent, one per line
     */
    record Answer(int code, List<String> said) {}

    private final long pid;
    private final VirtualMachine machine;

    private RunningJvm(long pid, VirtualMachine machine) {
        this.pid = pid;
        this.machine = machine;
    }

    /** Connects to the virtual machine of a process. */
    static RunningJvm of(long pid) throws IOException {
        check(pid);
        try {
            return new RunningJvm(pid, VirtualMachine.attach(String.valueOf(pid)));
        } catch (AttachNotSupportedException | IOException e) {
            throw new IOException(
                    "process " + pid + " cannot be attached to: " + e.getMessage()
                            + "; it may hang, or run with -XX:+DisableAttachMechanism",
                    e);
        } catch (NoClassDefFoundError e) {
            throw new IOException("this Java has no module jdk.attach: run stepprof with a JDK", e);
        }
    }

    /** Checks a process before the attach signal is sent, which ends a process that does not handle it. */
    private static void check(long pid) throws IOException {
        Path process = PROC.resolve(String.valueOf(pid));
        if (!JavaProcess.showsWhatIsLoaded()) {
            checkListed(pid, JavaProcess.listed());
            return;
        }
        if (!Files.isDirectory(process)) {
            throw new IOException(
                    "there is no process " + pid + " here; a process in a container has a different id outside");
        }
        int user = JavaProcess.userOf(process);
        int self = JavaProcess.userOf(PROC.resolve("self"));
        if (user != self && self != 0) {
            throw new IOException(
                    "process " + pid + " belongs to another user (number " + user + "): run stepprof as that user");
        }
        if (JavaProcess.of(pid).isEmpty()) {
            throw new IOException("process " + pid + " does not run a Java virtual machine");
        }
        String flag = flag(process, "-XX:+DisableAttachMechanism");
        if (flag != null) {
            throw new IOException("process " + pid + " was started with " + flag
                    + ": start it without, or with -javaagent:step-profiler-agent.jar=server=0");
        }
        Map<String, String> status = status(process);
        // It would handle the signal once it continues, after attaching timed out, and print its threads.
        if (status.getOrDefault("State", "").toUpperCase(Locale.ROOT).startsWith("T")) {
            throw new IOException("process " + pid + " is stopped, by a signal or a debugger: continue it first"
                    + " (kill -CONT " + pid + ")");
        }
        if (!expectsSignal(status) && !hasSocket(process, status)) {
            throw new IOException("process " + pid + " would not survive the attach signal"
                    + " (started with -Xrs?): start it without, or with -javaagent:step-profiler-agent.jar=server=0");
        }
    }

    /** Checks a process on systems without {@code /proc}: the signal would end one that is not a virtual machine. */
    static void checkListed(long pid, List<JavaProcess> listed) throws IOException {
        if (listed.stream().noneMatch(each -> each.pid() == pid)) {
            throw new IOException("process " + pid + " is not listed as a Java virtual machine of this user"
                    + " (started with -XX:-UsePerfData?), and the attach signal could end it:"
                    + " see 'stepprof ps --all'");
        }
    }

    /** Note about the warning that the program itself prints when an agent is loaded; empty if it prints none. */
    Optional<String> warning() throws IOException {
        boolean warns = Runtime.Version.parse(machine.getSystemProperties().getProperty("java.version", "17"))
                        .feature()
                >= FIRST_THAT_WARNS;
        return warns && flag(PROC.resolve(String.valueOf(pid)), "-XX:+EnableDynamicAgentLoading") == null
                ? Optional.of(
                        "note: the program warns on its standard error that an agent was loaded; this is harmless, and"
                                + " -XX:+EnableDynamicAgentLoading at its start turns it off")
                : Optional.empty();
    }

    /** The flag if it was given on the command line or in the environment, else null. */
    private static @Nullable String flag(Path process, String flag) throws IOException {
        if (!Files.exists(process)) {
            return null;
        }
        List<String> words = new ArrayList<>(JavaProcess.words(process.resolve("cmdline")));
        for (String variable : JavaProcess.words(process.resolve("environ"))) {
            for (String name : VARIABLES) {
                if (variable.startsWith(name)) {
                    words.addAll(List.of(variable.substring(name.length()).split("\\s+", -1)));
                }
            }
        }
        return words.contains(flag) ? flag : null;
    }

    /** Fields of {@code /proc/PID/status} by name. */
    private static Map<String, String> status(Path process) throws IOException {
        Map<String, String> status = new HashMap<>();
        for (String line : Files.readAllLines(process.resolve("status"), StandardCharsets.ISO_8859_1)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                status.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
        }
        return status;
    }

    private static boolean expectsSignal(Map<String, String> status) {
        return new BigInteger(status.getOrDefault("SigCgt", "0"), 16).testBit(SIGQUIT - 1);
    }

    /** True if the attach socket of a process exists: it was attached to before, or listens from its start on. */
    private static boolean hasSocket(Path process, Map<String, String> status) {
        String numbers = status.getOrDefault("NSpid", String.valueOf(process.getFileName()));
        String ownNumber = numbers.substring(numbers.lastIndexOf('\t') + 1);
        return Files.exists(process.resolve("root").resolve("tmp").resolve(".java_pid" + ownNumber));
    }

    /** The jar of the loaded agent; null if no agent is loaded. */
    @Nullable
    Path agent() throws IOException {
        String jar = machine.getSystemProperties().getProperty(JAR);
        return jar == null ? null : Path.of(jar);
    }

    /**
     * Loads the agent.
     *
     * @param jar the agent, by its path in that process
     * @param options options of the agent
     */
    Answer load(Path jar, String options) throws IOException {
        if (JavaProcess.showsWhatIsLoaded() && !Files.isReadable(seen(jar))) {
            throw new IOException("process " + pid + " does not see " + jar
                    + ", it is in a container: copy the agent there and give its path there as --agent-jar");
        }
        try {
            machine.loadAgent(jar.toString(), options);
        } catch (AgentLoadException | AgentInitializationException | IOException e) {
            String why = String.valueOf(e.getMessage());
            throw new IOException(
                    "process " + pid + " does not load the agent: "
                            + (why.contains("EnableDynamicAgentLoading") || why.contains("not enabled")
                                    ? "agents may not be loaded while it runs; start it with"
                                            + " -XX:+EnableDynamicAgentLoading, or with -javaagent:" + jar
                                    : why),
                    e);
        }
        Properties told = machine.getSystemProperties();
        int code = switch (told.getProperty(RESULT, "")) {
            case "done" -> ExitCode.DONE;
            case "incomplete" -> ExitCode.INCOMPLETE;
            default -> ExitCode.FAILED;
        };
        return new Answer(code, told.getProperty(SAID, "").lines().toList());
    }

    /** Path here of a file that the process sees under the given path. */
    private Path seen(Path file) {
        return PROC.resolve(String.valueOf(pid))
                .resolve("root")
                .resolve(Path.of("/").relativize(file));
    }

    @Override
    public void close() throws IOException {
        machine.detach();
    }
}
