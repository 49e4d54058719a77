package io.stepprofiler.mxnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.Scope;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The profiler of the process, by its public methods. */
class ProfilerTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void configure() {
        file = directory.resolve("profile.json");
        Profiler.setConfig(Map.of(
                "filename",
                file,
                "gpu_memory_profile_filename_prefix",
                directory.resolve("memory"),
                "aggregate_stats",
                true,
                "continuous_dump",
                false));
        Profiler.dumps(true, DumpFormat.TABLE, SortBy.TOTAL, false);
    }

    @AfterEach
    void finish() {
        Profiler.setState(ProfilerState.RUN);
        Profiler.dump();
    }

    private static void mark(String name) {
        Scope.open(name).close();
    }

    private static int count(String json, String category, String name) throws IOException {
        JsonNode row = MAPPER.readTree(json).get("Time").path(category).path(name);
        return row.path("Count").asInt();
    }

    @Test
    void statistics_whileRunning_haveWhatHasHappenedAndGoOn() throws IOException {
        Profiler.setState(ProfilerState.RUN);
        mark("one");
        assertThat(count(Profiler.dumps(false, DumpFormat.JSON, SortBy.AVG, true), "event", "one"))
                .isEqualTo(1);
        mark("one");
        assertThat(count(Profiler.dumps(true, DumpFormat.JSON, SortBy.AVG, true), "event", "one"))
                .isEqualTo(2);
        assertThat(count(Profiler.dumps(false, DumpFormat.JSON, SortBy.AVG, true), "event", "one"))
                .isZero();
        assertThat(Profiler.isProfiling()).isTrue();
    }

    @Test
    void dumps_ofStatistics_touchNoFileAndLeaveTheDumpToDo() throws IOException {
        Profiler.setState(ProfilerState.RUN);
        mark("one");
        assertThat(Profiler.dumps()).contains("one");
        assertThat(file).doesNotExist();
        mark("two");
        Profiler.dump();
        assertThat(Files.readString(file)).contains("\"one\"", "\"two\"");
        Profiler.dump();
    }

    @Test
    void statistics_switchedOff_areEmptyAlsoWhenTheyAreReset() {
        Profiler.setState(ProfilerState.RUN);
        mark("one");
        Profiler.setConfig(ProfilerConfig.builder()
                .filename(file)
                .gpuMemoryProfileFilenamePrefix(directory.resolve("memory").toString())
                .build());
        assertThat(Profiler.dumps()).isEmpty();
        assertThat(Profiler.dumps(true, DumpFormat.TABLE, SortBy.TOTAL, false)).isEmpty();
    }

    private static Stream<Arguments> nulls() {
        return Stream.of(
                of("state = null is not allowed: must be one of run, stop", () -> Profiler.setState(null)),
                of("config = null is not allowed", () -> Profiler.setConfig((ProfilerConfig) null)),
                of(
                        "format = null is not allowed: must be one of table, json",
                        () -> Profiler.dumps(false, null, SortBy.TOTAL, false)),
                of(
                        "sort_by = null is not allowed: must be one of total, avg",
                        () -> Profiler.dumps(false, DumpFormat.TABLE, null, false)),
                of(
                        "filename = null is not allowed: must name a file",
                        () -> ProfilerConfig.builder().filename(null)),
                of(
                        "dump_period = null is not allowed",
                        () -> ProfilerConfig.builder().dumpPeriod(null)),
                of("profile_process = null is not allowed: must be worker or server", () -> Profiler.pause(null)),
                of(
                        "source = null is not allowed",
                        () -> ProfilerConfig.builder().source(null)));
    }

    private static Arguments of(String message, ThrowingCallable call) {
        return Arguments.of(message, call);
    }

    @ParameterizedTest
    @MethodSource("nulls")
    void nullArguments_areRefusedNamingTheParameterAndWhatIsAllowed(String message, ThrowingCallable call) {
        assertThatThrownBy(call).hasMessageContaining(message);
    }

    /** Runs a program of this test in a process of its own. */
    private String run(String program, String... options) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        command.addAll(List.of("-cp", path, program));
        Path printed = directory.resolve("printed");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return Files.readString(printed);
    }

    /** Marks something, and ends as programs may. */
    static final class Ending {
        private Ending() {}

        /** Takes nothing. */
        public static void main(String[] arguments) {
            Event.of("load"); // Loads the package, as importing mxnet does.
            mark("work " + ManagementFactory.getRuntimeMXBean().getPid());
            System.exit(3);
        }
    }

    @Test
    void autostart_byProperty_profilesAndWritesAtExit() throws Exception {
        String printed = run(Ending.class.getName(), "-DMXNET_PROFILER_AUTOSTART=1", "-DMXNET_PROFILER_MODE=1");
        JsonNode trace = MAPPER.readTree(file.toFile());
        assertThat(trace.get("traceEvents"))
                .as(printed)
                .anyMatch(event -> event.get("name").asText().startsWith("work "));
        assertThat(directory.toFile().listFiles((dir, name) -> name.endsWith(".csv")))
                .isEmpty();
    }
}
