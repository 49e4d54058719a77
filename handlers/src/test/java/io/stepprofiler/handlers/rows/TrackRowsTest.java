package io.stepprofiler.handlers.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.handlers.TestProgram;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrackRowsTest {
    /** A thread per task makes as many: more than 600 bytes a track would be too much. */
    @Test
    void rows_ofAHundredThousandTracksOfOneEvent_fitIntoASmallHeap() throws IOException, InterruptedException {
        TestProgram ended = TestProgram.run(ManyRows.class, List.of("-Xmx64m", "-XX:+UseSerialGC"), "100000");
        assertThat(ended.exit()).as(ended.output()).isZero();
    }
}
