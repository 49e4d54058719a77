package io.stepprofiler.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.stepprofiler.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.testkit.engine.EngineTestKit;

class ProfiledTestTest {
    private static final Path BASELINE = Path.of(SampleSteps.BASELINE);

    /** The process of a recorded summary, which another process would not have. */
    private static final String PID = "\"pid\":";

    @BeforeEach
    @AfterEach
    void clear() throws IOException {
        System.clearProperty("stepprofiler.baseline");
        SampleSteps.duration = Duration.ofMillis(1);
        if (Files.exists(BASELINE)) {
            for (Path file : files()) {
                Files.delete(file);
            }
        }
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(BASELINE)) {
            return files.sorted().toList();
        }
    }

    /** Runs a test; returns the message of its failure, empty if it passes. */
    private static Optional<String> run(String test) {
        Optional<String> failure = EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(SampleSteps.class.getName() + "#" + test
                        + (test.equals("withoutAParameter") ? "()" : "(" + MeasuredSteps.class.getName() + ")")))
                .execute()
                .testEvents()
                .assertStatistics(events -> events.started(1).finished(1))
                .failed()
                .stream()
                .map(event -> event.getPayload(org.junit.platform.engine.TestExecutionResult.class)
                        .flatMap(result -> result.getThrowable())
                        .map(Throwable::getMessage)
                        .orElse(""))
                .findFirst();
        assertThat(Profile.running()).isEmpty();
        return failure;
    }

    private static void record(int runs) throws IOException {
        System.setProperty("stepprofiler.baseline", "record");
        for (int i = 0; i < runs; i++) {
            assertThat(run("compared")).isEmpty();
        }
        System.clearProperty("stepprofiler.baseline");
        for (Path file : files()) {
            String json = Files.readString(file);
            assertThat(json).contains(PID);
            Files.writeString(file, json.replaceFirst(PID + "\\d+", PID + (1000 + files().indexOf(file))));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"computing", "readingWhatMayBeRead", "allocatingInTheWarmUp"})
    void test_ofAStepThatDoesWhatItMay_passes(String test) {
        assertThat(run(test)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "allocating        | a step allocates 9.78 KiB of Java objects; allowed are 1000 B",
                "sleeping          | the steps have 3 × Sleep, at most ",
                "reading           | × File read, at most ",
                "endingEarly       | expected a loop until next() returns false, but it ended with 5 steps left",
                "withoutAParameter | expected a parameter of type MeasuredSteps",
                "failing           | the loop's own failure",
                "compared          | there is no baseline in /"
            })
    void test_ofAStepThatDoesWhatItMustNot_failsWithItsPlace(String test, String message) {
        assertThat(run(test)).hasValueSatisfying(failure -> assertThat(failure).contains(message));
    }

    @Test
    void failure_ofASleep_hasItsStack() {
        assertThat(run("sleeping"))
                .hasValueSatisfying(failure -> assertThat(failure).contains("SampleSteps.sleeping"));
    }

    @Test
    void run_likeItsBaseline_passes() throws IOException {
        record(3);
        assertThat(files()).hasSize(3);
        SampleSteps.duration = Duration.ofMillis(1);
        assertThat(run("compared")).isEmpty();
    }

    @Test
    void run_slowerThanItsBaseline_failsWithStepAndPhase() throws IOException {
        record(3);
        SampleSteps.duration = Duration.ofMillis(20);
        assertThat(run("compared"))
                .hasValueSatisfying(failure -> assertThat(failure)
                        .contains("undisturbed step is worse than the baseline: +")
                        .contains("phase 'forward' is worse than the baseline: +")
                        .contains("its noise band is ")
                        .contains("the runs of the baseline")
                        .contains("delete " + SampleSteps.BASELINE));
    }

    @Test
    void phase_thatNoRunHas_isNamed() throws IOException {
        record(1);
        assertThat(run("comparedByAMissingPhase"))
                .hasValueSatisfying(failure -> assertThat(failure).contains("phase 'backward' is not in all runs"));
    }
}
