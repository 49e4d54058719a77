package io.stepprofiler.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.rules.Diagnosis;
import io.stepprofiler.analysis.rules.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process with a small heap. */
class MemoryLimitTest {
    private static final String RULE = "memory-near-limit";

    @TempDir
    private Path dir;

    private Diagnosis run(int percentInUse) throws Exception {
        Path summary = dir.resolve("summary.json");
        Path out = dir.resolve("out.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xms48m",
                        "-Xmx48m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FullHeapProgram.class.getName(),
                        summary.toString(),
                        String.valueOf(percentInUse))
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(out)).isZero();
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
