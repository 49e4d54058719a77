package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchTest {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    private Path dir;

    private final StepProfRun stepprof = new StepProfRun();

    /** A jar with the agent of these tests in it. */
    private Path agent() throws IOException {
        Path jar = dir.resolve("agent.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", BenchAgent.class.getName());
        String name = BenchAgent.class.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream to = new JarOutputStream(file, manifest);
                InputStream from = BenchAgent.class.getResourceAsStream("BenchAgent.class")) {
            to.putNextEntry(new JarEntry(name));
            from.transferTo(to);
            to.closeEntry();
        }
        return jar;
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

    private static String program(String text, int code) throws IOException {
        try {
            Path classes = Path.of(BenchProgram.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return "'" + JAVA + "' -cp '" + classes + "' " + BenchProgram.class.getName() + " '" + text + "' " + code;
        } catch (java.net.URISyntaxException e) {
            throw new IOException(e);
        }
    }

    private String[] bench(String options, String base, String program) throws IOException {
        List<String> words = CommandWords.of(program);
        String[] first = {
            "bench",
            "1",
            "--agent-jar",
            agent().toString(),
            "--dir",
            dir.resolve("runs").toString(),
            "--agent=" + options,
            "--base",
            base,
            "--"
        };
        String[] all = java.util.Arrays.copyOf(first, first.length + words.size());
        System.arraycopy(words.toArray(), 0, all, first.length, words.size());
        return all;
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
        assertThat(stepprof.err()).contains("run 1 of 'base' recorded no step: --agent=step=CLASS.METHOD");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bench 0 -- java x | N = 0 is not allowed",
                "bench 1001 -- java x | N = 1001 is not allowed",
                "bench x -- java | is not an int",
                "bench 3 | Missing required parameter",
                "bench 3 --base \"x -- java | --base is not understood: a quote \" is not closed",
                "bench 3 --base= -- java | --base is empty",
                "bench 3 --diff=--bogus -- java | --diff = [--bogus] is not allowed: Unknown option",
                "bench 3 --diff=--threshold=x -- java | --threshold x is not allowed",
                "bench 3 --diff=--max-bytes=0 -- java | --diff = [--max-bytes=0] is not allowed: maxBytes = 0",
                "bench 3 --diff=--noise=/none -- java | --noise = /none is not allowed"
            })
    void wrongArguments_areNotUnderstood(String args, String message) {
        assertThat(stepprof.run(args.split(" "))).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err()).contains(message);
    }

    @Test
    void directoryThatIsNotEmpty_isRefused() throws IOException {
        Files.writeString(dir.resolve("x"), "");

        assertThat(stepprof.run("bench", "1", "--agent-jar", agent().toString(), "--dir", dir.toString(), "--", "java"))
                .isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err()).contains(dir + " is not empty");
    }

    @Test
    void agentThatIsNotThere_isToldWithWhatHelps() {
        assertThat(stepprof.run("bench", "1", "--dir", dir.resolve("runs").toString(), "--", "java"))
                .isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err()).contains("--agent-jar=step-profiler-agent.jar");
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
