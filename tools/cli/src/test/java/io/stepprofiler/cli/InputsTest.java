package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What commands read: single files of every format, reports, and directories of these. */
public class InputsTest {
    private static final long EPOCH = 1_795_253_118_397_382_707L;

    @TempDir
    private Path dir;

    private final StepProfRun stepprof = new StepProfRun();

    /** A window of some steps with work in them. */
    public static Trace window(String id, int number) {
        return builder(id, number).build();
    }

    private static TraceBuilder builder(String id, int number) {
        long begin = 1_000_000_000L * number;
        TraceBuilder builder = new TraceBuilder()
                .traceId(id)
                .window(
                        new ClockAnchor(begin, EPOCH + begin),
                        new ClockAnchor(begin + 40_000_000, EPOCH + begin + 40_000_000));
        TrackBuilder main = builder.thread(1, "main");
        for (int step = 0; step < 4; step++) {
            long start = begin + 10_000_000L * step;
            builder.step(new StepMark(step, start, 10_000_000, 1, false, 9_000_000));
            main.add(builder.nameId("forward"), start, 6_000_000);
            main.add(builder.nameId("backward"), start + 6_000_000, 4_000_000);
        }
        return builder;
    }

    private String written(String id, int number, String name) throws IOException {
        Path file = dir.resolve(name);
        Files.createDirectories(file.getParent());
        window(id, number).export(file);
        return file.toString();
    }

    private JsonNode report(String... inputs) throws IOException {
        Path json = dir.resolve("summaries-of-tests/summary.json");
        String[] args = new String[inputs.length + 3];
        args[0] = "report";
        System.arraycopy(inputs, 0, args, 1, inputs.length);
        args[args.length - 2] = "-o";
        args[args.length - 1] = json.toString();
        assertThat(stepprof.run(args)).as(stepprof.err()).isZero();
        return new ObjectMapper().readTree(json.toFile()).path("windows");
    }

    @ParameterizedTest
    @ValueSource(strings = {"t.json.gz", "t.xplane.pb"})
    void summary_ofAnyFormat_saysTheSame(String name) throws IOException {
        assertThat(stepprof.run("summary", written("a", 1, "run/" + name))).isZero();

        assertThat(stepprof.out()).contains("4 steps: min 10", "forward", "backward");
        assertThat(stepprof.err()).isEmpty();
    }

    @Test
    void summary_ofADirectory_showsTheNewestRunAndListsTheOthers() throws IOException {
        written("a", 1, "run/a.json");
        written("c", 3, "run/c.json");
        written("b", 2, "run/b.json");

        assertThat(stepprof.in(dir, "summary @run")).isZero();

        assertThat(stepprof.out())
                .startsWith("c.json, ")
                .containsOnlyOnce("4 steps: min 10")
                .contains("Earlier runs in " + dir.resolve("run") + ":\n")
                .containsPattern("\n  2026-\\S+Z  b.json, 1 window: .*\n  2026-\\S+Z  a.json, 1 window: .*\n$");
    }

    @Test
    void summary_ofARunOfSeveralWindows_isOneScreenOrOneForEach() throws IOException {
        Files.createDirectories(dir.resolve("run"));
        for (int number = 1; number <= 3; number++) {
            Trace window = builder("w" + number, number)
                    .process(new ProcessInfo(77, "host"))
                    .build();
            window.export(dir.resolve("run/" + number + ".json"));
        }
        assertThat(stepprof.in(dir, "summary @run")).isZero();
        assertThat(stepprof.out().replaceAll("\\s+", " "))
                .startsWith("3 windows, host process 77, ")
                .containsOnlyOnce("(in 3 of 3 windows; few steps: a hint).")
                .containsOnlyOnce("4 steps: min 10")
                .containsOnlyOnce("Checked and fine: ")
                .doesNotContain("Earlier runs");
        stepprof.clear();

        assertThat(stepprof.in(dir, "summary @run --windows")).isZero();
        assertThat(stepprof.out().replaceAll("\\s+", " "))
                .startsWith("3 windows, host process 77, ")
                .containsOnlyOnce("(in 3 of 3 windows; few steps: a hint).")
                .contains("1.json, ", "2.json, ", "3.json, ");
        assertThat(stepprof.out().split("4 steps: min 10", -1)).hasSize(4);
    }

    @Test
    void summary_ofADirectoryWithAReportOfItsTrace_isThatOfTheReport() throws IOException {
        written("a", 1, "run/a.json");
        assertThat(stepprof.in(dir, "convert @run/a.json @report.html")).isZero();
        Path report = dir.resolve("run/report.html");
        Files.writeString(
                report,
                Files.readString(dir.resolve("report.html")).replace("\"source\":\"a.json\"", "\"source\":\"kept\""));
        stepprof.clear();

        assertThat(stepprof.in(dir, "summary @run")).isZero();

        assertThat(stepprof.out()).startsWith("kept, ").containsOnlyOnce("4 steps: min 10");
    }

    @Test
    void report_ofAPage_isThatOfThePage() throws IOException {
        Path page = dir.resolve("a.html");
        assertThat(stepprof.run("report", written("a", 1, "t.json.gz"), "-o", page.toString()))
                .isZero();

        assertThat(report(page.toString())).isEqualTo(report(written("a", 1, "t.json.gz")));
    }

    @Test
    void report_ofADirectory_hasEachWindowOnceWithItsName() throws IOException {
        written("a", 1, "run/a.json.gz");
        written("a", 1, "run/a.pt.trace.json.gz");
        written("b", 2, "run/plugins/profile/2026_11_22/host.xplane.pb");
        written("c", 3, "run/c.json");
        assertThat(stepprof.in(dir, "report @run/c.json -o @run/report.html")).isZero();
        Files.writeString(dir.resolve("run/notes.txt"), "nothing to read");
        Files.writeString(dir.resolve("run/memory.html"), "<!doctype html>\n<p>another page");
        Files.writeString(dir.resolve("run/other.json"), "{\"a\": 1}");
        Files.writeString(dir.resolve("run/.hidden.json"), "[{\"ph\":\"X\"}]");

        JsonNode windows = report(dir.resolve("run").toString());

        List<String> sources = new ArrayList<>();
        windows.forEach(window -> sources.add(window.path("run").path("source").asText()));
        assertThat(sources)
                .containsExactlyInAnyOrder(
                        "a.json.gz",
                        "c.json",
                        Path.of("plugins/profile/2026_11_22/host.xplane.pb").toString());
    }

    /** Those of JAX do not say which rank they are of. */
    @Test
    void report_ofTheHostsOfASession_hasThemAsRanksInTheOrderOfTheirNames() throws IOException {
        String session = "plugins/profile/2026_11_22/";
        written("b", 1, session + "hostB.xplane.pb");
        written("a", 1, session + "hostA.xplane.pb");
        written("later", 2, "plugins/profile/2026_11_23/hostB.xplane.pb");
        written("other", 3, "run/hostA.xplane.pb");
        written("other", 4, "run/hostB.xplane.pb");

        assertThat(ranks(dir.resolve(session).toString()))
                .containsExactly("hostA.xplane.pb 0 of 2", "hostB.xplane.pb 1 of 2");
        assertThat(stepprof.in(dir, "report @" + session)).isZero();
        assertThat(stepprof.out()).contains("2 ranks");
        assertThat(ranks(dir.resolve("plugins").toString())).endsWith("profile/2026_11_23/hostB.xplane.pb 1 of 2");
        assertThat(ranks(dir.resolve("run").toString()))
                .containsExactly("hostA.xplane.pb -1 of 0", "hostB.xplane.pb -1 of 0");
    }

    private List<String> ranks(String directory) throws IOException {
        List<String> ranks = new ArrayList<>();
        report(directory).forEach(window -> {
            JsonNode run = window.path("run");
            ranks.add(run.path("source").asText() + " " + run.path("rank") + " of " + run.path("worldSize"));
        });
        return ranks;
    }

    @Test
    void report_ofWindowsWithOneId_keepsThoseOfOtherTimes() throws IOException {
        written("same", 1, "run/1.json.gz");
        written("same", 2, "run/2.json.gz");

        assertThat(report(dir.resolve("run").toString())).hasSize(2);
    }

    @Test
    void report_ofOneFileTwice_hasItTwice() throws IOException {
        String file = written("a", 1, "a.json.gz");

        assertThat(report(file, file)).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"report", "summary", "show", "functions"})
    void directory_withADamagedFile_isReadWithoutIt(String command) throws IOException {
        written("a", 1, "run/a.json.gz");
        written("b", 2, "run/rank1/b.json");
        damaged("run/rank1/cut.json");

        assertThat(stepprof.run(command, dir.resolve("run").toString())).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(stepprof.out()).contains("forward");
        assertThat(stepprof.err().trim().lines())
                .singleElement()
                .asString()
                .startsWith(command + ": left out: ")
                .contains("cut.json: byte ", "it ends in the middle");
    }

    @ParameterizedTest
    @ValueSource(strings = {"report", "summary"})
    void trace_besideADamagedLedger_isReadWithoutIt(String command) throws IOException {
        String trace = written("a", 1, "run/a.json.gz");
        Files.createFile(dir.resolve("run/killed.steps"));

        assertThat(stepprof.run(command, trace)).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(stepprof.out()).contains("forward");
        assertThat(stepprof.err())
                .isEqualTo(command + ": left out: " + dir.resolve("run/killed.steps")
                        + ": it is no step ledger yet: it is empty\n");
    }

    @Test
    void directory_withDamagedFilesOnly_failsAndNamesEach() throws IOException {
        damaged("run/a.json");
        damaged("run/b.json");

        assertThat(stepprof.run("report", dir.resolve("run").toString())).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.out()).isEmpty();
        assertThat(stepprof.err().trim().lines())
                .satisfiesExactly(
                        first -> assertThat(first).contains("a.json"),
                        second -> assertThat(second).contains("b.json"));
    }

    @Test
    void file_thatIsNamedAndDamaged_stopsTheReport() throws IOException {
        String damaged = damaged("cut.json");

        assertThat(stepprof.run("report", written("a", 1, "a.json.gz"), damaged))
                .isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.out()).isEmpty();
    }

    private String damaged(String name) throws IOException {
        Path file = dir.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "{\"traceEvents\":[{\"ph\":\"X\",").toString();
    }

    @Test
    void show_ofADirectory_showsEachUnderItsName() throws IOException {
        written("a", 1, "run/a.json.gz");
        written("b", 2, "run/b.json");

        assertThat(stepprof.in(dir, "show @run --rows 3")).isZero();
        assertThat(stepprof.out()).contains("== " + dir.resolve("run/a.json.gz"), "== " + dir.resolve("run/b.json"));
    }

    private String gpuTrace() throws IOException {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "main");
        String[] kernels = {"ampere_sgemm_128x64_tn", "ampere_s16816gemm_fp16_128x64_tn", "ampere_sgemm_128x64_tn"};
        int[] streams = {7, 7, 20};
        for (int i = 0; i < kernels.length; i++) {
            main.correlation(main.add(builder.nameId("cudaLaunchKernel", EventKind.RUNTIME, ""), 1000L * i, 500), i);
            TrackBuilder stream = builder.stream(Device.cuda(0), streams[i]);
            stream.correlation(
                    stream.add(builder.nameId(kernels[i], EventKind.KERNEL, ""), 10_000L * i, 9_000L - 2000L * i), i);
        }
        Path file = dir.resolve("gpu.json.gz");
        builder.build().export(file);
        return file.toString();
    }

    private List<String> rows(String name) {
        return stepprof.out().lines().filter(line -> line.contains(name)).toList();
    }

    @Test
    void show_byStream_hasARowForEachStreamThatSaysWhich() throws IOException {
        assertThat(stepprof.run("show", gpuTrace(), "--by", "stream")).isZero();

        assertThat(rows("ampere_sgemm")).hasSize(2);
        assertThat(rows("ampere_sgemm")).anyMatch(row -> row.contains("cuda:0 stream 7"));
        assertThat(rows("ampere_sgemm")).anyMatch(row -> row.contains("cuda:0 stream 20"));
    }

    @Test
    void show_sortedByTensorCoreTime_beginsWithTheKernelThatUsesThem() throws IOException {
        String trace = gpuTrace();
        assertThat(stepprof.run("show", trace, "--sort=device-time", "--by=stream,overload"))
                .isZero();
        List<String> byDeviceTime = rows("ampere_s");
        stepprof.clear();
        assertThat(stepprof.run("show", trace, "--sort", "TENSOR-CORE-SHARE", "--rows=1"))
                .isZero();

        assertThat(byDeviceTime.get(0)).contains("ampere_sgemm");
        assertThat(rows("ampere_s")).singleElement().asString().contains("ampere_s16816gemm");
    }

    @Test
    void show_ofAReport_printsIt() throws IOException {
        Path page = dir.resolve("a.html");
        assertThat(stepprof.run("report", written("a", 1, "a.json.gz"), "-o", page.toString()))
                .isZero();

        assertThat(stepprof.run("show", page.toString())).isZero();
        assertThat(stepprof.out()).contains("4 steps: min 10");
    }

    @Test
    void functions_ofADirectory_addsUpItsTraces() throws IOException {
        written("a", 1, "run/a.json.gz");
        written("b", 2, "run/b.json");

        assertThat(stepprof.in(dir, "functions @run --options functions=names:forward"))
                .isZero();
        assertThat(stepprof.out()).contains("Time in 8 calls to forward");
    }

    @Test
    void largeFile_whileItIsRead_showsTheProgressOnStandardError() throws IOException {
        Path file = dir.resolve("large.json");
        byte[] spaces = " ".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write("{\"traceEvents\":[".getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < 101; i++) {
                out.write(spaces);
            }
            out.write("{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":2}]}"
                    .getBytes(StandardCharsets.US_ASCII));
        }
        assertThat(stepprof.run("summary", file.toString())).isZero();
        assertThat(stepprof.err()).startsWith("Reading large.json, 101 MiB");
    }
}
