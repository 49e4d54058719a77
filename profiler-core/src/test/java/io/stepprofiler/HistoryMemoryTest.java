package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryMemoryTest {
    @Test
    void history_ofManyTimesTheHeap_keepsToItsBound() throws Exception {
        assertThat(OwnProcess.run(List.of("-Xmx64m"), HistoryLoop.class))
                .as("see target/HistoryLoop.log")
                .isZero();
    }
}
