package io.stepprofiler.child;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * How a program of the tests ended in a virtual machine of its own.
 *
 * @param exit its exit status
 * @param output all that it printed
 */
public record OwnProcess(int exit, String output) {
    private static final int MINUTES = 2;
    /** The virtual machine tells of them on standard error. */
    private static final List<String> OPTIONS = List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS");

    /** Runs a program to its end, with options of the virtual machine; it is killed if it takes two minutes. */
    public static OwnProcess run(List<String> options, Class<?> program, String... arguments)
            throws IOException, InterruptedException {
        return run(builder(options, program, arguments));
    }

    /** Runs what was prepared to its end. */
    public static OwnProcess run(ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        CompletableFuture.delayedExecutor(MINUTES, TimeUnit.MINUTES).execute(process::destroyForcibly);
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new OwnProcess(process.waitFor(), output);
    }

    /** Prepares a program on the class path of this test. */
    public static ProcessBuilder builder(List<String> options, Class<?> program, String... arguments) {
        return builder(options, classPath(program), program, arguments);
    }

    /** Prepares a program that sees nothing but this class path. */
    public static ProcessBuilder builder(
            List<String> options, String classPath, Class<?> program, String... arguments) {
        List<String> command = new ArrayList<>(options);
        command.addAll(List.of("-cp", classPath, program.getName()));
        command.addAll(List.of(arguments));
        return java(command);
    }

    /** Prepares a virtual machine like this one, which no variable of the environment gives options. */
    public static ProcessBuilder java(List<String> arguments) {
        List<String> command = new ArrayList<>(arguments);
        command.add(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeAll(OPTIONS);
        return builder;
    }

    /** Starts what was prepared, which then prints a line: other output before it is left out. */
    public static Process start(ProcessBuilder builder, String line) throws IOException {
        Process process = builder.start();
        for (String next = ""; !line.equals(next); ) {
            next = process.inputReader(StandardCharsets.UTF_8).readLine();
            if (next == null) {
                throw new AssertionError("it ended before it printed " + line);
            }
        }
        return process;
    }

    /** Waits for the end of a process whose output goes into files, and answers its exit status. */
    public static int end(Process process) throws InterruptedException {
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError("it did not end: " + process.info());
        }
        return process.exitValue();
    }

    /** Starts what was prepared, and kills it once it has done something; until then what is asked may fail. */
    public static void kill(ProcessBuilder builder, Callable<Boolean> done) throws IOException, InterruptedException {
        Process process = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            Awaitility.await()
                    .atMost(MINUTES, TimeUnit.MINUTES)
                    .failFast("it has ended", () -> !process.isAlive())
                    .ignoreExceptions()
                    .until(done);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static String classPath(Class<?> program) {
        return Stream.of(
                        place(program),
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        System.getProperty("jdk.module.path", ""))
                .filter(path -> !path.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Where a class lies; tests of a module are put into that module, which lies elsewhere. */
    public static String place(Class<?> type) {
        String file = type.getName().replace('.', '/') + ".class";
        String url = type.getResource("/" + file).toString();
        String path = url.substring(0, url.length() - file.length());
        return Path.of(URI.create(path.replaceFirst("^jar:", "").replaceFirst("!/$", "")))
                .toString();
    }
}
