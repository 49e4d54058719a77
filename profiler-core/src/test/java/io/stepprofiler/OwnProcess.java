package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs on the class path of this build, each in a virtual machine of its own. */
final class OwnProcess {
    private static final String CLASSES = String.join(
            File.pathSeparator, "target/test-classes", "target/classes", "../profiler-schedule/target/classes");

    private OwnProcess() {}

    /** Runs a program to its end; what it prints is in {@code target/<its name>.log}. Returns its exit status. */
    static int run(List<String> options, Class<?> program, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", CLASSES, program.getName()));
        command.addAll(List.of(arguments));
        Path log = Path.of("target", program.getSimpleName() + ".log");
        Files.deleteIfExists(log);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("see " + log).isTrue();
        return process.exitValue();
    }
}
