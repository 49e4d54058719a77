package io.stepprofiler.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.stepprofiler.examples.LessonResult.Learning;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Lesson 10: a program without any code of the profiler, profiled by the agent. */
final class Lesson10Agent {
    private static final String OPTIONS = "skipFirst=100,wait=1,warmup=1,active=3,repeat=2";

    private Lesson10Agent() {}

    static LessonResult run(Path dir, PrintStream out) throws IOException, InterruptedException {
        LessonDirectory traces = LessonDirectory.at(dir);
        String agent =
                "-javaagent:" + System.getProperty("stepprofiler.agent.jar") + "=dir=" + traces.path() + "," + OPTIONS;
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        agent, // The only change.
                        "--enable-native-access=ALL-UNNAMED",
                        "-classpath",
                        System.getProperty("java.class.path"),
                        DigitsProgram.class.getName())
                .redirectErrorStream(true)
                .start();
        String last = "";
        try (BufferedReader lines = program.inputReader(UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("step-profiler: ")) {
                    out.println(line);
                } else if (line.startsWith("0.")) {
                    last = line;
                }
            }
        }
        if (program.waitFor() != 0 || last.isEmpty()) {
            throw new IOException("the program failed with status " + program.exitValue());
        }
        double[] numbers = Arrays.stream(last.split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
        return new LessonResult(
                new Learning(numbers[0], numbers[1], numbers[2], numbers[3]),
                traces.path(),
                traces.written(),
                List.of());
    }

    /*
     * Run, from the root of the project
     *   mvn -q package -pl examples -am -DskipTests -Dlesson=10
     *
     * Expected output
     *   The agent prints at the start the classes that it weaves, and at the end the files that it wrote: two windows
     *   of three steps. Each step has forward, loss, backward and the optimizer of a program without a single scope,
     *   the blocks of the network as modules, and nested in them the calls of the engine with the shapes of their
     *   inputs.
     *
     * Try
     *   Add step=io.stepprofiler.examples.DigitsProgram.trainBatch: a step then is a call of the program's own method.
     *
     *   Add methods=io.stepprofiler.examples.Digits.*: the trace then also shows methods of the program.
     */
}
