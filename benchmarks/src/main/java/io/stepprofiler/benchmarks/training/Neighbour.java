package io.stepprofiler.benchmarks.training;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A second Java process, of this class path and of the lowest priority, that answers each line by a line. */
final class Neighbour implements AutoCloseable {
    private final Process process;
    private final PrintStream to;
    private final BufferedReader from;

    Neighbour(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "nice",
                "-n",
                "19",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        to = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        from = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Its answer to a line. */
    String tell(String line) throws IOException {
        to.println(line);
        String answer = from.readLine();
        if (answer == null) {
            throw new IOException("the other process has ended");
        }
        return answer;
    }

    @Override
    public void close() {
        process.destroy();
    }
}
