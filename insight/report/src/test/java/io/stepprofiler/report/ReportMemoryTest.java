package io.stepprofiler.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.child.OwnProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("long")
class ReportMemoryTest {
    @TempDir
    private Path dir;

    @ParameterizedTest
    @CsvSource({"1, -XX:+UseSerialGC", "10, -XX:+UseG1GC", "30000, -XX:+UseParallelGC"})
    void report_ofAWindowThatDoesNotFit_hasItsLastStepsAndTheProgramGoesOn(String eventsOfAStep, String collector)
            throws IOException, InterruptedException {
        OwnProcess ended = train("1000000", eventsOfAStep, collector);
        // The ledger may lose some of so many steps a second on a busy machine.
        assertThat(ended.output()).containsPattern("failures: \\[(LEDGER_FAILED)?]");
        try (Stream<Path> files = Files.list(dir)) {
            assertThat(files.filter(file -> file.toString().endsWith(".html")))
                    .singleElement()
                    .satisfies(page -> assertThat(Files.readString(page))
                            .containsPattern(
                                    "The report has only the last [0-9]+ steps? with [0-9]+ events?, of [0-9]+ steps"));
        }
    }

    @Test
    void report_ofAStepThatDoesNotFit_isRefusedAndTheProgramGoesOn() throws IOException, InterruptedException {
        OwnProcess ended = train("3000000", "3000000", "-XX:+UseSerialGC");
        assertThat(ended.output()).contains("failures: [HANDLER_FAILED]", "No report is made of 1 step with ");
    }

    private OwnProcess train(String events, String eventsOfAStep, String collector)
            throws IOException, InterruptedException {
        OwnProcess ended = OwnProcess.run(
                List.of("-Xmx48m", collector, "-XX:+ExitOnOutOfMemoryError"),
                ReportLoop.class,
                dir.toString(),
                events,
                eventsOfAStep);
        assertThat(ended.exit()).as(ended.output()).isZero();
        return ended;
    }
}
