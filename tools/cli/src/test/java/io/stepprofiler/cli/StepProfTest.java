package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.Label;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.Scope;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.input.ReadLimits;
import io.stepprofiler.cli.input.Reason;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Environment;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class StepProfTest {
    private static final int STEPS = 4;
    private static final int SCOPES_A_STEP = 20_000;

    /** A journal that no test changes. */
    private static Path whole = Path.of("");

    @TempDir
    Path dir;

    private final StepProfRun stepprof = new StepProfRun();

    @BeforeAll
    static void record(@TempDir Path journals) {
        whole = journal(journals, Profile.builder());
    }

    private static Path journal(Path journals, ProfileBuilder builder) {
        Profile profile = builder.schedule(
                        Schedule.builder().warmup(1).active(STEPS).repeat(1).build())
                .journal(JournalOptions.in(journals).withMemoryBytes(0).withKeepFiles(true))
                .synchronousDelivery(true)
                .start();
        Label label = Label.of("work");
        try (profile) {
            for (int step = 0; step <= STEPS; step++) {
                for (int i = 0; i < SCOPES_A_STEP; i++) {
                    Scope.end(Scope.begin(label));
                }
                profile.step();
            }
        }
        assertThat(profile.failures()).isEmpty();
        StepProfRun list = new StepProfRun();
        assertThat(list.run("journals", journals.toString())).isZero();
        String listed = list.out().trim();
        assertThat(listed.lines()).hasSize(1);
        return Path.of(listed);
    }

    @Test
    void assemble_aJournal_saysWhatIsInItAndWritesFiles() throws IOException {
        Path file = dir.resolve("trace.json");
        assertThat(stepprof.run("assemble", whole.toString(), "-o", file.toString(), "--rows", "5", "--progress"))
                .isZero();
        assertThat(stepprof.out())
                .contains(STEPS * SCOPES_A_STEP + " events begun = " + STEPS * SCOPES_A_STEP + " written")
                .contains("recording clock")
                .doesNotContain("startup: ")
                .contains("Self time")
                .contains("Wrote " + file);
        assertThat(stepprof.err()).contains("100.0 %");
        assertThat(works(file)).isEqualTo(STEPS * SCOPES_A_STEP);
    }

    @Test
    void convert_aJournalWithoutAnEnd_leavesTheRemarkInTheFile() throws IOException {
        Path journal = journal(dir.resolve("journals"), Profile.builder());
        Path last;
        try (Stream<Path> files = Files.list(journal)) {
            last = files.max(Comparator.naturalOrder()).orElseThrow();
        }
        try (FileChannel channel = FileChannel.open(last, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() - 1);
        }
        String remark = "the journal is not finished";
        String file = dir.resolve("trace.json").toString();
        assertThat(stepprof.run("convert", journal.toString(), file)).isEqualTo(1);
        stepprof.clear();
        assertThat(stepprof.run("report", file)).isZero();
        assertThat(stepprof.out()).containsOnlyOnce(remark);
        stepprof.clear();
        assertThat(stepprof.run("report", journal.toString())).isEqualTo(1);
        assertThat(stepprof.out()).containsOnlyOnce(remark);
    }

    private static long works(Path file) throws IOException {
        long works = 0;
        for (JsonNode event : new ObjectMapper().readTree(file.toFile()).path("traceEvents")) {
            works += event.path("name").asText().equals("work") ? 1 : 0;
        }
        return works;
    }

    @Test
    void journals_directoryWithoutAny_saysSo() {
        assertThat(stepprof.run("journals", dir.toString())).isZero();
        assertThat(stepprof.err()).contains("no journal in " + dir);
    }

    @Test
    void assemble_aDirectoryOfJournals_failsAndNamesOne() throws IOException {
        Path journal = whole;
        assertThat(stepprof.run("assemble", journal.getParent().toString())).isEqualTo(2);
        assertThat(stepprof.err()).contains("is not a journal but holds 1").contains(journal.toString());
    }

    @Test
    void assemble_journalWithoutEnd_exitsWithOneAndSaysSo() throws IOException {
        Path file = journal(dir.resolve("journals"), Profile.builder()).resolve("00000001.blocks");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 20));
        assertThat(stepprof.run("assemble", file.getParent().toString())).isEqualTo(1);
        assertThat(stepprof.err()).contains("the journal is not finished").contains("bytes of the journal are damaged");
        assertThat(stepprof.out()).contains("not finished").contains("Self time");
    }

    @Test
    void assemble_eventsWereDroppedWhileRecording_exitsWithOneAndSaysSo() {
        int limit = SCOPES_A_STEP / 2;
        Path journal =
                journal(dir.resolve("journals"), Profile.builder().limits(limits -> limits.withMaxEvents(limit)));
        assertThat(stepprof.run("assemble", journal.toString(), "--rows", "0")).isEqualTo(1);
        assertThat(stepprof.err().lines())
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .startsWith("assemble: ")
                        .endsWith(" of " + STEPS * SCOPES_A_STEP
                                + " events were dropped while they were recorded: event limit"));
    }

    @Test
    void assemble_aFileCannotBeRead_exitsWithOneAndNamesIt() throws IOException {
        Path journal = journal(dir.resolve("journals"), Profile.builder());
        Path other = Files.createDirectory(journal.resolve("00000002.blocks"));
        assertThat(stepprof.run("assemble", journal.toString(), "--rows", "0")).isEqualTo(1);
        assertThat(stepprof.err()).contains(other.toString());
    }

    @Test
    void assemble_outIsNoTerminal_showsNoProgress() throws IOException {
        String file = dir.resolve("trace.json").toString();
        assertThat(stepprof.run("assemble", whole.toString(), "-o", file, "--rows", "0", "--no-progress"))
                .isZero();
        assertThat(stepprof.err()).isEmpty();
    }

    @Test
    void assemble_directoryOfFileCannotBeMade_saysWhy() throws IOException {
        Path file = Files.writeString(dir.resolve("file"), "");
        String inside = file.resolve("trace.json").toString();
        assertThat(stepprof.run("assemble", whole.toString(), "-o", inside, "--rows", "0", "--no-progress"))
                .isEqualTo(2);
        assertThat(stepprof.err()).startsWith("assemble: ").contains("cannot be created", "is a file");
    }

    @Test
    void assemble_textsOfThePrograms_controlNoTerminal() throws IOException {
        Path journals = dir.resolve("journals");
        Profile profile = Profile.builder()
                .journal(JournalOptions.in(journals).withMemoryBytes(0).withKeepFiles(true))
                .synchronousDelivery(true)
                .build();
        profile.traceIdCallback(() -> "id\n\u001b[31mforged");
        try (profile) {
            profile.start();
            profile.addMetadata("key\nforged: yes", "value\u001b]0;title\u0007");
            Scope.open("name\u001b[2J").close();
        }
        assertThat(stepprof.run("journals", journals.toString())).isZero();
        String journal = stepprof.out().trim();
        assertThat(stepprof.run("assemble", journal)).isZero();
        assertThat(stepprof.out()).doesNotContain("\u001b", "\u0007").contains("id\\u000a\\u001b[31mforged");
        assertThat(stepprof.out().lines()).noneMatch(line -> line.startsWith("forged"));
    }

    @ParameterizedTest
    @CsvSource({
        "help",
        "--help",
        "help assemble",
        "help journals",
        "assemble --help",
        "show --help",
        "help convert",
        "help functions",
        "completion --help"
    })
    void help_ofAnything_tellsTheExitCodes(String args) {
        assertThat(stepprof.run(args.split(" "))).isZero();
        assertThat(stepprof.out()).contains("Exit codes:", "the result is incomplete", "failed, or not understood");
    }

    @Test
    void completion_script_isOneOfBashAndKnowsAllCommandsAndTheirOptions() {
        assertThat(stepprof.run("completion")).isZero();
        assertThat(stepprof.out()).contains("complete -F _complete_stepprof -o default stepprof");
        assertThat(StepProf.commandLine().getSubcommands().keySet())
                .allSatisfy(command -> assertThat(stepprof.out()).contains(command));
        assertThat(stepprof.out()).contains("--no_perfetto_link", "--fail-on", "--progress", "PPROF");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh"})
    void completion_ofAShell_isTheSameScript(String shell) {
        assertThat(stepprof.run("completion", shell)).isZero();
        assertThat(stepprof.out()).contains("complete -F _complete_stepprof");
    }

    @Test
    void completion_ofFish_knowsAllCommandsTheirOptionsAndTheirWords() {
        assertThat(stepprof.run("completion", "fish")).isZero();
        String at = "complete -c stepprof -n '__stepprof_at \\'";
        assertThat(stepprof.out())
                .startsWith("set -g __stepprof_commands '' ' summary' ")
                .contains("function __stepprof_at\n")
                .contains(at + "\\'' -f -a 'fleet' -d '")
                .contains(at + " fleet\\'' -f -a 'report' -d 'Reports which ranks, hosts and causes")
                .contains(at + " show\\'' -l rows -r -d '")
                .contains(at + " show\\'' -l by -r -f -a 'stream thread shapes stack overload' -d '")
                .contains(at + " show\\'' -l csv -d '")
                .contains(at + " completion\\'' -f -a 'BASH ZSH FISH' -d '")
                .contains(" -s o -l out -r -d '", "default 5%'", " -l follow -d '")
                .doesNotContain("%%");
        assertThat(StepProf.commandLine().getSubcommands().keySet())
                .allSatisfy(command -> assertThat(stepprof.out()).contains(at + "\\'' -f -a '" + command + "' "));
    }

    /** Picocli wraps longer lines, which breaks the columns of examples. */
    @Test
    void examples_ofEachCommand_fitInEightyColumns() {
        StepProf.commandLine()
                .getSubcommands()
                .forEach((name, command) -> assertThat(
                                command.getCommandSpec().usageMessage().description())
                        .as(name)
                        .filteredOn(line -> line.startsWith("  "))
                        .noneMatch(line -> line.length() > 80));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "help",
                "help report",
                "report --help",
                "--version",
                "ps",
                "ps --json",
                "completion",
                "summary TRACE",
                "show TRACE",
                "report TRACE",
                "functions TRACE",
                "convert TRACE COPY",
                "assemble TRACE -o COPY",
                "diff TRACE -- TRACE"
            })
    void output_thatCannotBeWritten_isAFailure(String command) throws IOException {
        StringWriter err = new StringWriter();
        CommandLine line = StepProf.commandLine();
        line.setOut(new PrintWriter(new OutputStreamWriter(
                new OutputStream() {
                    @Override
                    public void write(int one) throws IOException {
                        throw new IOException("No space left on device");
                    }
                },
                StandardCharsets.UTF_8)));
        line.setErr(new PrintWriter(err, true));
        Path trace = dir.resolve("trace.json");
        InputsTest.window("a", 1).export(trace);
        String words = command.replace("TRACE", trace.toString())
                .replace("COPY", dir.resolve("copy.json").toString());

        assertThat(StepProf.execute(line, words.split(" "))).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("not all of the output could be written");
    }

    private Path chrome(String events) throws IOException {
        return Files.writeString(dir.resolve("torch.pt.trace.json"), "{\"traceEvents\":[" + events + "]}");
    }

    private static final String EVENT =
            "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::mm\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":2}";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            show TRACE                             | 1 events begun = 1 written … aten::mm … Self time
            show JOURNAL                           | 80000 written
            summary JOURNAL                        | Next:  … 4 steps: min  … Checked and fine:  … source(FlightRecorderSource.create())
            report JOURNAL --threshold unaccounted=0,0 | Unaccounted time:
            """)
    void command_ofATraceOrJournal_saysWhatIsInIt(String command, String said) throws IOException {
        String words = command.replace("TRACE", chrome(EVENT).toString()).replace("JOURNAL", whole.toString());
        assertThat(stepprof.in(dir, words)).isZero();
        assertThat(stepprof.out()).contains(said.split(" … "));
        assertThat(stepprof.err()).isEmpty();
    }

    @Test
    void functions_ofTraces_areAddedUp() throws IOException {
        String call = "{\"ph\":\"X\",\"cat\":\"function\",\"name\":\"train\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":4}";
        String file = chrome(call + "," + EVENT).toString();
        assertThat(stepprof.run("functions", file, file, "--options", "n_apply=3"))
                .isZero();
        assertThat(stepprof.out()).contains("Time in 2 calls to train: 8.000000e-06s", "aten::mm");
        assertThat(stepprof.err()).isEmpty();
        stepprof.clear();
        assertThat(stepprof.run("functions", file, file, "--csv")).isZero();
        assertThat(stepprof.out()).isEqualTo("""
                function,op.name,op.layers,op.applies,op.calls,op.nanos\r
                train,aten::mm,NATIVE,1,2,4000\r
                """);
    }

    @Test
    void functions_ofATorchTraceWithCallStacks_haveItsOperationsOnly() throws IOException {
        String frame =
                "{\"ph\":\"X\",\"cat\":\"python_function\",\"name\":\"%s\",\"pid\":1,\"tid\":1,\"ts\":%d,\"dur\":%d}";
        String file = chrome(String.join(
                        ",",
                        "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#1\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":20}",
                        frame.formatted("t.py(9): step", 0, 19),
                        frame.formatted("<built-in method mm of type object at 0x7f3fc4ccea40>", 1, 3),
                        EVENT,
                        frame.formatted("nn.Module: Identity_0", 5, 3),
                        frame.formatted("torch/nn/modules/module.py(1782): _call_impl", 5, 2),
                        frame.formatted("<built-in function len>", 10, 1)))
                .toString();
        assertThat(stepprof.run("functions", file)).isZero();
        assertThat(stepprof.out())
                .contains("Message: step\n", "Number of Apply nodes: 1\n")
                .containsPattern("(?m)^ +100.0%.* aten::mm$")
                .doesNotContain(".py(", "<built-in", "Identity");
    }

    @Test
    void functions_ofATraceWithoutSteps_sayHowToNameThem() throws IOException {
        assertThat(stepprof.run("functions", chrome(EVENT).toString())).isZero();
        assertThat(stepprof.out())
                .startsWith("Function profiling: no calls of functions (automatic) in 1 window")
                .contains("in --options of 'stepprof functions'", "here such as 'functions=names:aten::mm'");
    }

    @Test
    void show_somethingIsMissing_exitsWithOneAndSaysWhat() throws IOException {
        assertThat(stepprof.run(
                        "show", chrome(EVENT + ",{\"ph\":\"E\",\"ts\":1}").toString()))
                .isEqualTo(1);
        assertThat(stepprof.err().trim()).isEqualTo("show: not taken: 1 ends of events that have no begin");
    }

    @Test
    void convert_aChromeTrace_writesFilesThatCanBeShown() throws IOException {
        Path file = dir.resolve("again.json.gz");
        Path other = dir.resolve("other.pftrace");
        assertThat(stepprof.run("convert", chrome(EVENT).toString(), "-o", file.toString(), "-o", other.toString()))
                .isZero();
        assertThat(stepprof.out()).contains("Wrote " + file, "Wrote " + other).doesNotContain("Self time");
        assertThat(stepprof.run("show", file.toString())).isZero();
        assertThat(stepprof.out()).contains("aten::mm");
        assertThat(other).isNotEmptyFile();
    }

    @ParameterizedTest
    @ValueSource(strings = {"trace.json.gz", "trace.xplane.pb"})
    void convert_aJournal_keepsTheEnvironmentOfItsRun(String name) throws IOException {
        Path file = dir.resolve(name);
        assertThat(stepprof.run("convert", whole.toString(), "-o", file.toString()))
                .isZero();
        try (ImportedTrace read = Traces.open(file, ImportOptions.DEFAULT)) {
            Environment environment = Environment.of(read.trace()).orElseThrow();
            assertThat(environment.java()).isEqualTo(System.getProperty("java.version"));
            assertThat(environment.maxHeapBytes())
                    .isEqualTo(Runtime.getRuntime().maxMemory());
        }
    }

    @Test
    void limits_withUnits_areBytes() {
        assertThat(new ReadLimits.Size().convert("3")).isEqualTo(3);
        assertThat(new ReadLimits.Size().convert("3K")).isEqualTo(3072);
        assertThat(new ReadLimits.Size().convert("4g")).isEqualTo(4L << 30);
    }

    @Test
    void reason_memoryIsNotEnough_saysWhatHelps() {
        OutOfMemoryError error = new OutOfMemoryError("Java heap space");
        assertThat(Reason.of(error)).contains("-Xmx");
        assertThat(Reason.of(new IOException("compression failed", error))).contains("-Xmx");
    }

    @Test
    void report_asJson_isASummaryThatIsReadAgain() throws IOException {
        Path json = dir.resolve("out/summary.json");
        Path journal = whole;
        assertThat(stepprof.run("report", journal.toString(), journal.toString(), "-o", json.toString()))
                .isZero();
        assertThat(new ObjectMapper().readTree(json.toFile()).path("windows")).hasSize(2);
        Path markdown = dir.resolve("report.md");
        assertThat(stepprof.run("report", json.toString(), "--format", "md", "-o", markdown.toString()))
                .isZero();
        assertThat(Files.readString(markdown)).contains("### Step breakdown");
        assertThat(stepprof.run("summary", json.toString())).isZero();
    }

    @Test
    void report_toAFileOfHtml_isOnePage() throws IOException {
        Path page = dir.resolve("report.html");
        assertThat(stepprof.run("report", whole.toString(), "-o", page.toString()))
                .isZero();
        assertThat(stepprof.out()).isEqualTo("Wrote " + page + System.lineSeparator());
        assertThat(Files.readString(page))
                .startsWith("<!DOCTYPE html>")
                .contains("<script type=\"application/json\" id=\"summary\">{\"version\":1")
                .endsWith("</html>\n");
    }
}
