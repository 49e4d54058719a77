package io.stepprofiler.handlers.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.child.OwnProcess;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("long")
class LongExportTest {
    /** Four million events take 80 MB as columns. */
    @ParameterizedTest
    @CsvSource({"trace.pftrace, 24", "trace.json.gz, 24"})
    void export_ofALongTrace_needsLittleHeapAndFewPasses(String file, int megabytes)
            throws IOException, InterruptedException {
        OwnProcess ended = OwnProcess.run(
                List.of("-Xmx" + megabytes + "m", "-XX:+UseSerialGC"), LongExport.class, file, "4000000");
        assertThat(ended.exit()).as(ended.output()).isZero();
    }
}
