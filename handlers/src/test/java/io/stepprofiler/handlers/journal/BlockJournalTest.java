package io.stepprofiler.handlers.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.journal.JournalWriter;
import io.stepprofiler.trace.Segment;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockJournalTest {
    @TempDir
    Path directory;

    private final RandomWindow window = new RandomWindow(1);

    private void write(List<Segment> segments) throws IOException {
        try (JournalWriter writer = new BlockJournalFormat().create(directory, window.head())) {
            for (Segment segment : segments) {
                writer.append(segment);
            }
            writer.finish(window.end());
        }
    }

    @Test
    void assemble_afterFinish_isTheTraceOfTheSegments() throws IOException {
        write(window.segments(20));
        Trace trace = Journals.assemble(Journals.in(directory).get(0));
        assertThat(Described.of(trace)).isEqualTo(Described.of(window.whole()));
        assertThat(trace.isPartial()).isFalse();
    }
}
