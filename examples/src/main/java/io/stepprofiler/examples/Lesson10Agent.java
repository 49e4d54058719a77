package io.stepprofiler.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.stepprofiler.examples.LessonResult.Learning;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Lesson 10: a program that knows nothing of the profiler, under the agent. */
final class Lesson10Agent {
    private static final String OPTIONS = "skipFirst=100,wait=1,warmup=1,active=3,repeat=2";

    private Lesson10Agent() {}

    static LessonResult run(Path dir, PrintStream out) throws IOException, InterruptedException {
        TraceDirectory traces = TraceDirectory.at(dir);
        String agent =
                "-javaagent:" + System.getProperty("stepprofiler.agent.jar") + "=dir=" + traces.path() + "," + OPTIONS;
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        agent, // This is all.
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
     * How to run, from the root of the project
     *   mvn -q package -pl examples -am -DskipTests -Dlesson=10
     *
     * What you should see
     *   The agent says at the start what it weaves and at the end what it wrote: two windows of three steps. In each
     *   step forward, loss, backward and the optimizer of a program without a single scope, the blocks of the
     *   network as modules, and in them the calls of the engine with the shapes of their inputs.
     *
     * What to try
     *   Add step=io.stepprofiler.examples.DigitsProgram.trainBatch: a step then is a call of the program's own method.
     *
     *   Add methods=io.stepprofiler.examples.Digits.*: what the program does beside DJL is then seen, too.
     */
}
