package io.stepprofiler.child;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a program of the tests ended in a virtual machine of its own.
 *
 * @param exit its exit status
 * @param output all that it printed
 */
public record OwnProcess(int exit, String output) {
    private static final int MINUTES = 2;

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
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath(program), program.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
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
