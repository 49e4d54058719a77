package io.stepprofiler.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.common.KeyValue;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.Observation;
import io.stepprofiler.Profile;
import io.stepprofiler.child.OwnProcess;
import io.stepprofiler.examples.AgentProcess.Result;
import io.stepprofiler.examples.program.DjlTraining;
import io.stepprofiler.examples.program.MeteredTraining;
import io.stepprofiler.examples.program.NoTraining;
import io.stepprofiler.examples.program.PhasedTraining;
import io.stepprofiler.examples.program.PlainTraining;
import io.stepprofiler.examples.program.ScopedTraining;
import io.stepprofiler.micrometer.StepMetrics;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.schedule.Warmth;
import io.stepprofiler.trace.Remarks;
import io.stepprofiler.trace.Trace;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that know nothing of the agent, under the agent. */
class AgentProgramsTest {
    private static final String PROGRAM = PlainTraining.class.getName();
    private static final String STEP = "step=" + PROGRAM + ".trainBatch";

    @TempDir
    private Path dir;

    @Test
    void ownLoop_withStepAndMethods_writesEachWindowAndOneReport() throws Exception {
        Result result = process()
                .agentWithReport(STEP + ",repeat=2,methods=" + PROGRAM + ".*ward")
                .run(PlainTraining.class);
        assertThat(result.status()).isZero();
        assertThat(result.out()).hasSize(1).allMatch(line -> line.startsWith("trained "));
        List<WrittenTrace> windows = result.windows();
        assertThat(windows)
                .extracting(WrittenTrace::steps)
                .containsExactly(
                        List.of("ProfilerStep#2", "ProfilerStep#3", "ProfilerStep#4"),
                        List.of("ProfilerStep#7", "ProfilerStep#8", "ProfilerStep#9"));
        assertThat(windows).allSatisfy(window -> {
            assertThat(window.scopes()).isEqualTo(Map.of("PlainTraining.forward", 3L, "PlainTraining.backward", 3L));
            assertThat(window.account().get("dropped")).isEmpty();
            assertThat(window.account().get("unfinished")).isEmpty();
            assertThat(window.account().get("partial").asBoolean()).isFalse();
            assertThat(window.document().get("step-profiler agent").asText())
                    .startsWith("wove step 1 class, methods 1 class");
        });
        try (Stream<Path> files = Files.list(dir.resolve("log"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".html")))
                    .singleElement()
                    .satisfies(report -> assertThat(Files.readString(report))
                            .contains("\"numbers\":[2,3,4]", "\"numbers\":[7,8,9]")
                            .doesNotContainPattern("(src|href|url\\()\\W*https?:"));
        }
        assertThat(result.said().get(1)).contains(" 2 windows of ").contains(" in 3 files in ");
    }

    @Test
    void ownLoop_saysWhatItDoesThenWhatItWroteThenTheVerdict() throws Exception {
        Result result = process().agentWithReport(STEP + ",skipFirst=1").run(PlainTraining.class);
        assertThat(result.err()).hasSize(3).isEqualTo(result.said());
        assertThat(result.said().get(0))
                .startsWith("step-profiler: profiling, skipFirst=1 wait=1 warmup=1 active=3 repeat=1; files in "
                        + dir.toRealPath().resolve("log") + "; weaves step, ");
        assertThat(result.said().get(1))
                .matches(
                        "step-profiler: 12 steps, 1 window of \\d+ events, 0 dropped, in 2 files in .*; wove step 1 class.*");
        assertThat(result.said().get(2))
                .matches("step-profiler: report " + dir.toRealPath()
                        + "/log/report\\.\\d+\\.html: (Disturbed: .*)?[^a-z:]+: .+");
    }

    /** A program that Java compiles as it starts it, with an annotation of its own. */
    @ParameterizedTest
    @ValueSource(strings = {"auto", "@Step"})
    @Tag("long")
    void sourceFile_withoutTheNameOfAMethod_hasTheStepsOfItsLoop(String step) throws Exception {
        Path program = Files.writeString(dir.resolve("Train.java"), """
                import java.io.File;
                final class Train {
                    @interface Step {}
                    public static void main(String[] args) throws Exception {
                        for (int step = 0; step < 6_000 && !hasWindow(); step++) {
                            trainBatch();
                        }
                    }
                    private static boolean hasWindow() {
                        String[] files = new File("log").list();
                        return files != null && files.length > 1;
                    }
                    @Step
                    private static void trainBatch() throws InterruptedException {
                        Thread.sleep(5);
                    }
                }
                """);
        String agent = "-javaagent:" + AgentProcess.JAR + "=jvm=counters,format=tensorboard,wait=1,step=" + step;
        Result result = process().run(OwnProcess.java(List.of(agent, program.toString())));
        assertThat(result.status()).isZero();
        assertThat(result.windows()).singleElement().satisfies(window -> {
            assertThat(window.steps()).hasSize(3);
            assertThat(window.document().get("step-profiler step methods").asText())
                    .isEqualTo("Train.trainBatch");
        });
    }

    @Test
    void metrics_ofTheProgram_haveTheStepsOfTheAgent() throws Exception {
        Result result = process()
                .agent(STEP)
                .classes(
                        AgentProcess.locationOf(StepMetrics.class),
                        AgentProcess.locationOf(MeterRegistry.class),
                        AgentProcess.locationOf(KeyValue.class),
                        AgentProcess.locationOf(Observation.class))
                .run(MeteredTraining.class);
        assertThat(result.status()).isZero();
        assertThat(result.out()).hasSize(2).contains("metered 12.0");
    }

    @Test
    void shortLoop_withTheDefaultSchedule_hasAColdWindowThatSaysSo() throws Exception {
        Result result = process().agent(STEP).run(PlainTraining.class);
        assertThat(result.said().get(0)).contains("profiling, auto: windows when the step time is steady; files in ");
        assertThat(result.windows()).singleElement().satisfies(window -> {
            assertThat(window.steps()).startsWith("ProfilerStep#2", "ProfilerStep#3", "ProfilerStep#4");
            assertThat(window.document().get(Remarks.NOT_WARM).asText()).isEqualTo(Warmth.COLD.reason());
        });
    }

    @Test
    void ownLoop_withStepAlone_hasItsPhasesByNameButNoFrequentCalls() throws Exception {
        Result result = process()
                .agent("step=" + PhasedTraining.class.getName() + ".iteration,skipFirst=60")
                .run(PhasedTraining.class);
        assertThat(result.out()).containsExactly("trained true");
        assertThat(result.windows())
                .singleElement()
                .satisfies(window -> assertThat(window.scopes())
                        .isEqualTo(Map.of("PhasedTraining.Net.forward", 3L, "PhasedTraining.Net.backward", 3L)));
        assertThat(result.said())
                .contains("step-profiler: phases of PhasedTraining.iteration: PhasedTraining.Net.forward,"
                        + " PhasedTraining.Net.backward, without PhasedTraining.Net.tiny (called too often);"
                        + " phases=off leaves them out");
    }

    @Test
    void ownLoop_withPhasesOff_hasNoScopes() throws Exception {
        Result result = process()
                .agent("step=" + PhasedTraining.class.getName() + ".iteration,phases=off")
                .run(PhasedTraining.class);
        assertThat(result.windows())
                .singleElement()
                .satisfies(window -> assertThat(window.scopes()).isEmpty());
        assertThat(result.said()).noneMatch(line -> line.contains("phases of"));
    }

    @Test
    void ownLoop_whileQuiet_hasNothingOnStandardError() throws Exception {
        Result result = process().agent(STEP + ",log=quiet").run(PlainTraining.class);
        assertThat(result.err()).isEmpty();
        assertThat(result.windows()).hasSize(1);
    }

    @Test
    void wrongOption_isOneLineAndTheProgramRunsOn() throws Exception {
        String option = "format=memory,stack=false";
        Result result = process().agent(STEP + "," + option).run(PlainTraining.class, "exit");
        assertThat(result.status()).isEqualTo(3);
        assertThat(result.err())
                .singleElement()
                .asString()
                .startsWith("step-profiler: ")
                .contains(option.substring(0, option.indexOf('=')))
                .endsWith("; the program runs unprofiled");
        assertThat(result.windows()).isEmpty();
    }

    /** Also with standard error locked. */
    @ParameterizedTest
    @ValueSource(strings = {"exit", "hold"})
    void exit_inTheMiddleOfAWindow_keepsItsStatusAndThePartialWindow(String how) throws Exception {
        Result result = process().agent(STEP).run(PlainTraining.class, how);
        assertThat(result.status()).isEqualTo(3);
        assertThat(result.windows()).singleElement().satisfies(window -> {
            assertThat(window.steps()).containsExactly("ProfilerStep#2", "ProfilerStep#3");
            assertThat(window.account().get("partial").asBoolean()).isTrue();
        });
    }

    @Test
    void exit_beforeTheFirstStepOfAWindowHasEnded_writesNoFileAndSaysSo() throws Exception {
        Result result = process().agent(STEP + ",skipFirst=2").run(PlainTraining.class, "exit");
        assertThat(result.windows()).isEmpty();
        assertThat(result.said())
                .anyMatch(line -> line.contains("0 windows of 0 events, 0 dropped, in 0 files"))
                .anyMatch(line -> line.contains("has recorded no step to its end: 4 steps seen"));
    }

    @Test
    void memoryTimeline_ofAProgramThatReportsNoMemory_isNotCounted() throws Exception {
        Result result = process().agent(STEP + ",format=memory").run(PlainTraining.class);
        assertThat(result.said())
                .last()
                .asString()
                .contains(", in 0 files in ")
                .endsWith("; no memory was reported in 1 window");
    }

    @Test
    void table_ofAnOwnLoop_fitsIntoATerminalAndSaysWhichStepTookLongest() throws Exception {
        Result result = process()
                .agentWithFlightRecorder(STEP + ",format=table,wait=1,methods=" + PROGRAM + ".*ward")
                .run(PlainTraining.class);
        assertThat(result.err())
                .filteredOn(line -> !line.startsWith("step-profiler: "))
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(120))
                .anyMatch(line -> line.matches("longest [\\d.]+ [mµ]s \\(step \\d\\), median [\\d.]+ [mµ]s.*"))
                .anyMatch(line -> line.contains("PlainTraining.forward"));
    }

    @Test
    void functions_ofAnUnchangedProgram_areInAFile() throws Exception {
        Result result = process()
                .agent(STEP + ",format=functions,methods=" + PROGRAM + ".*ward")
                .run(PlainTraining.class);
        assertThat(result.status()).isZero();
        assertThat(result.said()).anyMatch(line -> line.contains(" in 1 file in "));
        assertThat(dir.resolve("log/functions.txt")).content().contains(" calls to step: ", "PlainTraining.forward");
    }

    @Test
    void secondAgent_isToldAndIgnored() throws Exception {
        Result result = process().agent(STEP).agent("dir=elsewhere,active=1").run(PlainTraining.class);
        assertThat(result.windows()).hasSize(1);
        assertThat(dir.resolve("elsewhere")).doesNotExist();
        assertThat(result.said())
                .hasSize(3)
                .anyMatch(line -> line.startsWith("step-profiler: an agent is already loaded: profiling, ")
                        && line.contains("; these options are ignored:"
                                + " 'jvm=counters,format=tensorboard,dir=elsewhere,active=1'; 'stepprof detach "));
    }

    @Test
    void history_ofAProgramThatFails_isWrittenWithItsReason() throws Exception {
        Result result = process().agent(STEP + ",history=2").run(PlainTraining.class, "throw");
        assertThat(result.status()).isEqualTo(1);
        assertThat(result.said()).first().asString().contains("profiling, history=2 onSlowStep=0 onNotFinite=false;");
        assertThat(result.windows()).singleElement().satisfies(window -> {
            assertThat(window.steps()).containsExactly("ProfilerStep#2", "ProfilerStep#3");
            assertThat(window.document().get("snapshot").asText())
                    .isEqualTo("uncaught java.lang.IllegalStateException on thread main");
            assertThat(window.document().get("step-profiler agent").asText()).startsWith("wove step 1 class");
        });
    }

    /** The class path of the tests, without what is built here. */
    private static Path[] libraries() {
        return Arrays.stream(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                        .split(File.pathSeparator, -1))
                .filter(entry -> !entry.contains(File.separator + "target" + File.separator))
                .map(Path::of)
                .toArray(Path[]::new);
    }

    @Test
    void history_ofATrainingWithPyTorch_hasTheOperationsOfItsSteps() throws Exception {
        Result result = process()
                .classes(libraries())
                .jvm("--enable-native-access=ALL-UNNAMED")
                .agent("history=3")
                .run(DjlTraining.class, "throw");
        assertThat(result.status()).isEqualTo(1);
        assertThat(result.windows()).singleElement().satisfies(window -> {
            assertThat(window.steps()).startsWith("ProfilerStep#5", "ProfilerStep#6", "ProfilerStep#7");
            assertThat(window.scopes())
                    .containsEntry("forward", 3L)
                    .containsEntry("aten::addmm", 6L)
                    .containsEntry("AddmmBackward0", 6L);
            assertThat(window.counters()).containsKeys("loss", "jvm heap MiB");
            assertThat(window.document().get("djl layer").asText()).startsWith("native operations (PyTorch ");
            assertThat(window.account().get("dropped")).isEmpty();
        });
    }

    @Test
    void history_ofALossThatIsNone_isWrittenWithItsReason() throws Exception {
        Result result = process()
                .agent("step=" + ScopedTraining.class.getName()
                        + ".trainBatch,history=3,onNotFinite,onSlowStep=1000000")
                .run(ScopedTraining.class, "diverge");
        assertThat(result.windows()).singleElement().satisfies(window -> {
            assertThat(window.steps())
                    .containsExactly("ProfilerStep#6", "ProfilerStep#7", "ProfilerStep#8", "ProfilerStep#9");
            assertThat(window.document().get("snapshot").asText()).isEqualTo("loss is NaN");
        });
    }

    @Test
    void history_ofAProgramThatEndsWell_isNotWritten() throws Exception {
        Result result = process().agent(STEP + ",history=2").run(PlainTraining.class);
        assertThat(result.windows()).isEmpty();
        assertThat(result.said()).last().asString().contains("; there was no reason to write the history; wove ");
    }

    @Test
    void noTraining_writesNothingAndSaysSo() throws Exception {
        Result result = process().agent(STEP).run(NoTraining.class);
        assertThat(result.status()).isZero();
        assertThat(result.out()).containsExactly("hello");
        assertThat(result.said())
                .hasSize(3)
                .contains("step-profiler: found no method of the program for " + PROGRAM + ".trainBatch")
                .last()
                .asString()
                .startsWith("step-profiler: saw no training step and wrote nothing");
        assertThat(dir.resolve("log")).doesNotExist();
    }

    @Test
    void disabled_doesNothingAtAll() throws Exception {
        Result result = process().agent(STEP + ",enabled=false").run(PlainTraining.class);
        assertThat(result.err()).isEmpty();
        assertThat(result.windows()).isEmpty();
    }

    @Test
    void options_ofFileVariableAndArgument_areAllTaken() throws Exception {
        Files.writeString(dir.resolve("stepprofiler.properties"), STEP + "\nactive=5\nwarmup=4");
        Result result = process()
                .variable("STEP_PROFILER", "warmup=2,active=4")
                .agent("active=2")
                .run(PlainTraining.class);
        assertThat(result.windows())
                .singleElement()
                .satisfies(window -> assertThat(window.steps()).containsExactly("ProfilerStep#3", "ProfilerStep#4"));
    }

    @Test
    void toolOptions_loadTheAgentWithTheOptionsOfTheVariable() throws Exception {
        Result result = process()
                .variable("JAVA_TOOL_OPTIONS", "-javaagent:" + AgentProcess.JAR)
                .variable("STEP_PROFILER", STEP + ",jvm=counters,format=tensorboard")
                .run(PlainTraining.class);
        assertThat(result.windows()).hasSize(1);
    }

    @Test
    void jar_run_printsTheOptions() throws Exception {
        Result result = process().run(OwnProcess.java(List.of("-jar", AgentProcess.JAR.toString())));
        assertThat(result.status()).isZero();
        assertThat(result.out()).anyMatch(line -> line.startsWith("  methods "));
        assertThat(result.err()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void scopesOfTheProgram_withTheAgentsLibraryOrItsOwn_areInTheTrace(boolean own) throws Exception {
        AgentProcess process = process();
        if (own) {
            process.classes(
                    AgentProcess.locationOf(Profile.class),
                    AgentProcess.locationOf(Schedule.class),
                    AgentProcess.locationOf(Trace.class));
        }
        Result result = process.agent("step=" + ScopedTraining.class.getName() + ".trainBatch,active=3")
                .run(ScopedTraining.class);
        assertThat(result.windows())
                .singleElement()
                .satisfies(window -> assertThat(window.scopes()).isEqualTo(Map.of("my scope", 3L)));
    }

    @Test
    void programWithAnotherBuildOfTheLibrary_runsUnprofiledAndIsTold() throws Exception {
        Path other = Files.createDirectories(dir.resolve("other/io/stepprofiler"));
        Path core = AgentProcess.locationOf(Profile.class);
        copyClass(core, "io/stepprofiler/Profile.class", other.resolve("Profile.class"));
        Files.writeString(other.resolve("Counter.class"), "another version");
        Result result = process().classes(dir.resolve("other")).agent(STEP).run(PlainTraining.class, "exit");
        assertThat(result.status()).isEqualTo(3);
        assertThat(result.err())
                .singleElement()
                .asString()
                .startsWith(
                        "step-profiler: the program brings another version of Step Profiler (" + dir.resolve("other"))
                .contains("they differ in io/stepprofiler/Counter.class")
                .endsWith("; the program runs unprofiled");
        assertThat(result.windows()).isEmpty();
    }

    @Test
    void programWithAProfileOfItsOwn_keepsIt() throws Exception {
        Result result = process()
                .agent("step=" + ScopedTraining.class.getName() + ".trainBatch")
                .run(ScopedTraining.class, "own");
        assertThat(result.status()).isZero();
        assertThat(result.out()).containsExactly("own events: 12");
        assertThat(result.said())
                .anyMatch(line ->
                        line.startsWith("step-profiler: cannot start profiling: ") && line.contains("is running"));
        assertThat(result.windows()).isEmpty();
    }

    private AgentProcess process() {
        return new AgentProcess(dir);
    }

    /** Of a directory of classes or a jar. */
    private static void copyClass(Path from, String name, Path to) throws IOException {
        if (Files.isDirectory(from)) {
            Files.copy(from.resolve(name), to);
            return;
        }
        try (FileSystem jar = FileSystems.newFileSystem(from)) {
            Files.copy(jar.getPath(name), to);
        }
    }
}
