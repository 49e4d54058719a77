package io.stepprofiler.agent;

import com.sun.tools.attach.VirtualMachine;
import io.stepprofiler.agent.program.RunningLoop;
import io.stepprofiler.child.AgentJar;
import io.stepprofiler.child.OwnProcess;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** A loop in a process of its own, into which the agent is loaded while it runs. */
final class LoadedAgent implements AutoCloseable {
    private static final String PROGRAM = RunningLoop.class.getName();
    static final String STEP = "step=" + PROGRAM + ".trainBatch";

    private static final String CLASSES = "classes.log";

    private final Path jar;
    private final Path errors;
    private final Process process;
    private final VirtualMachine machine;

    LoadedAgent(Path dir) throws Exception {
        // The agent as far as the virtual machine can tell: its classes are where the tests have them.
        jar = AgentJar.in(
                dir,
                Agent.class,
                Map.of(
                        "Can-Retransform-Classes",
                        "true",
                        "Class-Path",
                        Arrays.stream(System.getProperty("surefire.test.class.path")
                                        .split(File.pathSeparator, -1))
                                .map(entry -> Path.of(entry).toUri().toString())
                                .collect(Collectors.joining(" "))));
        errors = dir.resolve("err.txt");
        process = OwnProcess.start(
                OwnProcess.builder(
                                List.of(
                                        "-XX:+EnableDynamicAgentLoading",
                                        "-XX:TieredStopAtLevel=1",
                                        "-XX:+UseSerialGC",
                                        "-Xlog:class+load:file=" + dir.resolve(CLASSES)),
                                OwnProcess.place(RunningLoop.class),
                                RunningLoop.class)
                        .directory(dir.toFile())
                        .redirectError(errors.toFile()),
                "running");
        machine = VirtualMachine.attach(String.valueOf(process.pid()));
    }

    /** Whether a class of these has been loaded into the program. */
    boolean hasLoaded(String prefix) throws IOException {
        return Files.readString(jar.resolveSibling(CLASSES)).contains("] " + prefix);
    }

    long pid() {
        return process.pid();
    }

    /** What the agent says when it is told something. */
    List<String> report(String options) throws Exception {
        machine.loadAgent(jar.toString(), options);
        return properties().getProperty(AttachReport.SAID).lines().toList();
    }

    Properties properties() throws IOException {
        return machine.getSystemProperties();
    }

    /** Ends the program, and answers what it has printed. */
    List<String> end() throws IOException, InterruptedException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        OwnProcess.end(process);
        return process.inputReader(StandardCharsets.UTF_8).lines().toList();
    }

    List<String> errors() throws IOException {
        return Files.readAllLines(errors);
    }

    @Override
    public void close() throws IOException {
        machine.detach();
        process.destroyForcibly();
    }
}
