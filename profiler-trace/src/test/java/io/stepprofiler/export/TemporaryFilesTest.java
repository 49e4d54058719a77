package io.stepprofiler.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemporaryFilesTest {
    private static final String OURS = TemporaryFiles.newName("trace.json");
    private static final String[] OWNER = OURS.split("\\.", -1)[3].split("-", -1);
    private static final String MACHINE = OWNER[0];
    private static final long PID = Long.parseLong(OWNER[1]);
    private static final long START = Long.parseLong(OWNER[2]);

    @TempDir
    private Path directory;

    /** A number that was that of a process which has ended. */
    private static long dead() throws Exception {
        Process process = new ProcessBuilder("true").start();
        process.waitFor();
        return process.pid();
    }

    private static String of(String machine, long pid, long start) {
        return TemporaryFiles.newName("trace.json", machine, pid, start, "1f");
    }

    @Test
    void newName_asked_isOfThisProcessAndNewEachTime() {
        assertThat(PID).isEqualTo(ProcessHandle.current().pid());
        assertThat(TemporaryFiles.newName("trace.json")).isNotEqualTo(OURS).startsWith(".trace.json.");
    }

    @Test
    void leftBehind_ofAProcessThatHasEnded_isRemoved() throws Exception {
        Path left = Files.writeString(directory.resolve(of(MACHINE, dead(), START)), "half");
        TraceFile.replace(directory.resolve("next.json"), out -> {});
        assertThat(left).doesNotExist();
    }

    @Test
    void leftBehind_ofOneThatHadOurNumber_isRemoved() {
        assertThat(TemporaryFiles.isLeftBehind(of(MACHINE, PID, START - 60_000)))
                .isTrue();
    }

    @Test
    void files_ofLivingProcessesAndOtherMachines_stay() throws Exception {
        List<String> others = List.of(
                OURS, of(MACHINE, 1, 5), of(MACHINE, ProcessHandle.current().pid(), START), of("abc", dead(), START));
        for (String name : others) {
            Files.writeString(directory.resolve(name), "half");
        }
        TemporaryFiles.removeLeftBehind(directory);
        assertThat(filesThere()).containsExactlyInAnyOrderElementsOf(others);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".x.tmp",
                "trace.json",
                ".trace.json.tmp",
                ".a.b-99999999999999999999-1-1.tmp",
                ".a.b-2-99999999999999999999-1.tmp",
                ".a.b-2-1-1.tmp.json",
                ""
            })
    void files_namedOtherwise_areNobodysBusiness(String name) {
        assertThat(TemporaryFiles.isLeftBehind(name)).isFalse();
        assertThat(TemporaryFiles.isLeftBehind(name.replace(".b-", "." + MACHINE + "-")))
                .isFalse();
    }

    private List<String> filesThere() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(path -> path.getFileName().toString()).toList();
        }
    }
}
