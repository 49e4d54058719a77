package io.stepprofiler.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.child.OwnProcess;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class LongTraceTest {
    /** Twenty million events take 400 MB as columns, and 20 MB at a byte each. */
    @Test
    void averagesAndParts_ofALongTrace_needLittleHeap() throws IOException, InterruptedException {
        OwnProcess ended = OwnProcess.run(List.of("-Xmx32m", "-XX:+UseSerialGC"), LongTrace.class, "20000000");
        assertThat(ended.exit()).as(ended.output()).isZero();
    }
}
