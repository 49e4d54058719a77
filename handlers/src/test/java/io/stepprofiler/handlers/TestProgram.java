package io.stepprofiler.handlers;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How a program of the tests ended in a virtual machine of its own.
 *
 * @param exit its exit status
 * @param output what it printed
 */
public record TestProgram(int exit, String output) {
    private static final String CLASSES = String.join(
            File.pathSeparator,
            "target/test-classes",
            "target/classes",
            "../profiler-core/target/classes",
            "../profiler-schedule/target/classes");

    /** Runs it to its end, with options of the virtual machine. */
    public static TestProgram run(Class<?> program, List<String> options, String... arguments)
            throws IOException, InterruptedException {
        return run(program, List.of(), options, arguments);
    }

    /** Runs it to its end, with the jars that have these classes. */
    public static TestProgram run(Class<?> program, List<Class<?>> libraries, List<String> options, String... arguments)
            throws IOException, InterruptedException {
        List<String> classes = new ArrayList<>(List.of(CLASSES));
        libraries.forEach(library -> classes.add(jar(library)));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", String.join(File.pathSeparator, classes), program.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new TestProgram(process.waitFor(), output);
    }

    private static String jar(Class<?> library) {
        return Path.of(URI.create(library.getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toString()))
                .toString();
    }
}
