package io.stepprofiler.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.stepprofiler.child.OwnProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A program in a JVM of its own, with the agent as users have it. */
final class AgentProcess {
    /** The jar that the build of the agent has packed. */
    static final Path JAR = Path.of(System.getProperty("stepprofiler.agent.jar"));

    private final Path dir;
    private final List<String> arguments = new ArrayList<>();
    private final List<Path> classPath = new ArrayList<>();
    private final Map<String, String> environment = new TreeMap<>();

    /** Result of a run. */
    record Result(int status, List<String> out, List<String> err, Path dir) {
        /** Lines that the agent printed. */
        List<String> said() {
            return err.stream()
                    .filter(line -> line.startsWith("step-profiler: "))
                    .toList();
        }

        /** Traces in its default directory, oldest first. */
        List<WrittenTrace> windows() throws IOException {
            Path log = dir.resolve("log");
            if (!Files.exists(log)) {
                return List.of();
            }
            try (Stream<Path> files = Files.list(log)) {
                return files.filter(file -> file.toString().endsWith(".json.gz"))
                        .sorted()
                        .map(WrittenTrace::read)
                        .toList();
            }
        }
    }

    /** A process in a directory. */
    AgentProcess(Path dir) {
        this.dir = dir;
        classPath.add(locationOf(AgentProcess.class));
    }

    static Path locationOf(Class<?> type) {
        return Path.of(OwnProcess.place(type));
    }

    /** Writes traces, unless the options name a format: a report takes as long as the rest of a short program. */
    AgentProcess agent(String options) {
        return agentWithReport((options.contains("format=") ? "" : "format=tensorboard,") + options);
    }

    /** Rows of the flight recorder are left out: they are never the same twice. */
    AgentProcess agentWithReport(String options) {
        return agentWithFlightRecorder("jvm=counters," + options);
    }

    AgentProcess agentWithFlightRecorder(String options) {
        arguments.add("-javaagent:" + JAR + "=" + options);
        return this;
    }

    AgentProcess jvm(String... flags) {
        arguments.addAll(Arrays.asList(flags));
        return this;
    }

    AgentProcess classes(Path... more) {
        classPath.addAll(Arrays.asList(more));
        return this;
    }

    AgentProcess variable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    Result run(Class<?> program, String... programArguments) throws IOException, InterruptedException {
        String path = classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return run(OwnProcess.builder(arguments, path, program, programArguments));
    }

    /** Runs a virtual machine, in which variables of the environment alone may load the agent. */
    Result run(ProcessBuilder builder) throws IOException, InterruptedException {
        if (!Files.exists(JAR)) {
            throw new AssertionError(JAR + " is not there: run mvn package before mvn test");
        }
        // Short programs: the optimizing compiler, and threads of a collector, would take longer than they save.
        builder.command().addAll(1, List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        Path out = dir.resolve("stdout.txt");
        Path err = dir.resolve("stderr.txt");
        builder.directory(dir.toFile()).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().remove("STEP_PROFILER");
        builder.environment().putAll(environment);
        int status = OwnProcess.end(builder.start());
        return new Result(status, Files.readAllLines(out, UTF_8), Files.readAllLines(err, UTF_8), dir);
    }
}
