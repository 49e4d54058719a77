package io.stepprofiler.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFilesTest {
    @TempDir
    private Path directory;

    @Test
    void newName_ofALongName_isHiddenAndShort() {
        assertThat(TemporaryFiles.newName("t".repeat(300)))
                .startsWith(".ttt")
                .endsWith(".tmp")
                .hasSizeLessThan(255)
                .isNotEqualTo(TemporaryFiles.newName("t".repeat(300)));
    }

    @Test
    void removeLeftBehind_oldTemporaryFiles_removesThemOnly() throws IOException {
        Path old = aged(TemporaryFiles.newName("trace.json"));
        Path foreign = aged(".trace.json.tmp");
        Path young = Files.createFile(directory.resolve(TemporaryFiles.newName("trace.json")));

        TemporaryFiles.removeLeftBehind(directory);

        assertThat(old).doesNotExist();
        assertThat(foreign).exists();
        assertThat(young).exists();
    }

    @Test
    void removeLeftBehind_noDirectory_doesNothing() {
        TemporaryFiles.removeLeftBehind(directory.resolve("none"));
        assertThat(directory).isEmptyDirectory();
    }

    private Path aged(String name) throws IOException {
        Path file = Files.createFile(directory.resolve(name));
        Instant old = Instant.now().minus(TemporaryFiles.LEFT_BEHIND.multipliedBy(2));
        return Files.setLastModifiedTime(file, FileTime.from(old));
    }
}
