package io.stepprofiler.agent;

import com.sun.tools.attach.VirtualMachine;
import io.stepprofiler.agent.program.RunningLoop;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;

/** A loop in a process of its own, into which the agent is loaded while it runs. */
final class LoadedAgent implements AutoCloseable {
    private static final String PROGRAM = RunningLoop.class.getName();
    static final String STEP = "step=" + PROGRAM + ".trainBatch";

    private static final String CLASSES = "classes.log";

    private final Path jar;
    private final Path errors;
    private final Process process;
    private final BufferedReader out;
    private final VirtualMachine machine;

    LoadedAgent(Path dir) throws Exception {
        jar = jar(dir);
        errors = dir.resolve("err.txt");
        Path classes = Path.of(RunningLoop.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+EnableDynamicAgentLoading",
                        "-XX:TieredStopAtLevel=1",
                        "-Xlog:class+load:file=" + dir.resolve(CLASSES),
                        "-cp",
                        classes.toString(),
                        PROGRAM)
                .directory(dir.toFile())
                .redirectError(errors.toFile())
                .start();
        out = process.inputReader(StandardCharsets.UTF_8);
        if (!"running".equals(out.readLine())) {
            throw new AssertionError(Files.readString(errors));
        }
        machine = VirtualMachine.attach(String.valueOf(process.pid()));
    }

    /** A jar that is the agent as far as the virtual machine can tell: its classes are where the tests have them. */
    private static Path jar(Path dir) throws IOException {
        Path jar = dir.resolve("agent.jar");
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.putValue("Agent-Class", Agent.class.getName());
        main.putValue("Can-Retransform-Classes", "true");
        main.put(
                Attributes.Name.CLASS_PATH,
                Arrays.stream(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                                .split(File.pathSeparator, -1))
                        .map(entry -> Path.of(entry).toUri().toString())
                        .collect(Collectors.joining(" ")));
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream to = new JarOutputStream(file, manifest);
                InputStream from = Agent.class.getResourceAsStream("Agent.class")) {
            to.putNextEntry(new JarEntry(Agent.class.getName().replace('.', '/') + ".class"));
            from.transferTo(to);
            to.closeEntry();
        }
        return jar;
    }

    /** Whether a class of these has been loaded into the program. */
    boolean hasLoaded(String prefix) throws IOException {
        return Files.readString(jar.resolveSibling(CLASSES)).contains("] " + prefix);
    }

    long pid() {
        return process.pid();
    }

    /** What the agent says when it is told something. */
    List<String> tell(String options) throws Exception {
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
        if (!process.waitFor(1, TimeUnit.MINUTES)) {
            throw new AssertionError("does not end: " + Files.readString(errors));
        }
        return out.lines().toList();
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
