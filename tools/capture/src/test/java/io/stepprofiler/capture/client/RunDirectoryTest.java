package io.stepprofiler.capture.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
    @TempDir
    private Path dir;

    @Test
    void run_withoutFiles_isRemovedAtItsEnd_andOneWithFilesStays() throws Exception {
        RunDirectory empty = RunDirectory.in(dir, FileFormat.CHROME, Instant.EPOCH);
        RunDirectory full = RunDirectory.in(dir, FileFormat.CHROME, Instant.EPOCH);
        Path file = Files.createFile(full.path().resolve("file"));
        empty.removeIfEmpty();
        full.removeIfEmpty();
        assertThat(empty.path()).doesNotExist();
        assertThat(file).exists();
    }

    @Test
    void run_inAnotherFileSystem_isMadeAndRemoved() throws Exception {
        try (FileSystem zip = FileSystems.newFileSystem(dir.resolve("log.zip"), Map.of("create", "true"))) {
            RunDirectory run = RunDirectory.in(zip.getPath("/log"), FileFormat.XPLANE, Instant.EPOCH);
            assertThat(run.path()).isDirectory();
            run.removeIfEmpty();
            assertThat(run.path()).doesNotExist();
        }
    }
}
