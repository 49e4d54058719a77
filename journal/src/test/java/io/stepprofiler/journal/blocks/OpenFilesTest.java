package io.stepprofiler.journal.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenFilesTest {
    private static final int MOST = 3;

    @TempDir
    Path directory;

    private final OpenFiles open = new OpenFiles(MOST);

    private Path path(int journal, int file) {
        return directory.resolve(journal + ".journal").resolve(file + ".blocks");
    }

    private JournalFile file(int journal, int file) throws IOException {
        Path path = path(journal, file);
        Files.createDirectories(directory.resolve(journal + ".journal"));
        Files.write(path, new byte[] {(byte) journal, (byte) file});
        return new JournalFile(path, Long.MAX_VALUE, open);
    }

    private static int journalOf(JournalFile file) throws IOException {
        byte[] bytes = new byte[1];
        file.readFully(0, bytes, 1);
        return bytes[0];
    }

    @Test
    void readFully_moreFilesThanMayBeOpen_allCanBeReadAndFewAreOpen() throws IOException {
        List<JournalFile> files = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            files.add(file(i, 1));
            assertThat(open.count()).isLessThanOrEqualTo(MOST);
        }
        for (int i = 0; i < 20; i++) {
            assertThat(journalOf(files.get(i % 10))).isEqualTo(i % 10);
            assertThat(open.count()).isLessThanOrEqualTo(MOST);
        }
    }

    @Test
    void used_aJournalHasManyFiles_allOfItStaysOpen() throws IOException {
        JournalFile other = file(1, 1);
        List<JournalFile> files = new ArrayList<>();
        for (int i = 0; i < 2 * MOST; i++) {
            files.add(file(2, i));
        }
        assertThat(open.count()).isEqualTo(2 * MOST);
        for (int i = 0; i < 2 * MOST; i++) {
            Files.delete(path(2, i));
        }
        for (JournalFile file : files) {
            assertThat(journalOf(file)).isEqualTo(2);
        }
        assertThat(journalOf(other)).isEqualTo(1);
    }

    @Test
    void used_someAreStillOnTheDisk_thoseAreClosedFirst() throws IOException {
        List<JournalFile> files = new ArrayList<>();
        for (int i = 0; i < MOST; i++) {
            files.add(file(i, 1));
        }
        Files.delete(path(0, 1));
        files.add(file(MOST, 1));
        assertThat(open.count()).isEqualTo(MOST);
        assertThat(journalOf(files.get(0))).isZero();
    }

    @Test
    void readFully_closedForOthersAndRemoved_saysWhy() throws IOException {
        JournalFile first = file(0, 1);
        Files.delete(path(0, 1));
        List<JournalFile> others = new ArrayList<>();
        for (int i = 1; i <= MOST; i++) {
            others.add(file(i, 1));
            Files.delete(path(i, 1));
        }
        assertThatThrownBy(() -> journalOf(first))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("its journal was removed");
        assertThat(journalOf(others.get(0))).isEqualTo(1);
    }

    @Test
    void load_aFile_needsNoFileAnyMore() throws IOException {
        JournalFile file = file(7, 1);
        file.load();
        assertThat(open.count()).isZero();
        Files.delete(path(7, 1));
        assertThat(journalOf(file)).isEqualTo(7);
        file.close();
        assertThatThrownBy(() -> journalOf(file)).isInstanceOf(IOException.class);
    }
}
