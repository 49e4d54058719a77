package io.stepprofiler.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.cli.StepProfRun;
import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.imports.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files without marks of steps, and the names of their steps. */
class WindowWithoutStepsTest {
    private static final int BATCHES = 24;

    @TempDir
    Path dir;

    private final StepProfRun stepprof = new StepProfRun();
    private Path file;

    /** One range a ms, with an operation of 300 µs and a kernel of 400 µs in it. */
    @BeforeEach
    void write() throws IOException {
        file = dir.resolve("trace.json");
        Files.writeString(file, trace("batch"));
    }

    private static String trace(String range) {
        return IntStream.range(0, BATCHES)
                .mapToObj(i -> event("user_annotation", range, "100", i * 1000, 900)
                        + event("cpu_op", "aten::mm", "100", i * 1000 + 100, 300)
                        + event("cuda_runtime", "cudaLaunchKernel", "100", i * 1000 + 120, 10)
                                .replace("{}", "{\"correlation\":" + i + "}")
                        + event("kernel", "gemm", "7", i * 1000 + 150, 400)
                                .replace("{}", "{\"device\":0,\"stream\":7,\"correlation\":" + i + "}"))
                .collect(Collectors.joining(
                        "",
                        "{\"schemaVersion\":1,\"trace_id\":\"0123456789ABCDEF0123456789ABCDEF\",\"traceEvents\":[",
                        "{}]}"));
    }

    private static String event(String category, String name, String thread, int micros, int duration) {
        return String.format(
                Locale.ROOT,
                "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":%s,\"tid\":%s,\"ts\":%d,\"dur\":%d,\"args\":{}},\n",
                category,
                name,
                category.equals("kernel") ? "0" : "100",
                thread,
                micros,
                duration);
    }

    private String run(int code, String... args) {
        stepprof.clear();
        assertThat(stepprof.run(args)).as(stepprof.err()).isEqualTo(code);
        return stepprof.out();
    }

    @Test
    void summary_withoutMarks_isOfTheWindowAndSaysHowToNameSteps() {
        String text = run(0, "summary", file.toString());
        assertThat(text)
                .contains("no step marks: figures are of the whole window")
                .contains("cuda:0 works in 40.2 % of the window")
                .contains("Breakdown of the window, 23.9 ms")
                .containsPattern("gemm +cuda:0 +aten::mm +24 +9.60 ms +40.2 %")
                .containsPattern("aten::mm +24 ")
                .doesNotContain("a step", "of the step", "the step", "steps: a hint", "Too few", "record more");
        assertThat(text.substring(text.lastIndexOf("not checked"))).contains("--step=REGEX");
    }

    @ParameterizedTest
    @ValueSource(strings = {"md", "html", "json", "text"})
    void report_withoutMarks_isWritten(String form) throws IOException {
        Path report = dir.resolve("report." + form);
        run(0, "report", file.toString(), "--format", form, "-o", report.toString());
        assertThat(Files.readString(report)).doesNotContain("Too few steps").contains("of the window");
        assertThat(run(0, "report", file.toString())).contains("of the window").doesNotContain("of the step", "a step");
    }

    @Test
    void step_namesOfRanges_areStepsInEachCommand() throws IOException {
        String step = "--step=bat.h";
        assertThat(run(0, "summary", file.toString(), step)).contains("steps 1 to 24", "24 steps");
        assertThat(run(0, "report", file.toString(), step)).contains("24 steps");
        assertThat(run(0, "show", file.toString(), step)).contains("24 steps");
        assertThat(run(0, "diff", step, file.toString(), "--", file.toString())).contains("mean step");
        for (String name : new String[] {"marked.json.gz", "marked.xplane.pb"}) {
            Path marked = dir.resolve(name);
            run(0, "convert", file.toString(), marked.toString(), step);
            assertThat(Traces.read(marked).steps()).hasSize(BATCHES);
        }
    }

    @Test
    void step_ofAFileInAnotherFormat_isFound() throws IOException {
        Path space = dir.resolve("trace.xplane.pb");
        Traces.read(file).export(space, ExportOptions.DEFAULT);
        assertThat(run(0, "summary", space.toString())).contains("figures are of the whole window");
        assertThat(run(0, "summary", space.toString(), "--step=batch")).contains("24 steps");
    }

    @Test
    void step_thatNoEventHas_isRefusedWithTheNamesThereAre() {
        run(2, "summary", file.toString(), "--step=epoch");
        assertThat(stepprof.err())
                .contains("no event on a thread has the name of a step, epoch; there are batch (24 events)");
        run(2, "diff", file.toString(), "--", file.toString());
        assertThat(stepprof.err()).contains("--step=REGEX");
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "*", ""})
    void step_thatIsNoPattern_isRefused(String regex) {
        run(2, "summary", file.toString(), "--step=" + regex);
        assertThat(stepprof.err()).contains("steps = " + regex + " is not allowed");
        run(2, "summary", file.toString(), "--step=" + "a".repeat(201));
        assertThat(stepprof.err()).contains("1 to 200 characters");
    }

    @Test
    void step_beforeAReportOfTheSameWindow_readsTheTrace() {
        String report = dir.resolve("report.html").toString();
        run(0, "report", file.toString(), "-o", report);
        assertThat(run(0, "summary", dir.toString(), "--step=batch")).contains("steps 1 to 24");
        stepprof.clear();
        assertThat(run(0, "summary", report, "--step=batch")).contains("figures are of the whole window");
        assertThat(stepprof.err()).contains("is a report, which keeps its steps");
    }

    @Test
    void rangesOfInferenceServers_areSteps() throws IOException {
        Files.writeString(file, trace("execute_context_0(0)_generation_64(64)"));
        assertThat(run(0, "summary", file.toString())).contains("steps 1 to 24");
        Files.writeString(file, trace("step[DECODE bs=64]"));
        assertThat(run(0, "summary", file.toString())).contains("steps 1 to 24");
    }
}
