package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.child.OwnProcess;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class HistoryMemoryTest {
    @Test
    void history_ofManyTimesTheHeap_keepsToItsBound() throws Exception {
        OwnProcess ended = OwnProcess.run(List.of("-Xmx64m"), HistoryLoop.class);
        assertThat(ended.exit()).as(ended.output()).isZero();
    }
}
