package io.stepprofiler.handlers.training;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.ProfileFailure;
import io.stepprofiler.Scope;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.chrome.ChromeTraceExporter;
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler;
import io.stepprofiler.ledger.LedgerOptions;
import io.stepprofiler.schedule.ProfilerAction;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A training loop around which everything goes wrong: it must reach its last step, and be told afterwards. */
@SuppressWarnings("try") // A scope variable is there to be closed.
class WrongInputTest {
    private static final int STEPS = 20;

    @TempDir
    Path temporary;

    private static ProfileBuilder eachStep() {
        return Profile.builder().schedule(step -> ProfilerAction.RECORD_AND_SAVE);
    }

    private static void train(Profile profile) {
        for (int step = 0; step < STEPS; step++) {
            try (Scope ignored = Scope.open("work")) {
                Scope.open("inner").close();
            }
            profile.step();
            assertThat(profile.awaitDelivery(Duration.ofMinutes(1))).isTrue();
        }
        assertThat(profile.stepNumber()).isEqualTo(STEPS);
    }

    private static List<Path> files(Path dir) throws IOException {
        try (Stream<Path> files = Files.list(dir)) {
            return files.toList();
        }
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "needs /dev/full")
    void handler_diskFull_reachesTheFailuresAndNotTheLoop() {
        Profile profile = eachStep()
                .onTraceReady(trace -> {
                    try (OutputStream out = Files.newOutputStream(Path.of("/dev/full"))) {
                        new ChromeTraceExporter().export(trace, "trace.json.gz", out, ExportMeter.none());
                    }
                })
                .start();
        try (profile) {
            train(profile);
        }
        assertThat(profile.failureCount(ProfileFailure.Kind.HANDLER_FAILED)).isGreaterThanOrEqualTo(STEPS);
        assertThat(profile.failures().get(0).cause().orElseThrow())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("No space left");
    }

    @Test
    void tensorBoardHandler_directoryVanishes_makesItAgain() throws IOException {
        Path dir = temporary.resolve("log");
        Profile profile = eachStep()
                .ledger(LedgerOptions.DEFAULT.inMemory())
                .onTraceReady(trace -> {
                    for (Path file : files(dir)) {
                        Files.delete(file);
                    }
                    Files.delete(dir);
                })
                .onTraceReady(TensorBoardHandler.to(dir))
                .start();
        try (profile) {
            train(profile);
        }
        assertThat(profile.failures()).isEmpty();
        assertThat(files(dir)).hasSize(1);
    }

    @Test
    void tensorBoardHandler_directoryBecomesAFile_reachesTheFailuresAndNotTheLoop() throws IOException {
        Path dir = temporary.resolve("log");
        Profile profile = eachStep().onTraceReady(TensorBoardHandler.to(dir)).start();
        try (profile) {
            Files.delete(dir);
            Files.writeString(dir, "in the way");
            train(profile);
        }
        assertThat(profile.failureCount(ProfileFailure.Kind.HANDLER_FAILED)).isGreaterThanOrEqualTo(STEPS);
        assertThat(dir).hasContent("in the way");
    }

    @Test
    void metadataAndNames_broken_giveAValidFile() throws IOException {
        String name = "\u0000\"\\\uD800\n" + "x".repeat(1 << 20);
        Profile profile = Profile.builder()
                .ledger(LedgerOptions.DEFAULT.inMemory())
                .onTraceReady(TensorBoardHandler.to(temporary))
                .start();
        try (profile) {
            profile.addMetadataJson("broken", "{\"open\": [1, 2");
            profile.addMetadata(name.substring(0, 5), name);
            profile.addMetadata(name, "a key of a megabyte");
            Scope.open(name).arg(name, name).arg("nan", Double.NaN).close();
        }
        assertThat(profile.failures())
                .extracting(ProfileFailure::kind)
                .containsExactly(ProfileFailure.Kind.METADATA_IGNORED);
        List<JsonNode> events = new ArrayList<>();
        try (InputStream in =
                new GZIPInputStream(Files.newInputStream(files(temporary).get(0)))) {
            JsonNode document = new ObjectMapper().readTree(in);
            assertThat(document.path("broken").textValue()).isEqualTo("{\"open\": [1, 2");
            document.path("traceEvents").forEach(events::add);
        }
        assertThat(events)
                .filteredOn(event -> event.path("cat").asText().equals("cpu_op"))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.path("name").asText()).startsWith("\u0000\"\\\uFFFD\nxxx");
                    assertThat(event.path("args").path("nan").textValue()).isEqualTo("NaN");
                });
    }
}
