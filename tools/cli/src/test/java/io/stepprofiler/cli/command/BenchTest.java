package io.stepprofiler.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.child.AgentJar;
import io.stepprofiler.child.OwnProcess;
import io.stepprofiler.cli.InputsTest;
import io.stepprofiler.cli.StepProfRun;
import io.stepprofiler.cli.input.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchTest {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    private Path dir;

    private final StepProfRun stepprof = new StepProfRun();

    /** A jar with the agent of these tests in it. */
    private Path agent() throws IOException {
        return AgentJar.in(dir, BenchAgent.class, Map.of());
    }

    private Path summary() throws IOException {
        Path trace = dir.resolve("a.json");
        InputsTest.window("a", 1).export(trace);
        Path summary = dir.resolve("a.summary.json");
        assertThat(stepprof.run("convert", trace.toString(), summary.toString()))
                .isZero();
        stepprof.clear();
        return summary;
    }

    private static String program(String text, int code) {
        return "'" + JAVA + "' -cp '" + OwnProcess.place(BenchProgram.class) + "' " + BenchProgram.class.getName()
                + " '" + text + "' " + code;
    }

    private String[] bench(String options, String base, String program) throws IOException {
        List<String> words = CommandWords.of(program);
        List<String> all = new ArrayList<>(List.of("bench", "1", "--agent-jar", agent().toString()));
        all.addAll(List.of("--dir", dir.resolve("runs").toString(), "--agent=" + options, "--base", base, "--"));
        all.addAll(words);
        return all.toArray(String[]::new);
    }

    @Test
    void twoCommands_areRunInTurnsAndCompared() throws IOException {
        String[] args = bench("summary=" + summary(), program("fine", 0), program("fine", 0));
        args[1] = "2";

        assertThat(stepprof.run(args)).as(stepprof.err()).isZero();
        List<String> turns = stepprof.err()
                .lines()
                .filter(line -> line.contains("run "))
                .map(line -> line.replaceAll(".*, (\\w+): .*", "$1"))
                .toList();
        assertThat(turns).containsSubsequence("base", "new", "new", "base");
        assertThat(stepprof.out()).contains("step");
    }

    @Test
    void times_decideUnlessMetricsAreNamed() throws IOException {
        String[] args = bench("summary=" + summary(), program("fine", 0), program("fine", 0));
        List<String> named = new ArrayList<>(List.of(args));
        named.add(2, "--diff=--metric=typical");

        assertThat(stepprof.run(args)).as(stepprof.err()).isZero();
        assertThat(stepprof.out())
                .contains("* undisturbed step", "* mean step", "* processor time a step", "* steps a second");
        stepprof.clear();
        named.set(named.indexOf("--dir") + 1, dir.resolve("others").toString());
        assertThat(stepprof.run(named.toArray(String[]::new)))
                .as(stepprof.err())
                .isZero();
        assertThat(stepprof.out()).contains("* median step").doesNotContain("* processor time a step");
    }

    @Test
    void programThatFails_isToldWithTheEndOfItsOutput() throws IOException {
        String[] args = bench("summary=" + summary(), program("fine", 0), program("it has broken", 3));

        assertThat(stepprof.run(args)).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err())
                .contains("bench: run 1 of 1, base: ")
                .contains("  it has broken")
                .contains("run 1 of 'new' ended with 3; all of its output is in");
        assertThat(dir.resolve("runs/base-1/report.json")).isNotEmptyFile();
    }

    @Test
    void programThatRecordsNothing_isToldSo() throws IOException {
        assertThat(stepprof.run(bench("wait=0", program("fine", 0), program("fine", 0))))
                .isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err())
                .contains("run 1 of 'base' recorded no step: define a step with --agent=step=CLASS.METHOD");
    }

    @Test
    void words_arePartedAsOneWouldExpect() {
        assertThat(CommandWords.of("  java -jar  a.jar ")).containsExactly("java", "-jar", "a.jar");
        assertThat(CommandWords.of("a 'b c' \"d 'e\" f\\ g '' x'y'z"))
                .containsExactly("a", "b c", "d 'e", "f g", "", "xyz");
        assertThat(CommandWords.of("$HOME * `x` a;b '\\n' \"\\\"\""))
                .containsExactly("$HOME", "*", "`x`", "a;b", "\\n", "\"");
        assertThat(CommandWords.of("")).isEmpty();
        assertThatThrownBy(() -> CommandWords.of("a 'b")).hasMessageContaining("not closed");
        assertThatThrownBy(() -> CommandWords.of("a\\")).hasMessageContaining("backslash");
    }
}
