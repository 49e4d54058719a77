package io.stepprofiler.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Virtual machine that is started for a measurement, and prints one line with the result. */
public final class ChildProcess {
    private ChildProcess() {}

    /**
     * Returns the text after a prefix, in the first line that begins with it.
     *
     * @param prefix the beginning of the line
     * @param arguments options of the virtual machine, class path, main class and its arguments
     * @throws IOException if there is no such line, or the process fails
     */
    public static String result(String prefix, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("exit status " + process.exitValue() + " of " + command + "; it printed: " + output);
        }
        return output.lines()
                .filter(line -> line.startsWith(prefix))
                .findFirst()
                .orElseThrow(() -> new IOException("no result of " + command + "; it printed: " + output))
                .substring(prefix.length())
                .trim();
    }
}
