package io.stepprofiler.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lesson 17, its file read back as that of any other profiler. */
class MxnetLessonTest {
    @TempDir
    private Path dir;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @BeforeAll
    static void quietLog() {
        Lessons.quietLog();
    }

    @Test
    void lesson17_run_printsStatisticsAndWritesATrace() throws Exception {
        LessonResult result = Lesson17Mxnet.run(dir, new PrintStream(printed, true, UTF_8));
        assertThat(result.failures()).isEmpty();
        assertThat(result.learning().accuracyAfter()).isGreaterThan(0.9);
        assertThat(printed.toString(UTF_8))
                .containsSubsequence(
                        "Device Storage", "Memory: cpu/0", "LeNet", "step", "event", "forward", "operator", "aten::");
        try (var imported = Traces.open(dir.resolve("profile.json"), ImportOptions.DEFAULT)) {
            Trace trace = imported.trace();
            List<String> names = trace.events().stream().map(TraceEvent::name).toList();
            assertThat(names.stream().filter("forward"::equals)).hasSize(Lesson17Mxnet.COUNT);
            assertThat(names).contains("aten::conv2d", "step", "backward");
            assertThat(trace.counters()).anyMatch(counter -> counter.name().contains("digits seen"));
        }
        Path memory = result.files().stream()
                .filter(file -> file.toString().endsWith(".csv"))
                .findFirst()
                .orElseThrow();
        assertThat(Files.readAllLines(memory)).anyMatch(line -> line.startsWith("\"model:"));
    }
}
