package io.stepprofiler.journal.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.segment.Journal;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Small journals that claim to hold much. */
class BombTest {
    private static final int STEPS = 11;

    @TempDir
    Path directory;

    private static byte[] empties(int field, int bytes) {
        byte[] header = new byte[bytes];
        for (int i = 0; i < bytes; i += 2) {
            header[i] = (byte) (field << 3 | 2);
        }
        return header;
    }

    private Trace trace(byte[] journal) throws IOException {
        Files.write(directory.resolve("00000001.blocks"), journal);
        try (Journal opened = Journals.open(directory)) {
            return opened.assemble();
        }
    }

    @ParameterizedTest
    @CsvSource({"5,16000", "6,16000", "7,16000", "11,16000", "11,65536", "11,16777216"})
    void assemble_manyEmptyMessagesInFewBytes_areNotRead(int field, int bytes) throws IOException {
        byte[] journal = HostileJournal.withCompressed(empties(field, bytes), 2);
        Trace trace = trace(journal);
        assertThat(trace.steps()).isEmpty();
        assertThat(trace.metadata()).containsKey("journal damaged");
    }

    @Test
    void assemble_fewCompressedMessages_areRead() throws IOException {
        assertThat(trace(HostileJournal.withCompressed(empties(STEPS, 20), 1)).steps())
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000, 1_000_000})
    void mostParts_anyLength_isInProportion(int stored) {
        assertThat(Compression.mostParts(stored)).isBetween(stored, 256 + 4 * stored);
    }
}
