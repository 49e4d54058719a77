package io.stepprofiler.journal.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.segment.Segment;
import io.stepprofiler.wire.WireReader;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryLimitTest {
    private static final int NAME = 5;
    private static final int STACK = 7;
    private static final int THREAD = 8;
    private static final int LATE = 13;

    @TempDir
    Path directory;

    private Segment read(WireWriter header, long most) throws IOException {
        Path file = Files.write(directory.resolve("00000001.blocks"), new byte[0]);
        try (JournalFile opened = new JournalFile(file, Long.MAX_VALUE, new OpenFiles(1))) {
            return new SegmentReader(opened, 0, 0, new MemoryLimit(most))
                    .read(new WireReader(header.bytes(), 0, header.size()));
        }
    }

    private static WireWriter messages(int field, int count) throws IOException {
        WireWriter header = new WireWriter();
        for (int i = 0; i < count; i++) {
            int mark = header.begin(field);
            if (field == THREAD) {
                header.number(1, i + 1);
            }
            header.end(mark);
        }
        return header;
    }

    @ParameterizedTest
    @ValueSource(ints = {NAME, STACK, THREAD})
    void read_moreMessagesThanThereIsMemory_isRefusedWithTheRemedy(int field) throws IOException {
        assertThat(read(messages(field, 1000), 1 << 20)).isNotNull();
        assertThatThrownBy(() -> read(messages(field, 1000), 100_000))
                .isInstanceOf(UnsupportedJournalException.class)
                .hasMessageContaining("-Xmx");
    }

    @Test
    void read_manyLateRows_areRefusedBeforeTheyAreMade() throws IOException {
        WireWriter header = new WireWriter();
        int thread = header.begin(THREAD);
        int late = header.begin(LATE);
        int rows = header.begin(1);
        for (int i = 0; i < 10_000; i++) {
            header.varint(2);
        }
        header.endColumn(rows);
        header.end(late);
        header.end(thread);
        assertThat(read(header, 10 << 20).threads()).hasSize(1);
        assertThatThrownBy(() -> read(header, 1 << 20)).isInstanceOf(UnsupportedJournalException.class);
    }

    @Test
    void check_moreThanHalfOfTheHeap_isRefused() throws IOException {
        MemoryLimit.check(1 << 20);
        assertThatThrownBy(() -> MemoryLimit.check(Runtime.getRuntime().maxMemory()))
                .isInstanceOf(UnsupportedJournalException.class)
                .hasMessageContaining("-Xmx");
    }
}
