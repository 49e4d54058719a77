package io.stepprofiler.journal.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.child.OwnProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class HistoryMemoryTest {
    @TempDir
    Path directory;

    @Test
    void history_ofMoreMemoryEventsThanTheHeapHolds_takesNoMemoryFromTheTraining()
            throws IOException, InterruptedException {
        OwnProcess ended =
                OwnProcess.run(List.of("-Xmx128m", "-XX:+UseG1GC"), MemoryHistory.class, directory.toString());
        assertThat(ended.exit()).as(ended.output()).isZero();
    }
}
