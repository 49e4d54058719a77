package io.stepprofiler.nativeaccess.annotations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.stepprofiler.Profile;
import io.stepprofiler.nativeaccess.NativeStatus;
import io.stepprofiler.schedule.Schedule;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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
        Path calls = temporary.resolve("calls.txt");
        String library = FAKE.toString();
        List<String> printed = run(Map.of(
                "NVTX_INJECTION64_PATH", library,
                "INTEL_LIBITTNOTIFY64", library,
                "FAKE_COLLECTOR_FILE", calls.toString()));
        List<String> seen = Files.readAllLines(calls);
        assertThat(printed).containsExactly("true true", "", "");
        assertThat(seen.stream().filter(call -> call.startsWith("nvtx") && !call.startsWith("nvtx string")))
                .startsWith(
                        "nvtx domain stepprofiler",
                        "nvtx start stepprofiler/ProfilerStep#0 1",
                        "nvtx push stepprofiler/batch 0",
                        "nvtx push stepprofiler/forwärts",
                        "nvtx pop stepprofiler",
                        "nvtx pop stepprofiler",
                        "nvtx mark stepprofiler/epoch",
                        "nvtx start stepprofiler/decode 2",
                        "nvtx end stepprofiler 2",
                        "nvtx end stepprofiler 1",
                        "nvtx start stepprofiler/ProfilerStep#1 3",
                        "nvtx push stepprofiler/batch 1")
                .contains("nvtx push stepprofiler/null", "nvtx mark stepprofiler/by hand");
        assertThat(seen.stream().filter(call -> call.startsWith("itt") && !call.startsWith("itt string")))
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
        assertThat(count(seen, "nvtx push")).isEqualTo(count(seen, "nvtx pop"));
        assertThat(count(seen, "nvtx start")).isEqualTo(count(seen, "nvtx end"));
        assertThat(count(seen, "itt begin")).isEqualTo(count(seen, "itt end"));
        assertThat(count(seen, "itt start")).isEqualTo(count(seen, "itt stop"));
        assertThat(seen)
                .as("names that come again are told once")
                .filteredOn("nvtx string stepprofiler forwärts"::equals)
                .hasSize(1);
    }

    @Test
    void program_withoutAProfilerThatListens_runsAndHasTheReason() throws Exception {
        assertThat(run(Map.of("INTEL_LIBITTNOTIFY64", "/nowhere/lib.so")))
                .contains("false false")
                .anyMatch(line -> line.contains("NVTX_INJECTION64_PATH is not set"))
                .anyMatch(line -> line.contains("/nowhere/lib.so"));
    }

    private static long count(List<String> seen, String call) {
        return seen.stream().filter(line -> line.startsWith(call)).count();
    }

    private List<String> run(Map<String, String> environment) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", classPath(), AnnotatedLoop.class.getName()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        Path printed = temporary.resolve("printed.txt");
        Process process = builder.redirectOutput(printed.toFile()).start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        return Files.readAllLines(printed);
    }

    private static String classPath() throws Exception {
        StringBuilder path = new StringBuilder();
        for (Class<?> type : List.of(AnnotatedLoop.class, Nvtx.class, Profile.class, Schedule.class)) {
            path.append(Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI()))
                    .append(File.pathSeparator);
        }
        return path.toString();
    }
}
