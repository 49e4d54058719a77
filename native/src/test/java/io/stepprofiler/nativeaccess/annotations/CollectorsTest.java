package io.stepprofiler.nativeaccess.annotations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.stepprofiler.child.OwnProcess;
import io.stepprofiler.nativeaccess.NativeStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs of their own, whose environment names the profiler that the tests of the C code have. */
class CollectorsTest {
    private static final Path FAKE =
            Path.of("target", "c-fakes", "fake_collectors.so").toAbsolutePath();

    @TempDir
    private Path temporary;

    @BeforeEach
    void hasALibrary() {
        assumeThat(NativeStatus.current().available()).isTrue();
    }

    @Test
    void scopesAndSteps_ofAMirroringProfile_reachBothProfilersInOrder() throws Exception {
        List<String> nvtx = seen("nvtx");
        List<String> itt = seen("itt");
        assertThat(nvtx.stream().filter(call -> call.startsWith("nvtx") && !call.startsWith("nvtx string")))
                .startsWith(
                        "nvtx domain stepprofiler",
                        "nvtx start stepprofiler/ProfilerStep#0 1",
                        "nvtx push stepprofiler/batch 0",
                        "nvtx push stepprofiler/forwärts",
                        "nvtx pop stepprofiler",
                        "nvtx pop stepprofiler",
                        "nvtx mark stepprofiler/epoch",
                        "nvtx end stepprofiler 1",
                        "nvtx start stepprofiler/ProfilerStep#1 2",
                        "nvtx push stepprofiler/batch 1")
                .contains("nvtx push stepprofiler/null", "nvtx mark stepprofiler/by hand");
        assertThat(itt.stream().filter(call -> call.startsWith("itt") && !call.startsWith("itt string")))
                .startsWith(
                        "itt domain stepprofiler",
                        "itt start stepprofiler/ProfilerStep#0 1 0",
                        "itt begin stepprofiler/batch 0 0 0",
                        "itt begin stepprofiler/forwärts 0 0",
                        "itt end stepprofiler",
                        "itt end stepprofiler",
                        "itt begin stepprofiler/epoch 0 0",
                        "itt end stepprofiler")
                .endsWith(
                        "itt begin stepprofiler/by hand 0 0",
                        "itt end stepprofiler",
                        "itt begin stepprofiler/by hand 0 0",
                        "itt end stepprofiler");
        assertThat(count(nvtx, "nvtx push")).isEqualTo(count(nvtx, "nvtx pop"));
        assertThat(count(nvtx, "nvtx start")).isEqualTo(count(nvtx, "nvtx end"));
        assertThat(count(itt, "itt begin")).isEqualTo(count(itt, "itt end"));
        assertThat(count(itt, "itt start")).isEqualTo(count(itt, "itt stop"));
        assertThat(nvtx)
                .as("names that come again are told once")
                .filteredOn("nvtx string stepprofiler forwärts"::equals)
                .hasSize(1);
    }

    @Test
    void program_withoutAProfilerThatListens_runsAndHasTheReason() throws Exception {
        assertThat(run("nvtx", Map.of("INTEL_LIBITTNOTIFY64", "/nowhere/lib.so")))
                .contains("false false")
                .anyMatch(line -> line.contains("NVTX_INJECTION64_PATH is not set"))
                .anyMatch(line -> line.contains("/nowhere/lib.so"));
    }

    /** Calls that reach the profilers if the profile has a mirror, and ranges are told by hand. */
    private List<String> seen(String mirror) throws Exception {
        Path calls = temporary.resolve(mirror + ".txt");
        String library = FAKE.toString();
        List<String> printed = run(
                mirror,
                Map.of(
                        "NVTX_INJECTION64_PATH", library,
                        "INTEL_LIBITTNOTIFY64", library,
                        "FAKE_COLLECTOR_FILE", calls.toString()));
        assertThat(printed).containsExactly("true true", "", "");
        return Files.readAllLines(calls);
    }

    private static long count(List<String> seen, String call) {
        return seen.stream().filter(line -> line.startsWith(call)).count();
    }

    private List<String> run(String mirror, Map<String, String> environment) throws Exception {
        ProcessBuilder builder = OwnProcess.builder(
                List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"), AnnotatedLoop.class, mirror);
        builder.environment().putAll(environment);
        Path printed = temporary.resolve("printed.txt");
        builder.redirectError(ProcessBuilder.Redirect.INHERIT).redirectOutput(printed.toFile());
        assertThat(OwnProcess.end(builder.start())).isZero();
        return Files.readAllLines(printed);
    }
}
