package io.stepprofiler.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.BatchSize;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.cli.StepProfRun;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.report.faces.SummaryFile;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiffCommandTest {
    @TempDir
    Path dir;

    private final StepProfRun stepprof = new StepProfRun();
    private Path fast = Path.of("");
    private Path slow = Path.of("");
    private Path odd = Path.of("");

    @BeforeEach
    void writeRuns() throws IOException {
        fast = runs("fast", 32, 100, 101, 102);
        slow = runs("slow", 32, 120, 121, 122);
        odd = runs("odd", 64, 200, 200, 200);
    }

    private Path runs(String name, int batch, int... millis) throws IOException {
        return runs(name, batch, 0, millis);
    }

    /** Every third step sleeps. */
    private Path runs(String name, int batch, int sleep, int[] millis) throws IOException {
        Path runs = Files.createDirectories(dir.resolve(name));
        for (int i = 0; i < millis.length; i++) {
            StepReport report = StepReport.of(trace(name.hashCode() % 10_000 + i, batch, millis[i], sleep));
            Files.writeString(runs.resolve("run" + i + ".json"), SummaryFile.json(report));
        }
        return runs;
    }

    private static Trace trace(int pid, int batch, int millis, int sleep) {
        TraceBuilder builder = new TraceBuilder().process(new ProcessInfo(Math.abs(pid) + 1, "host"));
        TrackBuilder main = builder.thread(1, "main");
        for (int step = 1; step <= 12; step++) {
            long start = 1_000_000_000L * step;
            long slept = step % 3 == 0 ? sleep : 0;
            builder.step(new StepMark(step, start, 1_000_000L * (millis + slept), 1, false));
            builder.counter(BatchSize.COUNTER, start, batch);
            main.add(builder.nameId("forward"), start, 900_000L * millis);
        }
        return builder.build();
    }

    private int diff(Object... args) {
        List<String> words = new ArrayList<>(List.of("diff"));
        for (Object each : args) {
            words.add(each.toString());
        }
        if (!words.contains("--noise-file")) {
            words.add("--noise-file=" + dir.resolve("none.json"));
        }
        return stepprof.run(words.toArray(new String[0]));
    }

    @Test
    void diff_ofSlowerRuns_exitsWithOneAndSaysSoFirst() {
        assertThat(diff(fast, "--", slow)).isEqualTo(DiffCommand.REGRESSION);
        assertThat(stepprof.out()).startsWith("SLOWER: undisturbed step +19.8 %, 3 runs against 3.");
        assertThat(stepprof.err()).isEmpty();
    }

    @Test
    void diff_ofRunsWithSomeLongerSteps_isARegressionInEachForm() throws IOException {
        Path sleeping = runs("sleeping", 32, 200, new int[] {100, 101, 102});
        Path json = dir.resolve("diff.json");
        Path junit = dir.resolve("junit.xml");

        assertThat(diff(fast, "--", sleeping)).isEqualTo(DiffCommand.REGRESSION);
        assertThat(stepprof.out()).startsWith("SLOWER: mean step +66.0 %, 3 runs against 3.");
        assertThat(diff(fast, "--", sleeping, "--format=md")).isEqualTo(DiffCommand.REGRESSION);
        assertThat(stepprof.out()).contains("## SLOWER: mean step +66.0 %");
        assertThat(diff(fast, "--", sleeping, "-o", json, "--junit", junit)).isEqualTo(DiffCommand.REGRESSION);
        JsonNode tree = new ObjectMapper().readTree(json.toFile());
        assertThat(tree.path("verdict").textValue()).isEqualTo("SLOWER");
        assertThat(tree.path("decidedBy").path("id").textValue()).isEqualTo("mean");
        assertThat(junit).content().contains("<failure message=\"mean step +66.0 %: slower\">");
    }

    @Test
    void csv_hasTheFiguresWithUnits() {
        assertThat(diff(fast, "--", slow, "--csv")).isEqualTo(DiffCommand.REGRESSION);
        assertThat(stepprof.out())
                .startsWith("metric.id,metric.title,metric.unit,metric.polarity,metric.kind,isGate,")
                .contains("\r\ncost,undisturbed step,ns,LOWER_IS_BETTER,TIME,true,")
                .doesNotContain("SLOWER:");
    }

    @Test
    void diff_byOneFigure_saysFirstWhichOthersAreWorse() throws IOException {
        Path sleeping = runs("sleeping", 32, 200, new int[] {100, 101, 102});
        Path junit = dir.resolve("junit.xml");

        assertThat(diff(fast, "--", sleeping, "--metric=cost", "--junit", junit))
                .isEqualTo(ExitCode.DONE);
        assertThat(stepprof.out().lines().limit(2))
                .containsExactly(
                        "SAME: undisturbed step +0.0 %, 3 runs against 3.",
                        "Worse, but not deciding: mean step +66.0 %; slow step (P90) +198.0 %.");
        assertThat(junit).content().contains("Worse, but not deciding: mean step +66.0 %");
    }

    @Test
    void diff_ofTheSameRuns_exitsWithZero() {
        assertThat(diff(fast, "--", fast)).isEqualTo(ExitCode.DONE);
        assertThat(stepprof.out()).contains("SAME: undisturbed step +0.0 %", "The same run is on both sides");
    }

    @Test
    void diff_ofFasterRuns_exitsWithZero() {
        assertThat(diff(slow, "--", fast)).isEqualTo(ExitCode.DONE);
        assertThat(stepprof.out()).contains("FASTER");
        assertThat(diff(slow, "--", fast, "--fail-on", "any-change")).isEqualTo(DiffCommand.REGRESSION);
    }

    @Test
    void diff_ofOneRunASide_suspectsOnly() throws IOException {
        Path slower = runs("slower", 32, 140);
        Object[] sides = {fast.resolve("run0.json"), "--", slower.resolve("run0.json")};
        assertThat(diff(sides)).isEqualTo(ExitCode.DONE);
        assertThat(stepprof.out()).contains("SUSPECTED SLOWER", "3 runs a side would decide", "assumed");
        assertThat(diff(sides[0], sides[1], sides[2], "--fail-on=suspected")).isEqualTo(DiffCommand.REGRESSION);
        assertThat(diff(sides[0], sides[1], sides[2], "--strict")).isEqualTo(DiffCommand.NOT_DECIDED);
    }

    @Test
    void diff_ofAnotherWorkload_isNotComparable() {
        assertThat(diff(fast, "--", odd)).isEqualTo(ExitCode.DONE);
        assertThat(stepprof.out())
                .startsWith("! other work: batch size: 32 -> 64")
                .contains("NOT COMPARABLE");
        assertThat(diff(fast, "--", odd, "--strict")).isEqualTo(DiffCommand.NOT_DECIDED);
        assertThat(diff(fast, "--", odd, "--strict-parity")).isEqualTo(DiffCommand.NOT_DECIDED);
    }

    @Test
    void diff_withAThreshold_takesPercentsAndParts() {
        assertThat(diff("--threshold", "30%", fast, "--", slow)).isEqualTo(ExitCode.DONE);
        assertThat(diff(fast, "--", slow, "--threshold=0.3")).isEqualTo(ExitCode.DONE);
        assertThat(stepprof.out()).contains("below 30.0 % are ignored: that is the threshold");
    }

    @Test
    void diff_withRunsThatTellTheNoise_usesThem() {
        assertThat(diff(fast.resolve("run0.json"), "--", fast.resolve("run0.json"), "--noise", fast))
                .isEqualTo(ExitCode.DONE);
        assertThat(stepprof.out()).contains("SAME: undisturbed step +0.0 %", "(the runs of --noise)");
    }

    @Test
    void diff_thatKeepsTheNoise_usesItTheNextTime() {
        Path file = dir.resolve(".stepprof/noise.json");
        assertThat(diff(fast, "--", fast, "--keep-noise", "--noise-file", file)).isZero();
        assertThat(file).exists();
        assertThat(diff(fast.resolve("run0.json"), "--", fast.resolve("run1.json"), "--noise-file", file))
                .isZero();
        assertThat(stepprof.out()).contains("earlier runs on this machine");
    }

    @Test
    void diff_writesFilesOfAllForms() throws IOException {
        Path json = dir.resolve("out/diff.json");
        Path junit = dir.resolve("out/junit.xml");
        assertThat(diff(fast, "--", slow, "-o", json, "--junit", junit)).isEqualTo(DiffCommand.REGRESSION);
        JsonNode tree = new ObjectMapper().readTree(json.toFile());
        assertThat(tree.path("verdict").textValue()).isEqualTo("SLOWER");
        assertThat(junit).content().contains("<failure message=\"undisturbed step +19.8 %: slower\">");
        Path page = dir.resolve("diff.html");
        assertThat(diff(fast, "--", slow, "--out", page)).isEqualTo(DiffCommand.REGRESSION);
        assertThat(page).content().startsWith("<!DOCTYPE html>");
        assertThat(diff(fast, "--", slow, "--format", "md")).isEqualTo(DiffCommand.REGRESSION);
        assertThat(stepprof.out()).contains("## SLOWER");
    }

    @Test
    void diff_ofADirectoryWithADamagedFile_comparesTheOthersAndSaysNoRunIsGood() throws IOException {
        Files.writeString(fast.resolve("damaged.json"), "{\"traceEvents\":[{\"ph\":\"X\",");

        assertThat(diff(fast, "--", slow)).isEqualTo(DiffCommand.REGRESSION);
        assertThat(stepprof.err()).contains("diff: left out: ", "damaged.json: byte ");
        stepprof.clear();
        assertThat(diff(fast, "--", fast)).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.out()).contains("SAME");
    }

    @ParameterizedTest
    @ValueSource(strings = {"diff.html", "diff.md", "diff.json", "diff.txt"})
    void diff_ofADirectoryWithADamagedFile_saysSoInItsFiles(String name) throws IOException {
        Files.writeString(slow.resolve("damaged.json"), "{\"traceEvents\":[{\"ph\":\"X\",");
        Path out = dir.resolve(name);
        Path junit = dir.resolve("junit.xml");
        Path noise = dir.resolve("noise.json");

        assertThat(diff(slow, "--", slow, "-o", out, "--junit", junit, "--keep-noise", "--noise-file", noise))
                .isEqualTo(ExitCode.FAILED);

        assertThat(out)
                .content()
                .contains(
                        "Of the base, a file could not be read and is left out",
                        "Of the new side, a file could not be read and is left out");
        assertThat(junit).content().contains("errors=\"1\"", "<error message=\"Of the base, a file could not");
        assertThat(noise).doesNotExist();
        assertThat(stepprof.err()).contains("diff: the noise is not kept");
    }

    @Test
    void diff_withADamagedFileAmongTheRunsOfTheNoise_saysNoRunIsGood() throws IOException {
        Path noise = runs("noise", 32, 100, 101, 102);
        Files.writeString(noise.resolve("damaged.json"), "{\"traceEvents\":[{\"ph\":\"X\",");

        assertThat(diff(fast, "--", fast, "--noise", noise)).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err()).contains("diff: left out: ", "damaged.json: byte ");
        assertThat(stepprof.out()).contains("SAME");
    }
}
