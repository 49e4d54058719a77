package io.stepprofiler.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.rules.Diagnosis;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.child.OwnProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process with a small heap. */
class MemoryLimitTest {
    private static final String RULE = "memory-near-limit";

    @TempDir
    private Path dir;

    private Diagnosis run(int percentInUse) throws Exception {
        Path summary = dir.resolve("summary.json");
        OwnProcess ended = OwnProcess.run(
                List.of("-Xms48m", "-Xmx48m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                FullHeapProgram.class,
                summary.toString(),
                String.valueOf(percentInUse));
        assertThat(ended.exit()).as(ended.output()).isZero();
        return SummaryFile.read(summary).windows().get(0).diagnosis();
    }

    @Test
    void heap_ofWhichMostIsInUseAfterCollections_isFoundWithALargerOne() throws Exception {
        Optional<Finding> found = run(86).findings().stream()
                .filter(each -> each.rule().equals(RULE))
                .findFirst();
        assertThat(found).isPresent();
        assertThat(found.orElseThrow().sentence()).startsWith("the heap after collections takes");
        assertThat(found.orElseThrow().measure()).isBetween(0.85, 1.0);
        assertThat(found.orElseThrow().advice())
                .anyMatch(advice -> advice.text().matches("-Xmx(5|6)\\dm"));
    }

    @Test
    void heap_thatIsFullOfGarbageOnly_isFine() throws Exception {
        assertThat(run(10).fine()).contains("Memory near its limit");
    }
}
