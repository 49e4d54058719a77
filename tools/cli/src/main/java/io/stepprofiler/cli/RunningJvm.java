package io.stepprofiler.cli;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
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
 * A virtual machine that runs already, made to load the agent. Where it does not let itself, the exception says in one
 * sentence why and what would allow it.
 */
final class RunningJvm implements AutoCloseable {
    /** As the agent tells it: {@code AttachReport} there. */
    private static final String JAR = "io.stepprofiler.agent.jar";

    private static final String RESULT = "io.stepprofiler.agent.result";
    private static final String SAID = "io.stepprofiler.agent.said";

    private static final Path PROC = Path.of("/proc");
    private static final int SIGQUIT = 3;
    private static final int FIRST_THAT_WARNS = 21;
    private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS=", "JDK_JAVA_OPTIONS=", "_JAVA_OPTIONS=");

    /**
     * What the agent answered.
     *
     * @param code what a command that told it something exits with
     * @param said its lines
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
                    "process " + pid + " does not let itself be attached to: " + e.getMessage()
                            + "; it may hang, or run with -XX:+DisableAttachMechanism",
                    e);
        } catch (NoClassDefFoundError e) {
            throw new IOException("this Java has no module jdk.attach: run stepprof with a JDK", e);
        }
    }

    /** Before it is asked, which happens by a signal: one that ends those that do not expect it. */
    private static void check(long pid) throws IOException {
        Path process = PROC.resolve(String.valueOf(pid));
        if (!JavaProcess.showsWhatIsLoaded()) {
            checkListed(pid, JavaProcess.listed());
            return;
        }
        if (!Files.isDirectory(process)) {
            throw new IOException(
                    "there is no process " + pid + " here; one in a container has another number outside");
        }
        int user = JavaProcess.userOf(process);
        int self = JavaProcess.userOf(PROC.resolve("self"));
        if (user != self && self != 0) {
            throw new IOException(
                    "process " + pid + " belongs to another user (number " + user + "): run stepprof as that user");
        }
        if (JavaProcess.of(pid).isEmpty()) {
            throw new IOException("process " + pid + " is no virtual machine of Java");
        }
        String flag = flag(process, "-XX:+DisableAttachMechanism");
        if (flag != null) {
            throw new IOException("process " + pid + " was started with " + flag
                    + ": start it without, or with -javaagent:step-profiler-agent.jar=server=0");
        }
        Map<String, String> status = status(process);
        // It would be asked once it goes on, when nobody waits any more, and print its threads.
        if (status.getOrDefault("State", "").toUpperCase(Locale.ROOT).startsWith("T")) {
            throw new IOException("process " + pid + " is stopped, by a signal or a debugger: let it go on first"
                    + " (kill -CONT " + pid + ")");
        }
        if (!expectsSignal(status) && !hasSocket(process, status)) {
            throw new IOException("process " + pid + " would not survive the signal by which it is asked"
                    + " (started with -Xrs?): start it without, or with -javaagent:step-profiler-agent.jar=server=0");
        }
    }

    /** Where nothing else is known of a process: the signal would end one that is no virtual machine. */
    static void checkListed(long pid, List<JavaProcess> listed) throws IOException {
        if (listed.stream().noneMatch(each -> each.pid() == pid)) {
            throw new IOException("process " + pid + " does not say that it is a virtual machine of Java of this user"
                    + " (started with -XX:-UsePerfData?), and the signal by which it is asked could end it:"
                    + " 'stepprof ps --all' lists those that do");
        }
    }

    /**
     * What the program itself is made to print by loading an agent, so that it is no surprise; empty if it prints
     * nothing.
     */
    Optional<String> warning() throws IOException {
        boolean warns = Runtime.Version.parse(machine.getSystemProperties().getProperty("java.version", "17"))
                        .feature()
                >= FIRST_THAT_WARNS;
        return warns && flag(PROC.resolve(String.valueOf(pid)), "-XX:+EnableDynamicAgentLoading") == null
                ? Optional.of(
                        "note: its Java warns on its standard error that an agent was loaded; that is harmless, and"
                                + " -XX:+EnableDynamicAgentLoading at its start says that it is meant")
                : Optional.empty();
    }

    /** The flag as it was given on the command line or in the environment; null if it was not. */
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

    /** What the system says of a process, by name. */
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

    /** Whether it has been asked before, or waits from its start on: nobody has removed its socket since. */
    private static boolean hasSocket(Path process, Map<String, String> status) {
        String numbers = status.getOrDefault("NSpid", String.valueOf(process.getFileName()));
        String ownNumber = numbers.substring(numbers.lastIndexOf('\t') + 1);
        return Files.exists(process.resolve("root").resolve("tmp").resolve(".java_pid" + ownNumber));
    }

    /** The jar of the agent that is in it; null if there is none. */
    @Nullable
    Path agent() throws IOException {
        String jar = machine.getSystemProperties().getProperty(JAR);
        return jar == null ? null : Path.of(jar);
    }

    /**
     * Loads the agent.
     *
     * @param jar the agent, as that process finds it
     * @param options what it is told
     */
    Answer load(Path jar, String options) throws IOException {
        if (JavaProcess.showsWhatIsLoaded() && !Files.isReadable(seen(jar))) {
            throw new IOException("process " + pid + " does not see " + jar
                    + ", it is in a container: copy the agent there and give its place there as --agent-jar");
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

    /** How a file is named here that the process names so. */
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
