package io.stepprofiler.mxnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.Counter;
import io.stepprofiler.Memory;
import io.stepprofiler.ModuleScope;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("try") // The variables are there to be closed.
class ControlTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    private Path directory;

    private Path file;
    private Control control;

    @BeforeEach
    void begin() {
        file = directory.resolve("profile.json");
        control = new Control(config().build());
    }

    @AfterEach
    void nothingIsLeftRunning() {
        control.run(Command.EXIT);
        Profile.builder().start().close();
    }

    private ProfilerConfig.Builder config() {
        return ProfilerConfig.builder()
                .filename(file)
                .gpuMemoryProfileFilenamePrefix(directory.resolve("memory").toString())
                .continuousDump(false)
                .profile(ProfileCategory.API, false);
    }

    private static JsonNode read(Path file) {
        try {
            return MAPPER.readTree(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> names(JsonNode trace) {
        List<String> names = new ArrayList<>();
        trace.get("traceEvents").forEach(event -> {
            // Three lines of each file are of viewers' own processes.
            if (!event.get("ph").asText().equals("M") && !event.get("pid").isTextual()) {
                names.add(event.get("name").asText());
            }
        });
        return names;
    }

    private List<String> names() {
        return names(read(file));
    }

    private static long total(JsonNode counts) {
        long total = 0;
        for (JsonNode count : counts) {
            total += count.asLong();
        }
        return total;
    }

    private static void mark(String name) {
        Scope.open(name).close();
    }

    @Test
    void runWithoutConfiguration_dumped_isACompleteTrace() throws IOException {
        control.run(Command.RUN);
        mark("one");
        control.run(Command.FINISH);
        assertThat(names()).containsExactly("one");
        Trace trace = Traces.open(file, ImportOptions.DEFAULT).trace();
        assertThat(trace.events().get(0).name()).isEqualTo("one");
        assertThat(trace.metadata().get("step-profiler mxnet").text()).startsWith("Java ");
        assertThat(control.failures()).isEmpty();
    }

    @Test
    void dump_beforeAnyRun_isRefusedAndWritesNothing() {
        for (Command dump : List.of(Command.DUMP, Command.FINISH)) {
            assertThatThrownBy(() -> control.run(dump))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("Profiler hasn't been run. Config and start profiler first");
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void dump_whenFinished_leavesTheFileAsItIs() throws IOException {
        control.run(Command.RUN);
        mark("one");
        control.run(Command.FINISH);
        byte[] before = Files.readAllBytes(file);
        control.run(Command.FINISH);
        control.run(Command.DUMP);
        assertThat(file).hasBinaryContent(before);
    }

    @Test
    void twoRuns_inOneTrace_areBothInTheFile() {
        control.run(Command.RUN);
        mark("one");
        control.run(Command.STOP);
        mark("between");
        control.run(Command.RUN);
        mark("two");
        control.run(Command.STOP);
        control.run(Command.FINISH);
        assertThat(names()).containsExactly("one", "two");
    }

    @Test
    void secondCycle_afterAFinishedDump_isAWholeTraceOfItsOwn() {
        for (String name : List.of("one", "two")) {
            control.run(Command.RUN);
            mark(name);
            control.run(Command.STOP);
            control.run(Command.FINISH);
            assertThat(names()).containsExactly(name);
            assertThat(read(file).get("traceEvents").get(0).get("name").asText())
                    .isEqualTo("process_name");
        }
    }

    @Test
    void secondCycle_ofContinuousDumps_isAWholeTraceOfItsOwn() {
        for (String name : List.of("one", "two")) {
            control.configure(config().continuousDump(true)
                    .dumpPeriod(Duration.ofMillis(1))
                    .build());
            assertThat(file).doesNotExist();
            control.run(Command.RUN);
            mark(name);
            await().until(() -> Files.exists(file) && names().contains(name));
            control.run(Command.STOP);
            control.run(Command.FINISH);
            assertThat(names()).containsExactly(name);
        }
        control.run(Command.RUN);
        control.run(Command.FINISH);
        assertThat(names()).isEmpty();
    }

    @Test
    void dump_notFinished_isValidAndProfilingGoesOn() {
        control.run(Command.RUN);
        mark("one");
        control.run(Command.DUMP);
        assertThat(names()).containsExactly("one");
        mark("two");
        control.run(Command.DUMP);
        assertThat(names()).containsExactly("one", "two");
        assertThat(read(file).at("/stepProfiler/partial").asBoolean()).isTrue();
        control.run(Command.FINISH);
        assertThat(names()).containsExactly("one", "two");
        assertThat(read(file).at("/stepProfiler/partial").asBoolean()).isFalse();
    }

    @Test
    void openScope_inADumpThatIsNotFinished_isShownAsFarAsItGoes() {
        control.run(Command.RUN);
        try (Scope ignored = Scope.open("epoch")) {
            control.run(Command.DUMP);
            assertThat(names()).containsExactly("epoch");
            assertThat(total(read(file).get("stepProfiler").get("unfinished"))).isEqualTo(1);
        }
        control.run(Command.FINISH);
        JsonNode account = read(file).get("stepProfiler");
        assertThat(names()).containsExactly("epoch");
        assertThat(total(account.get("unfinished"))).isZero();
        assertThat(account.get("written").asInt()).isEqualTo(1);
    }

    @Test
    void configurationInAPause_profilesNothingMeanwhile() throws InterruptedException {
        control.run(Command.RUN);
        control.run(Command.PAUSE);
        AtomicBoolean stop = new AtomicBoolean();
        Thread thread = new Thread(() -> {
            while (!stop.get()) {
                mark("in the pause");
            }
        });
        thread.start();
        for (int i = 0; i < 5; i++) {
            control.configure(config().build());
        }
        stop.set(true);
        thread.join();
        control.run(Command.RESUME);
        mark("after it");
        control.run(Command.FINISH);
        assertThat(names()).containsExactly("after it");
    }

    @Test
    void configurationInAPause_thatCannotStart_leavesNoPauseToTheNextRun() {
        control.run(Command.RUN);
        control.run(Command.PAUSE);
        ActivitySource broken = new ActivitySource() {
            @Override
            public boolean collectsWhileOpen() {
                return true;
            }

            @Override
            public Activity activity() {
                throw new IllegalStateException("broken");
            }

            @Override
            public ActivityRecording start(RecordingOptions options) {
                throw new IllegalStateException("broken");
            }
        };
        assertThatThrownBy(() -> control.configure(config().source(broken).build()))
                .hasMessage("broken");
        assertThat(control.phase()).isEqualTo(ProfilerPhase.STOPPED);
        control.configure(config().build());
        control.run(Command.RUN);
        mark("after it");
        control.run(Command.FINISH);
        assertThat(names()).containsExactly("after it");
    }

    @Test
    void finishedDump_stopsRecording() {
        control.run(Command.RUN);
        control.run(Command.FINISH);
        assertThat(Scope.isRecording()).isFalse();
        assertThat(control.phase()).isEqualTo(ProfilerPhase.FINISHED);
    }

    @Test
    void pause_leavesOutWhatBeginsInIt() {
        control.run(Command.RUN);
        mark("before");
        Scope across = Scope.open("across");
        control.run(Command.PAUSE);
        control.run(Command.PAUSE);
        mark("meanwhile");
        Counter.of("count").record(1);
        across.close();
        Scope inside = Scope.open("begun meanwhile");
        control.run(Command.RESUME);
        inside.close();
        mark("after");
        control.run(Command.FINISH);
        assertThat(names()).containsExactlyInAnyOrder("before", "across", "after");
    }

    @Test
    void run_inAPause_endsIt() {
        control.run(Command.RUN);
        control.run(Command.PAUSE);
        control.run(Command.RUN);
        mark("after");
        control.run(Command.FINISH);
        assertThat(names()).containsExactly("after");
    }

    @Test
    void resume_afterStop_recordsNothing() {
        control.run(Command.RUN);
        control.run(Command.STOP);
        control.run(Command.RESUME);
        mark("stopped");
        control.run(Command.FINISH);
        assertThat(names()).isEmpty();
    }

    @Test
    void otherFile_inTheMiddle_leavesTwoCompleteTraces() {
        control.run(Command.RUN);
        mark("one");
        Path other = directory.resolve("other.json");
        control.configure(config().filename(other).build());
        mark("two");
        control.run(Command.FINISH);
        assertThat(names()).containsExactly("one");
        assertThat(names(read(other))).containsExactly("two");
        assertThat(read(other).get("traceEvents").get(0).get("name").asText()).isEqualTo("process_name");
    }

    @Test
    void sameFile_configuredInTheMiddle_goesOn() {
        control.run(Command.RUN);
        mark("one");
        control.run(Command.PAUSE);
        control.configure(config().profile(ProfileCategory.SYMBOLIC, false).build());
        mark("paused");
        control.run(Command.RESUME);
        mark("two");
        ModuleScope.open("layer").close();
        control.run(Command.FINISH);
        assertThat(names()).containsExactly("one", "two");
    }

    @Test
    void configuration_removesAnOldFileAtOnce() throws IOException {
        Files.writeString(file, "old");
        Files.writeString(directory.resolve("profile.2.json"), "old");
        Files.writeString(directory.resolve("profile.4.json"), "not ours");
        control.configure(config().build());
        assertThat(file).doesNotExist();
        assertThat(directory.resolve("profile.2.json")).doesNotExist();
        assertThat(directory.resolve("profile.4.json")).exists();
    }

    @Test
    void configuration_ofADirectoryThatCannotBe_isRefusedAndNothingChanges() throws IOException {
        Path inTheWay = Files.writeString(directory.resolve("file"), "");
        control.run(Command.RUN);
        assertThatThrownBy(() -> control.configure(
                        config().filename(inTheWay.resolve("profile.json")).build()))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContainingAll("filename = ", "is not allowed");
        mark("one");
        control.run(Command.FINISH);
        assertThat(names()).containsExactly("one");
    }

    @Test
    void run_besideAnotherProfile_isRefusedAndLeavesNothing() {
        try (Profile other = Profile.builder().start()) {
            assertThatThrownBy(() -> control.run(Command.RUN)).isInstanceOf(IllegalStateException.class);
        }
        assertThat(directory).isEmptyDirectory();
        assertThat(control.phase()).isEqualTo(ProfilerPhase.NEW);
        control.run(Command.RUN);
        control.run(Command.FINISH);
        assertThat(names()).isEmpty();
    }

    @Test
    void continuousDump_isValidAtAnyInstant() throws Exception {
        control.configure(config().continuousDump(true)
                .dumpPeriod(Duration.ofMillis(1))
                .maxFileBytes(ProfilerConfig.MAX_FILE_BYTES)
                .build());
        control.run(Command.RUN);
        CountDownLatch done = new CountDownLatch(1);
        List<Integer> sizes = new ArrayList<>();
        List<Throwable> wrong = new ArrayList<>();
        Thread reader = new Thread(() -> {
            while (done.getCount() > 0) {
                try {
                    sizes.add(names().size());
                } catch (UncheckedIOException e) {
                    if (!(e.getCause() instanceof NoSuchFileException) || !sizes.isEmpty()) {
                        wrong.add(e);
                    }
                }
            }
        });
        reader.start();
        try (Scope epoch = Scope.open("epoch")) {
            await().until(() -> {
                for (int i = 0; i < 100; i++) {
                    mark("step " + i);
                }
                return sizes.size() > 100 && names().size() > 2000;
            });
        }
        done.countDown();
        reader.join(TimeUnit.SECONDS.toMillis(30));
        assertThat(wrong).isEmpty();
        assertThat(sizes).isSorted();
        control.run(Command.FINISH);
        assertThat(control.failures()).isEmpty();
        assertThat(names()).contains("epoch");
        assertThat(directory.toFile().list()).allMatch(name -> !name.endsWith(".tmp"));
    }

    @Test
    void continuousDump_switchedOff_ends() {
        control.configure(
                config().continuousDump(true).dumpPeriod(Duration.ofMillis(1)).build());
        control.run(Command.RUN);
        mark("one");
        await().until(() -> Files.exists(file) && names().contains("one"));
        control.configure(config().continuousDump(false).build());
        mark("two");
        await().during(Duration.ofMillis(200)).until(() -> !names().contains("two"));
        control.run(Command.FINISH);
        assertThat(names()).containsExactly("one", "two");
    }

    @Test
    void longTrace_goesOnInAnotherFile() {
        control.configure(config().maxFileBytes(1 << 16).build());
        control.run(Command.RUN);
        for (int dump = 0; dump < 3; dump++) {
            for (int i = 0; i < 1000; i++) {
                mark("step");
            }
            control.run(Command.DUMP);
        }
        control.run(Command.FINISH);
        List<String> all = new ArrayList<>(names());
        for (int part = 2; Files.exists(TraceFiles.file(file, part)); part++) {
            JsonNode next = read(TraceFiles.file(file, part));
            assertThat(next.get("traceEvents").get(0).get("name").asText()).isEqualTo("process_name");
            all.addAll(names(next));
        }
        assertThat(TraceFiles.file(file, 2)).exists();
        assertThat(all).hasSize(3000);
    }

    @Test
    void scopeAcrossTheEndOfAFile_isInTheStatisticsOnce() {
        control.configure(config().maxFileBytes(1 << 16).aggregateStats(true).build());
        control.run(Command.RUN);
        Event epoch = Event.of("epoch");
        epoch.start();
        try (MemoryScope ignored = Profiler.scope("scope");
                Scope foreign = Scope.open("other scope")) {
            for (int dump = 0; dump < 3; dump++) {
                for (int i = 0; i < 1000; i++) {
                    mark("step");
                }
                control.run(Command.DUMP);
            }
            assertThat(TraceFiles.file(file, 2)).exists();
            assertThat(json()).doesNotContain("epoch", "scope");
        }
        epoch.stop();
        assertThat(json()).contains("\"scope:\":{\"Count\":1,").doesNotContain("other scope");
        assertThat(json()).contains("\"epoch\":{\"Count\":1,");
        assertThat(json()).contains("\"epoch\":{\"Count\":1,");
        control.run(Command.FINISH);
        assertThat(json()).contains("\"epoch\":{\"Count\":1,", "\"step\":{\"Count\":3000,");
    }

    private String json() {
        return control.dumps(DumpsOptions.JSON);
    }

    @Test
    void account_ofTheFile_addsUp() {
        control.run(Command.RUN);
        for (int i = 0; i < 1000; i++) {
            mark("step");
            Counter.of("loss").record(i);
            Memory.allocated(i, 8);
        }
        control.run(Command.PAUSE);
        Memory.allocated(5000, 8);
        control.run(Command.RESUME);
        Scope forgotten = Scope.open("forgotten");
        control.run(Command.FINISH);
        forgotten.close();
        JsonNode account = read(file).get("stepProfiler");
        assertThat(account.get("begun").asLong()).isEqualTo(3001);
        assertThat(account.get("written").asLong()).isEqualTo(3000);
        assertThat(read(file).get("notProfiled").asLong()).isEqualTo(1);
        assertThat(total(account.get("unfinished"))).isEqualTo(1);
        assertThat(account.get("dropped")).isEmpty();
    }

    @Test
    void account_ofFiguresThatAreNoNumbers_saysThatTheyAreNotWritten() {
        control.run(Command.RUN);
        for (double figure : new double[] {1, Double.NaN, Double.POSITIVE_INFINITY, 2}) {
            Counter.of("loss").record(figure);
        }
        control.run(Command.FINISH);
        assertThat(names()).containsExactly("loss", "loss");
        JsonNode account = read(file).get("stepProfiler");
        assertThat(account.get("begun").asLong()).isEqualTo(4);
        assertThat(account.get("counterSamplesNotDrawable").asLong()).isEqualTo(2);
    }

    @Test
    void phase_afterAFailureThatLeftNeitherAProfileNorATrace_isFinished() {
        Control fresh = new Control(config().build());
        assertThat(fresh.phaseAfterFailure(ProfilerPhase.RUNNING)).isEqualTo(ProfilerPhase.FINISHED);
        assertThat(fresh.phaseAfterFailure(ProfilerPhase.STOPPED)).isEqualTo(ProfilerPhase.FINISHED);
        assertThat(fresh.phaseAfterFailure(ProfilerPhase.NEW)).isEqualTo(ProfilerPhase.NEW);
    }

    @Test
    void lines_ofEvents_haveThePidOfTheProcessAndNamedThreads() {
        control.run(Command.RUN);
        mark("one");
        control.run(Command.FINISH);
        JsonNode events = read(file).get("traceEvents");
        assertThat(events)
                .filteredOn(event -> !event.get("pid").isTextual())
                .allMatch(event ->
                        event.get("pid").asLong() == ProcessHandle.current().pid());
        assertThat(events)
                .anyMatch(event -> event.get("name").asText().equals("thread_name")
                        && event.get("args")
                                .get("name")
                                .asText()
                                .equals(Thread.currentThread().getName()));
    }

    @Test
    void fileThatCannotBeWritten_isToldAndStatisticsGoOn() throws IOException {
        control.configure(config().aggregateStats(true).build());
        control.run(Command.RUN);
        mark("one");
        Files.createDirectories(file.resolve("in the way"));
        control.run(Command.FINISH);
        assertThat(control.failures()).anyMatch(failure -> failure.message().contains(file.toString()));
        assertThat(control.dumps(DumpsOptions.TABLE)).contains("one");
        assertThat(control.phase()).isEqualTo(ProfilerPhase.FINISHED);
    }

    @Test
    void exit_finishesTheTrace() {
        control.run(Command.RUN);
        mark("one");
        control.run(Command.EXIT);
        assertThat(names()).containsExactly("one");
    }
}
