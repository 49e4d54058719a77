package io.stepprofiler.journal.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.imports.ImportCandidate;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.segment.JournalWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalImporterTest {
    @TempDir
    private Path directory;

    private final RandomWindow window = new RandomWindow(1);
    private Path journal = Path.of("");

    @BeforeEach
    void write() throws IOException {
        var segments = window.segments(20);
        try (JournalWriter writer = new BlockJournalFormat().create(directory, window.head())) {
            for (var segment : segments) {
                writer.append(segment);
            }
            writer.finish(window.end(), segments.get(segments.size() - 1).after());
        }
        journal = Journals.in(directory).get(0);
    }

    private Path lastFile() throws IOException {
        var files = BlockJournal.filesIn(new DiskFiles(), journal);
        return files.get(files.size() - 1);
    }

    @Test
    void read_wholeJournal_isTheTraceOfItsWindowAndMissesNothing() throws IOException {
        try (ImportedTrace read = Traces.open(journal, ImportOptions.DEFAULT)) {
            assertThat(Described.of(read.trace())).isEqualTo(Described.of(window.whole()));
            assertThat(read.missing()).isEmpty();
        }
    }

    @Test
    void read_directoryOfAnotherName_isKnownByItsFiles() throws IOException {
        Path renamed = Files.move(journal, directory.resolve("renamed"));

        assertThat(Described.of(Traces.read(renamed))).isEqualTo(Described.of(window.whole()));
    }

    @Test
    void read_journalCutShort_saysWhatIsMissing() throws IOException {
        byte[] bytes = Files.readAllBytes(lastFile());
        Files.write(lastFile(), Arrays.copyOf(bytes, bytes.length / 2));

        try (ImportedTrace read = Traces.open(journal, ImportOptions.DEFAULT)) {
            assertThat(read.trace().isPartial()).isTrue();
            assertThat(read.missing()).anyMatch(missing -> missing.startsWith("the journal is not finished"));
        }
    }

    @Test
    void read_moreBytesThanAllowed_isRefusedBeforeItIsRead() {
        assertThatThrownBy(() -> Traces.open(journal, ImportOptions.DEFAULT.withMaxBytes(100)))
                .isInstanceOf(ImportException.class)
                .hasMessageStartingWith(journal.toString())
                .hasMessageEndingWith("maxBytes is 100");
    }

    @Test
    void read_moreEventsThanAllowed_isRefused() {
        assertThatThrownBy(() -> Traces.open(journal, ImportOptions.DEFAULT.withMaxEvents(1)))
                .isInstanceOf(ImportException.class)
                .hasMessageEndingWith("maxEvents is 1");
    }

    @Test
    void read_moreMemoryThanAllowed_isRefused() {
        assertThatThrownBy(() -> Traces.open(journal, ImportOptions.DEFAULT.withMaxMemoryBytes(1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("takes more than");
    }

    @Test
    void recognize_directoryWithoutFilesOfBlocks_isNotKnown() throws IOException {
        assertThat(new JournalImporter().recognizedBytes(ImportCandidate.of(directory)))
                .isZero();
    }

    @Test
    void recognize_firstBlockDamaged_isKnownByTheNamesOfFilesOnly() throws IOException {
        Files.write(journal.resolve("00000001.blocks"), new byte[100]);

        assertThat(new JournalImporter().recognizedBytes(ImportCandidate.of(journal)))
                .isEqualTo(1);
    }
}
