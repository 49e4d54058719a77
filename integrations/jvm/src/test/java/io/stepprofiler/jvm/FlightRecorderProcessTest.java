package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.stepprofiler.child.OwnProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole programs, in virtual machines in which the flight recorder works and others in which it does not. */
class FlightRecorderProcessTest {
    private static String run(String... options) throws Exception {
        return run(OneWindow.class, options);
    }

    /** What a program prints, which has to end well. */
    static String run(Class<?> program, String... options) throws Exception {
        return runCommand(command(program, options));
    }

    private static List<String> command(Class<?> program, String... options) {
        return OwnProcess.builder(List.of(options), program).command();
    }

    private static String runCommand(List<String> command) throws Exception {
        OwnProcess ended = OwnProcess.run(new ProcessBuilder(command));
        assertThat(ended.exit()).as(ended.output()).isZero();
        return ended.output();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--limit-modules=java.base,java.management,java.logging | the module jdk.jfr is not there",
                "-XX:-FlightRecorder | switched off"
            })
    void recorder_thatIsNotThere_isToldAndIsNoFailure(String option, String reason) throws Exception {
        assertThat(run(option))
                .contains("failures: []")
                .containsPattern("status: .*not available: .*" + reason)
                .contains("events: 0");
    }

    @Test
    void recorder_thatCannotStart_isToldAndListedAsAFailure() throws Exception {
        assertThat(run("-Djava.io.tmpdir=/proc/nothing"))
                .containsPattern("failures: .*SOURCE_FAILED.*Can't create Flight Recorder")
                .containsPattern("status: .*not available: .*Can't create Flight Recorder")
                .contains("events: 0");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void directory_thatCannotBeWritten_isReplacedByMemory(@TempDir Path repository) throws Exception {
        assertThat(run(
                        "-Djava.io.tmpdir=/proc/nothing",
                        "-XX:FlightRecorderOptions:repository=" + repository.toAbsolutePath()))
                .contains("failures: []")
                .containsPattern("status: .*recorded \\d+ types");
    }

    /** A limit of the size of files has the effect of a disk that is full, and needs no disk that is. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void disk_thatIsFull_costsTheWindowAndNotTheProgram(@TempDir Path temporary) throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "ulimit -f 128; exec \"$@\"", "sh"));
        command.addAll(command(OneWindow.class, "-XX:-UsePerfData", "-Djava.io.tmpdir=" + temporary.toAbsolutePath()));
        assertThat(runCommand(command))
                .containsPattern("failures: .*SOURCE_FAILED.*no room for the recording")
                .containsPattern("status: .*not available: .*no room for the recording")
                .contains("events: 0");
        assertThat(temporary).isEmptyDirectory();
    }

    /** Disks of its own, for temporary files and in memory. */
    private static List<String> inDisks(Path temporary, int memoryKiB) {
        return new ArrayList<>(List.of(
                "unshare",
                "--map-root-user",
                "--mount",
                "sh",
                "-c",
                "mount -t tmpfs -o size=100m none " + temporary.toAbsolutePath() + " && mount -t tmpfs -o size="
                        + memoryKiB + "k none /dev/shm && exec \"$@\"",
                "sh"));
    }

    private static String runInDisks(Path temporary, int memoryKiB) throws Exception {
        List<String> possible = inDisks(temporary, memoryKiB);
        possible.add("true");
        assumeThat(new ProcessBuilder(possible).start().waitFor())
                .as("disks can be mounted")
                .isZero();
        List<String> command = inDisks(temporary, memoryKiB);
        command.addAll(
                command(DiskThatFills.class, "-XX:-UsePerfData", "-Djava.io.tmpdir=" + temporary.toAbsolutePath()));
        return runCommand(command);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void disk_thatFillsInALongWindow_costsNothingWhereMemoryTakesItsPlace(@TempDir Path temporary) throws Exception {
        assertThat(runInDisks(temporary, 20_000))
                .contains("before: 1", "filled: No space left on device", "full: 4", "after: 5")
                .contains("failures: []", " 0 dropped");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void disk_thatFillsInALongWindow_costsPiecesAndNotTheProgram(@TempDir Path temporary) throws Exception {
        assertThat(runInDisks(temporary, 4))
                .contains("before: 1", "filled: No space left on device", "full: 1", "after: 2")
                .contains("failures: []", "lost: Events lost (No space left on device)")
                // One a snapshot, and one more each second.
                .containsPattern(" [3-9] dropped");
    }

    @Test
    void window_openWhenTheMachineShutsDown_isRecordedOrToldAsLostAndLeavesNoFile(@TempDir Path temporary)
            throws Exception {
        // The flight recorder's own hook runs beside the program's: it may throw the recording away in between.
        String printed = run(OpenAtExit.class, "-Djava.io.tmpdir=" + temporary.toAbsolutePath());
        assertThat(printed).containsPattern("collections: 1\n|lost: MetadataValue");
        if (Runtime.version().feature() == 17) {
            // The thread has ended before the recording, whose last events newer virtual machines may lack.
            assertThat(printed).containsPattern("sleeps of main: 3\n|lost: MetadataValue");
        }
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void window_thatNobodyCollects_leavesNoFile(@TempDir Path temporary) throws Exception {
        run(OpenAtExit.class, "-Djava.io.tmpdir=" + temporary.toAbsolutePath(), "-Dunclosed=true");
        assertThat(temporary).isEmptyDirectory();
    }

    @Tag("long")
    @Test
    void loop_compiledWhileNothingIsRecorded_isNotCompiledAnewForTheFirstWindow() throws Exception {
        // Compiling in the foreground, the virtual machine begins to count branches at the same call in every run.
        assertThat(run(SwitchedLoop.class, "-Xbatch")).contains("steps: 30100, wrong guesses: []");
    }
}
