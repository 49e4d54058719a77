package io.stepprofiler.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.analysis.functions.FunctionProfile;
import io.stepprofiler.analysis.functions.FunctionProfiles;
import io.stepprofiler.fleet.ranks.ExcessCause;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.readers.xspace.ProfileData;
import io.stepprofiler.readers.xspace.ProfileEvent;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.tuning.TimedBy;
import io.stepprofiler.tuning.TuningResult;
import io.stepprofiler.tuning.VariantTimes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LessonsTest {
    private static final Pattern STEP_ROW = Pattern.compile("\\[steps] .* 3( +--)?$", Pattern.MULTILINE);

    @TempDir
    private Path dir;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(printed, true, UTF_8);
    private final ByteArrayOutputStream complaints = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(complaints, true, UTF_8);

    @BeforeAll
    static void quietLog() {
        Lessons.quietLog();
    }

    @Test
    void lesson01_run_writesBothWindowsWhole() throws IOException {
        LessonResult result = Lesson01PlainLoop.run(dir, out);
        assertSound(result);
        List<WrittenTrace> windows = windows(result);
        assertSteps(windows, 6, 15);
        assertThat(windows).allSatisfy(window -> {
            assertThat(window.scopes())
                    .isEqualTo(Map.of("data", 3L, "forward", 3L, "loss", 3L, "backward", 3L, "optimizer", 3L));
            assertThat(window.counters()).isEqualTo(Map.of("loss", 3L));
            assertThat(window.account().get("unfinished")).isEmpty();
            assertThat(window.account().get("anomalies")).isEmpty();
        });
        // The lesson's seed makes this sure: it says so to its reader.
        assertThat(mean(windows.get(1).values("loss")))
                .isLessThan(mean(windows.get(0).values("loss")));
    }

    @Test
    void lesson02_run_writesBothWindowsWhole() throws IOException {
        Schedule cycles = Schedule.builder()
                .skipFirst(100)
                .wait(5)
                .warmup(1)
                .active(3)
                .repeat(2)
                .build();
        LessonResult result = Lesson02LeNetDjl.run(dir, out, cycles);
        assertSound(result);
        assertThat(result.learning().accuracyAfter()).isGreaterThan(0.95);
        List<WrittenTrace> windows = windows(result);
        assertSteps(windows, 106, 115);
        assertThat(windows).allSatisfy(window -> {
            assertThat(window.scopes())
                    .containsAllEntriesOf(Map.of(
                            "data", 3L, "forward", 3L, "loss", 3L, "backward", 3L, "optimizer", 3L, "metrics", 3L))
                    .containsEntry("aten::conv2d", 6L);
            assertThat(window.counters()).containsEntry("loss", 3L).containsEntry("accuracy", 3L);
            assertThat(window.counters())
                    .containsKeys("loss", "accuracy", "jvm cpu cores", "jvm heap MiB", "jvm gc count", "jvm gc ms");
            assertThat(window.values("accuracy"))
                    .allSatisfy(value -> assertThat(value).isBetween(0.0, 1.0));
            assertThat(window.account().get("unfinished")).isEmpty();
            assertThat(window.account().get("anomalies")).isEmpty();
        });
        assertThat(result.files())
                .filteredOn(file -> file.toString().endsWith(".html"))
                .singleElement()
                .satisfies(page -> assertThat(Files.readString(page))
                        .contains("\"numbers\":[106,107,108]", "\"numbers\":[115,116,117]")
                        .contains("features.0", "classifier.1"));
    }

    /** The first command of README: its windows begin when the program is warm. */
    @Test
    @Tag("alone")
    void lesson02_asReadmeRunsIt_recordsTwoWindowsAndPrintsTwoTables() throws IOException {
        LessonResult result = Lesson02LeNetDjl.run(dir, out);
        assertThat(result.failures()).isEmpty();
        assertThat(result.learning().accuracyAfter()).isGreaterThan(0.95);
        assertThat(windows(result)).hasSize(2);
        assertThat(printed.toString(UTF_8).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100))
                .satisfies(lines -> assertThat(lines.stream().filter(line -> line.matches("Steps \\d+ to \\d+")))
                        .hasSize(2))
                .satisfies(lines -> assertThat(lines.stream().filter(line -> line.contains(" forward  ")))
                        .hasSize(2));
        assertThat(result.files())
                .filteredOn(file -> file.toString().endsWith(".html"))
                .hasSize(1);
    }

    @Test
    void lesson03_run_writesTheScopesOfEveryThread() throws Exception {
        LessonResult result = Lesson03Threads.run(dir, out);
        assertSound(result);
        List<WrittenTrace> windows = windows(result);
        assertSteps(windows, 106, 115);
        String main = Thread.currentThread().getName();
        assertThat(windows).allSatisfy(window -> {
            assertThat(window.threads()).containsExactlyInAnyOrder(main, "loader", "worker-0", "worker-1");
            assertThat(window.scopes(main))
                    .isEqualTo(Map.of("wait for data", 3L, "wait for workers", 3L, "optimizer", 3L));
            for (String worker : List.of("worker-0", "worker-1")) {
                assertThat(window.scopes(worker)).isEqualTo(Map.of("forward", 3L, "loss", 3L, "backward", 3L));
            }
            assertThat(window.scopes("loader")).containsOnlyKeys("load", "wait for room");
            assertThat(window.counters()).isEqualTo(Map.of("loss", 3L));
        });
    }

    @Test
    void lesson04_run_groupsOperationsByShape() throws Exception {
        LessonResult result = Lesson04Operations.run(dir, out);
        assertThat(result.learning().accuracyAfter()).isGreaterThan(0.95);
        assertThat(result.failures()).isEmpty();
        assertThat(printed.toString(UTF_8))
                .containsPattern("aten::conv2d .* 2 +\\[\\[32, 16, 4, 4], \\[32, 16, 3, 3], \\[32], .* 9437.184\n")
                .containsPattern("aten::conv2d .* 1 +\\[\\[16, 16, 4, 4], \\[32, 16, 3, 3], \\[32], .* 2359.296\n");
        assertThat(dir.resolve("flames/window-102.txt"))
                .content()
                .contains(";io/stepprofiler/examples/ReportedBlock.call;aten::conv2d ");
    }

    @Test
    void lesson05_run_showsTheLeakAndThatTheFixHasNone() throws Exception {
        LessonResult result = Lesson05MemoryLeak.run(dir, out);
        assertThat(result.failures()).isEmpty();
        String text = printed.toString(UTF_8);
        int half = text.indexOf("With the images of each step kept by a manager");
        assertThat(text.substring(0, half)).containsPattern("grows +[\\d.]+ KiB .* forward ");
        assertThat(text.substring(half)).contains("0 B allocated in the window and alive at its end");
        assertThat(dir.resolve("memory-leaking")).isDirectoryContaining("glob:**.html");
        assertThat(dir.resolve("memory-fixed")).isDirectoryContaining("glob:**.html");
    }

    @Test
    void lesson06_run_namesTheSlowestStepOfEachWindow() throws Exception {
        LessonResult result = Lesson06OwnHandler.run(dir, out);
        assertThat(result.learning().accuracyAfter()).isGreaterThan(0.9);
        assertThat(result.failures()).isEmpty();
        assertThat(printed.toString(UTF_8).lines())
                .hasSize(2)
                .allMatch(line -> line.startsWith("Slowest of 40 steps: ProfilerStep#1"));
    }

    @Test
    void lesson07_run_numbersOperationsAsTheTraceDoes() throws Exception {
        LessonResult result = Lesson07ExecutionTrace.run(dir, out);
        assertThat(result.failures()).isEmpty();
        JsonNode graph;
        try (InputStream in = new GZIPInputStream(Files.newInputStream(dir.resolve("graphs/graph.json.gz")))) {
            graph = new ObjectMapper().readTree(in);
        }
        Set<Long> inGraph = new TreeSet<>();
        for (JsonNode node : graph.get("nodes")) {
            if (node.get("name").asText().equals("aten::conv2d")) {
                for (JsonNode attribute : node.get("attrs")) {
                    if (attribute.get("name").asText().equals("rf_id")) {
                        inGraph.add(attribute.get("value").asLong());
                    }
                }
            }
        }
        Path trace = result.files().stream()
                .filter(file -> file.toString().endsWith(".pt.trace.json.gz"))
                .findFirst()
                .orElseThrow();
        assertThat(inGraph).hasSize(6).isEqualTo(WrittenTrace.read(trace).recordFunctionIds("aten::conv2d"));
    }

    @Test
    void lesson08_run_showsWhatTheVirtualMachineCosts() throws Exception {
        LessonResult result = Lesson08WhatTheJvmCosts.run(dir, out);
        assertThat(result.learning().accuracyAfter()).isGreaterThan(0.9);
        assertThat(result.failures()).isEmpty();
        assertThat(printed.toString(UTF_8).split("Waits and activity of the virtual machine"))
                .hasSize(3)
                .satisfies(tables -> assertThat(List.of(tables).subList(1, 3))
                        .allSatisfy(table -> assertThat(table)
                                .containsPattern("\\d  Sleep\n")
                                .containsPattern("\\d  Monitor enter \\(Lesson08WhatTheJvmCosts\\$Losses\\)\n")
                                .containsPattern(" 2 .*\\(System\\.gc\\(\\)\\)\n")
                                .containsPattern("\\d  Reach safepoint\n")));
        assertThat(windows(result)).hasSize(2).allSatisfy(window -> {
            // From JDK 25 on the flight recorder tells how many samples of processor time it missed.
            assertThat(window.account().get("dropped").fieldNames())
                    .toIterable()
                    .isSubsetOf("activity source");
            assertThat(window.scopes()).isEqualTo(Map.of("wait for the rate limit", 10L, "train", 10L));
        });
    }

    @Test
    void lesson09_run_showsThePhasesOfTheTrainer() throws Exception {
        LessonResult result = Lesson09OneLine.run(dir, out);
        assertThat(result.learning().accuracyBefore()).isLessThan(0.3);
        assertThat(result.learning().accuracyAfter()).isGreaterThan(0.9);
        List<WrittenTrace> windows = windows(result);
        assertSteps(windows, 6, 15);
        assertThat(windows).allSatisfy(window -> {
            assertThat(window.scopes()).isEqualTo(Map.of("forward", 3L, "loss and backward", 3L, "metrics", 3L));
            assertThat(window.counters())
                    .isEqualTo(Map.of("loss", 3L, "Accuracy", 3L, "batch size", 3L, "samples/s", 3L, "epochs", 3L));
            assertThat(window.account().get("unfinished")).isEmpty();
            assertThat(window.account().get("anomalies")).isEmpty();
        });
    }

    @Test
    void lesson10_run_showsStepsPhasesModulesAndOperationsOfAProgramWithoutScopes() throws Exception {
        LessonResult result = Lesson10Agent.run(dir, out);
        assertThat(result.learning().accuracyBefore()).isLessThan(0.3);
        assertThat(result.learning().accuracyAfter()).isGreaterThan(0.9);
        assertThat(printed.toString(UTF_8).lines())
                .hasSize(3)
                .allMatch(line -> line.startsWith("step-profiler: "))
                .satisfies(lines -> assertThat(lines.get(1)).contains("160 steps, 2 windows of "))
                .satisfies(lines -> assertThat(lines.get(2)).contains("report " + dir.toRealPath()));
        List<WrittenTrace> windows = windows(result);
        assertSteps(windows, 102, 107);
        assertThat(windows).allSatisfy(window -> {
            assertThat(window.scopes())
                    .containsEntry("forward", 3L)
                    .containsEntry("loss", 3L)
                    .containsEntry("backward", 3L)
                    .containsEntry(operation(window, "aten::conv2d", "djl::convolution"), 6L)
                    .containsEntry(operation(window, "aten::addmm", "djl::linear"), 6L);
            // From JDK 25 on the flight recorder tells how many samples of processor time it missed.
            assertThat(window.account().get("dropped").fieldNames())
                    .toIterable()
                    .isSubsetOf("activity source");
            assertThat(window.account().get("unfinished")).isEmpty();
            assertThat(window.account().get("anomalies")).isEmpty();
        });
    }

    /** Name of an operation in the layer that reports it: that of PyTorch's own library where that could be asked. */
    private static String operation(WrittenTrace window, String fromLibrary, String woven) {
        return window.document().get("djl layer").asText().startsWith("native") ? fromLibrary : woven;
    }

    @Test
    void lesson21_withoutAGpu_saysSoAndShowsWhatIsMadeUp() throws IOException {
        LessonResult result = Lesson21Gpu.run(dir, out);
        assertSound(result);
        assertThat(windows(result)).hasSize(2);
        assertThat(printed.toString(UTF_8))
                .contains(
                        "GPUs: no CUDA driver is loaded in this process",
                        "sgemm (made up)",
                        "cudaLaunchKernel (made up)");
    }

    @Test
    void lesson01_secondRunInTheSameDirectory_reportsOnlyItsOwnFiles() throws IOException {
        List<Path> first = Lesson01PlainLoop.run(dir, out).files();
        // A trace for each window, and the step ledger.
        assertThat(Lesson01PlainLoop.run(dir, out).files()).hasSize(3).doesNotContainAnyElementsOf(first);
    }

    @Test
    void print_result_namesFilesAndSaysHowToOpenThem() throws IOException {
        LessonResult result = Lesson01PlainLoop.run(dir, out);
        printed.reset();
        result.print(out);
        assertThat(printed.toString(UTF_8))
                .contains("Test accuracy:  10.0 % before, 9")
                .contains("Loss:           2.303 in the first step, 0.")
                .contains(result.files().stream().map(Path::toString).toList())
                .contains("https://ui.perfetto.dev")
                .contains("pip install tensorboard torch_tb_profiler")
                .contains("tensorboard --logdir " + dir.toAbsolutePath())
                .doesNotContain("Went wrong");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "01"})
    void run_knownNumber_runsThatLessonWithItsArguments(String number) throws Exception {
        assertThat(Lessons.run(new String[] {number, dir.toString()}, out, err)).isZero();
        assertThat(dir).isDirectoryContaining("glob:**.pt.trace.json.gz");
        assertThat(printed.toString(UTF_8)).contains("Files written:");
        assertThat(complaints.toString(UTF_8)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "99", "001", "one"})
    void run_unknownNumber_saysInOneLineWhatExists(String number) throws Exception {
        assertThat(Lessons.run(new String[] {number}, out, err)).isEqualTo(2);
        assertThat(complaints.toString(UTF_8))
                .isEqualTo("No lesson '" + number
                        + "'; the lessons are 01, 02, 03, 04, 05, 06, 07, 08, 09, 10, 11, 12, 14, 15, 16, 17, 18, 20, 21, 22"
                        + System.lineSeparator());
    }

    @Test
    void run_noNumber_saysWhatExists() throws Exception {
        assertThat(Lessons.run(new String[0], out, err)).isEqualTo(2);
        assertThat(complaints.toString(UTF_8)).contains("01, 02, 03").hasLineCount(1);
    }

    @Test
    void lesson14_run_makesATraceOfItsLog() throws IOException {
        LessonResult result = Lesson14GivenTimes.run(dir, out);
        assertThat(result.learning().accuracyAfter()).isGreaterThan(0.8);
        assertThat(result.files())
                .extracting(file -> file.getFileName().toString())
                .containsExactly("given-times.json.gz", "given-times.pftrace", "training.csv");
        assertThat(printed.toString(UTF_8)).contains("forward", "backward");
        WrittenTrace written = WrittenTrace.read(result.files().get(0));
        assertThat(written.steps()).hasSize(Lesson14GivenTimes.STEPS);
        assertThat(written.scopes())
                .containsEntry("forward", (long) Lesson14GivenTimes.STEPS)
                .containsEntry("backward", (long) Lesson14GivenTimes.STEPS);
    }

    @Test
    void lesson12_run_recordsTheWholeTrainingAndTheStepsBeforeItWentWrong() throws IOException {
        LessonResult result = Lesson12LongRuns.run(dir, out);
        assertThat(result.failures()).isEmpty();
        assertThat(result.learning().accuracyAfter()).isGreaterThan(0.9);
        assertThat(result.files())
                .extracting(file -> file.getFileName().toString())
                .containsExactly("all.json.gz", "all.pftrace", "went-wrong.json.gz");
        long scopes = 2L * Lesson12LongRuns.PARTS * Lesson12LongRuns.STEPS;
        assertThat(printed.toString(UTF_8))
                .contains((scopes + Lesson12LongRuns.STEPS) + " written + 0 dropped")
                .contains("100.0 %")
                .containsPattern("Delivered because loss is (NaN|Infinity): steps \\d+ to 20\\d");
        WrittenTrace all = WrittenTrace.read(result.files().get(0));
        assertThat(all.steps()).hasSize(Lesson12LongRuns.STEPS);
        assertThat(all.scopes().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(scopes);
    }

    @Test
    void lesson16_run_measuresAllVariantsAndFindsThemAgain() {
        Lesson16Tuning.Tuned tuned = Lesson16Tuning.run(dir, out);
        for (TuningResult result : List.of(tuned.product(), tuned.batch())) {
            assertThat(result.warnings()).isEmpty();
            assertThat(result.timedBy()).isEqualTo(TimedBy.PROFILE);
            assertThat(result.variants()).allMatch(variant -> variant.calls() == 20);
            assertThat(result.differences()).hasSize(3);
            assertThat(result.cached()).isFalse();
        }
        assertThat(tuned.product().variants()).extracting(VariantTimes::id).containsExactly("8", "16", "32", "160");
        assertThat(printed.toString(UTF_8)).contains("product of matrices: ", "product of a batch: ", "times: profile");
        Lesson16Tuning.Tuned again = Lesson16Tuning.run(dir, out);
        assertThat(again.product().cached()).isTrue();
        assertThat(again.batch().variants()).isEqualTo(tuned.batch().variants());
    }

    @Test
    void lesson18_run_printsProfilesWhoseTimesAddUp() throws Exception {
        LessonResult result = Lesson18FunctionProfiles.run(dir, out);
        assertThat(result.failures()).isEmpty();
        assertThat(result.learning().accuracyAfter()).isGreaterThan(0.9);
        assertThat(printed.toString(UTF_8))
                .contains("Message: train", "Message: predict", "Message: Sum of all(2) printed profiles");
        assertThat(result.files()).hasSize(1);
        FunctionProfiles saved =
                FunctionProfiles.parseFrom(Files.readAllBytes(result.files().get(0)));
        FunctionProfile train = saved.function("train").orElseThrow();
        assertThat(train.calls().count()).isEqualTo(24);
        assertThat(saved.function("predict").orElseThrow().calls().count()).isEqualTo(6);
        assertThat(train.operationNanos() + train.betweenNanos() + train.aroundNanos())
                .isEqualTo(train.calls().nanos());
        assertThat(train.applies())
                .filteredOn(node -> node.path().equals(List.of("forward"))
                        && node.operation().name().equals("aten::conv2d"))
                .hasSize(2)
                .allSatisfy(node -> {
                    assertThat(node.calls()).isEqualTo(24);
                    assertThat(node.flopCalls()).isEqualTo(24);
                    assertThat(node.operation().signature().inputs()).isNotEmpty();
                });
        assertThat(train.applies())
                .extracting(node -> node.path().isEmpty() ? "" : node.path().get(0))
                .contains("forward", "backward", "update");
        assertThat(saved.sum("all").calls().nanos())
                .isEqualTo(train.calls().nanos()
                        + saved.function("predict").orElseThrow().calls().nanos());
    }

    @Test
    void lesson20_run_capturesStepsOfTheRunningTraining() throws IOException {
        Lesson20Capture.Captured result = Lesson20Capture.run(dir, out);
        assertThat(result.accuracy()).isGreaterThan(0.9);
        WrittenTrace written = WrittenTrace.read(result.captured().file());
        assertThat(written.scopes())
                .containsEntry("forward", 3L)
                .containsEntry("backward", 3L)
                .containsEntry("optimizer", 3L);
        assertThat(written.steps()).hasSize(Lesson20Capture.CAPTURED);
        assertThat(result.captured().bytes())
                .isEqualTo(Files.size(result.captured().file()));
    }

    @Tag("long")
    @Test
    void lesson22_withASlowLoader_namesTheRankAndTheCause() throws Exception {
        Lesson22SlowRank.Compared result = Lesson22SlowRank.run(dir, out, RankFault.LOADER);
        assertThat(result.accuracyAfter()).isGreaterThan(0.9);
        assertThat(result.report().comparison().extent().ranks()).isEqualTo(RankTraining.RANKS);
        assertThat(result.report().comparison().extent().steps()).isEqualTo(RankTraining.STEPS);
        assertThat(result.report().waits()).isPresent();
        assertThat(result.report().comparison().stragglers()).hasSize(1).first().satisfies(slow -> {
            assertThat(slow.ranks()).containsExactly(Lesson22SlowRank.SLOW);
            assertThat(slow.cause()).isEqualTo(ExcessCause.INPUT);
            assertThat(slow.isWarning()).isTrue();
        });
        result.print(out);
        assertThat(printed.toString(UTF_8)).contains("SLOW RANK: rank 2 takes", "cause: waits for batches");
    }

    /** Assertions on every lesson: it learnt, printed a table and wrote a file for both windows, and lost nothing. */
    private void assertSound(LessonResult result) {
        assertThat(result.learning().accuracyBefore()).isLessThan(0.3);
        assertThat(result.learning().accuracyAfter()).isGreaterThan(0.9);
        assertThat(result.learning().lastLoss()).isLessThan(result.learning().firstLoss() / 2);
        assertThat(result.failures()).isEmpty();
        assertThat(STEP_ROW.matcher(printed.toString(UTF_8)).results()).hasSize(2);
        assertThat(result.files())
                .allSatisfy(file -> assertThat(file).isAbsolute().isRegularFile());
        assertThat(windows(result)).hasSize(2);
        assertThat(windows(result)).allSatisfy(window -> {
            assertThat(window.account().get("dropped")).isEmpty();
            assertThat(window.account().get("begun").asLong()).isPositive();
            assertThat(window.account().get("partial").asBoolean()).isFalse();
        });
    }

    /** Each window has three steps, from these on. */
    private static void assertSteps(List<WrittenTrace> windows, int... first) {
        for (int window = 0; window < first.length; window++) {
            assertThat(windows.get(window).steps())
                    .containsExactlyElementsOf(Stream.iterate(first[window], step -> step + 1)
                            .limit(3)
                            .map(step -> "ProfilerStep#" + step)
                            .toList());
        }
    }

    private static List<WrittenTrace> windows(LessonResult result) {
        return result.files().stream()
                .filter(file -> file.toString().endsWith(".json.gz"))
                .map(WrittenTrace::read)
                .toList();
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    private static boolean isInside(ProfileEvent event, ProfileEvent step) {
        return step.startPicos() <= event.startPicos() && event.endPicos() <= step.endPicos();
    }

    @Test
    void lesson15_run_writesASessionWithItsStepsAndOperations() throws Exception {
        LessonResult result = Lesson15XProf.run(dir, out);
        assertThat(result.failures()).isEmpty();
        assertThat(result.learning().accuracyAfter()).isGreaterThan(0.9);
        assertThat(printed.toString(UTF_8)).contains("xprof " + result.directory());
        assertThat(result.files()).anyMatch(file -> file.endsWith("memory.pb.gz"));
        Path xspace = result.files().stream()
                .filter(file -> file.toString().endsWith(".xplane.pb"))
                .findFirst()
                .orElseThrow();
        try (ProfileData data = ProfileData.from(xspace)) {
            List<ProfileEvent> events = data.findPlaneWithName("/host:CPU").orElseThrow().lines().stream()
                    .flatMap(line -> line.events())
                    .toList();
            List<ProfileEvent> steps = events.stream()
                    .filter(event -> event.stat("_r").isPresent())
                    .toList();
            assertThat(steps)
                    .extracting(event -> event.stat("step_num").orElseThrow().value())
                    .containsExactlyElementsOf(IntStream.range(0, Lesson15XProf.COUNT)
                            .mapToObj(i -> (long) Lesson15XProf.FIRST + i)
                            .toList());
            for (String part : List.of("forward", "backward", "update", "IteratorGetNext", "aten::conv2d")) {
                assertThat(steps)
                        .as(part)
                        .allMatch(step -> events.stream()
                                .anyMatch(event -> isInside(event, step)
                                        && (event.name().contains(part)
                                                || event.metadata()
                                                        .displayName()
                                                        .contains(part))));
            }
            assertThat(events).anyMatch(event -> event.name().equals("MemoryAllocation"));
        }
    }

    @Test
    void lesson17_run_printsStatisticsAndWritesATrace() throws Exception {
        LessonResult result = Lesson17Mxnet.run(dir, out);
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
