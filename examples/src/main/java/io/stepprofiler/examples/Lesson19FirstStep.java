package io.stepprofiler.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/** Lesson 19: why the first step is so late. A network trained with DJL, from the start of its process on. */
final class Lesson19FirstStep {
    private Lesson19FirstStep() {}

    /** What the program wrote. */
    record Started(Path json) implements Lessons.Outcome {
        @Override
        public void print(PrintStream out) {
            out.println("As JSON:        " + json);
        }
    }

    static Started run(Path dir, PrintStream out) throws IOException, InterruptedException {
        Path files = TraceDirectory.at(dir).path();
        // In a process of its own, since this one has started long ago.
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-classpath",
                        System.getProperty("java.class.path"),
                        FirstStepProgram.class.getName(),
                        files.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        out.print(new String(program.getInputStream().readAllBytes(), UTF_8));
        if (program.waitFor() != 0) {
            throw new IOException("the program failed with status " + program.exitValue());
        }
        return new Started(files.resolve("startup.json"));
    }

    /*
     * How to run, from the root of the project
     *   mvn -q package -pl examples -am -DskipTests -Dlesson=19
     *
     * What you should see
     *   One table: the phases from the start of the virtual machine to the end of the first step, whose times add up,
     *   and the steps after it. The engine takes most of the time, with the libraries of PyTorch named below the table;
     *   the first step takes many times what a later one does. Under the table, for each recorded phase, what its
     *   thread waited for: loading classes, from JDK 22 on also loading libraries; and what the compilers did
     *   beside it. The flight recorder itself is part of the phase "profiler".
     *
     * What to try
     *   Run it again: the libraries come from the page cache of the system now. Leave the flight recorder out: the
     *   table of phases is the same, since it needs none, and what was waited for is told as not known.
     */
}
