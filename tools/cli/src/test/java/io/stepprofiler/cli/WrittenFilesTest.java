package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stepprofiler.cli.input.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What commands are asked to write is nothing that they read, and nothing that cannot be replaced. */
class WrittenFilesTest {
    @TempDir
    private Path dir;

    private final StepProfRun stepprof = new StepProfRun();

    @BeforeEach
    void writeTraces() throws IOException {
        Files.createDirectories(dir.resolve("run"));
        InputsTest.window("a", 1).export(dir.resolve("run/a.json"));
        InputsTest.window("b", 2).export(dir.resolve("run/b.json"));
        Files.createSymbolicLink(dir.resolve("link.json"), Path.of("run/a.json"));
        Files.createSymbolicLink(dir.resolve("other"), Path.of("run"));
        Files.createSymbolicLink(dir.resolve("here"), Path.of("."));
    }

    private int run(String command) {
        return stepprof.in(dir, command);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "report @run/a.json -o @run/a.json --format json",
                "report @run/a.json -o @link.json --format json",
                "report @link.json -o @run/a.json",
                "report @run/b.json @run/a.json -o @other/a.json",
                "report @run -o @run/../run/a.json",
                "convert @run/a.json @run/a.json",
                "convert @run/a.json @run/./a.json",
                "convert @run/a.json @x.json -o @link.json",
                "convert @run @run/a.json --format md",
                "assemble @run/a.json -o @run/a.json",
                "diff @run/a.json -- @run/b.json -o @run/a.json",
                "diff @run/b.json -- @run/a.json --junit @link.json",
                "diff @run/b.json -- @run/b.json --noise @run -o @run/a.json",
                "diff @run/b.json -- @run/a.json --keep-noise --noise-file @run/a.json"
            })
    void fileThatIsRead_isRefusedBeforeAnythingIsWritten(String command) throws IOException {
        byte[] before = Files.readAllBytes(dir.resolve("run/a.json"));

        assertThat(run(command)).isEqualTo(ExitCode.FAILED);

        assertThat(stepprof.err())
                .contains("the file to write = " + dir, "is not allowed: ", " is read; must be another file");
        assertThat(stepprof.out()).isEmpty();
        assertThat(dir.resolve("run/a.json")).hasBinaryContent(before);
        assertThat(dir.resolve("link.json")).isSymbolicLink();
        assertThat(dir.resolve("x.json")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "diff @run/a.json -- @run/b.json -o @x.json --junit @x.json",
                "diff @run/a.json -- @run/b.json --noise-file @x.json -o @run/../x.json",
                "convert @run/a.json @here/x.json -o @x.json",
            })
    void fileForTwoThings_isRefusedBeforeAnythingIsWritten(String command) {
        assertThat(run(command)).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err()).contains("x.json is not allowed: another output uses it already");
        assertThat(dir.resolve("x.json")).doesNotExist();
    }

    @Test
    void reportBesideItsTraces_isMadeAgain_butNoTextInItsPlace() throws IOException {
        assertThat(run("report @run -o @run/report.json")).isZero();
        assertThat(run("report @run -o @run/report.json")).as(stepprof.err()).isZero();

        assertThat(run("report @run -o @run/report.json --format md")).isEqualTo(ExitCode.FAILED);
        assertThat(run("report @run/report.json -o @run/report.json")).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err()).contains("report.json is read");
    }

    @Test
    void linkToAnotherFile_isFollowed() throws IOException {
        Path target = Files.writeString(dir.resolve("target.md"), "old");
        Path link = Files.createSymbolicLink(dir.resolve("report.md"), target);

        assertThat(run("report @run/a.json -o @report.md")).isZero();

        assertThat(link).isSymbolicLink();
        assertThat(target).content().contains("Step breakdown");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "report @none.json -o @pipe.json",
                "convert @none.json @pipe.json",
                "assemble @none.json -o @pipe.json",
                "diff @none.json -- @none.json -o @pipe.json",
                "diff @none.json -- @none.json --junit @pipe.json",
                "bench 1 --dir @runs --diff=-o --diff=DIR/pipe.json -- java"
            })
    void namedPipe_isRefusedBeforeAnythingIsReadAndStays(String command) throws Exception {
        Path pipe = dir.resolve("pipe.json");
        makePipe(pipe);

        assertThat(run(command.replace("DIR", dir.toString()))).isEqualTo(ExitCode.FAILED);

        assertThat(stepprof.err()).contains("file = " + pipe + " is not allowed: it is a named pipe or a device");
        assertThat(Files.readAttributes(pipe, BasicFileAttributes.class).isOther())
                .isTrue();
    }

    private static void makePipe(Path pipe) throws InterruptedException {
        try {
            assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "no named pipes here");
        } catch (IOException e) {
            abort("no mkfifo: " + e.getMessage());
        }
    }
}
