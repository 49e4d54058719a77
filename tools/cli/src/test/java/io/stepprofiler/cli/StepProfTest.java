package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.Label;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.Scope;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class StepProfTest {
    private static final int STEPS = 4;
    private static final int SCOPES_A_STEP = 20_000;

    @TempDir
    Path dir;

    private final StepProfRun stepprof = new StepProfRun();

    private Path journal() {
        return journal(Profile.builder());
    }

    private Path journal(ProfileBuilder builder) {
        Path journals = dir.resolve("journals");
        Profile profile = builder.schedule(
                        Schedule.builder().warmup(1).active(STEPS).repeat(1).build())
                .journal(JournalOptions.in(journals).memoryBytes(0).keepFiles(true))
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
        assertThat(stepprof.run("journals", journals.toString())).isZero();
        String listed = stepprof.out().trim();
        stepprof.clear();
        assertThat(listed.lines()).hasSize(1);
        return Path.of(listed);
    }

    @Test
    void assemble_aJournal_saysWhatIsInItAndWritesFiles() throws IOException {
        Path file = dir.resolve("trace.json");
        assertThat(stepprof.run("assemble", journal().toString(), "-o", file.toString(), "--rows", "5", "--progress"))
                .isZero();
        assertThat(stepprof.out())
                .contains(STEPS * SCOPES_A_STEP + " events begun = " + STEPS * SCOPES_A_STEP + " written")
                .contains("recording clock")
                .doesNotContain("startup: ")
                .contains("Self CPU")
                .contains("Wrote " + file);
        assertThat(stepprof.err()).contains("100.0 %");
        assertThat(works(file)).isEqualTo(STEPS * SCOPES_A_STEP);
    }

    @Test
    void convert_aJournalWithoutAnEnd_leavesTheRemarkInTheFile() throws IOException {
        Path journal = journal();
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

    @ParameterizedTest
    @ValueSource(strings = {"summary ", "show ", "journals ", "report a -o "})
    void emptyPath_isRefused(String command) {
        assertThat(stepprof.run(command.split(" ", -1))).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err()).contains("'' is not allowed: must be the path of a file or directory");
    }

    @ParameterizedTest
    @ValueSource(strings = {"show", "assemble"})
    void rows_belowZero_areRefused(String command) {
        assertThat(stepprof.run(command, "none.json", "--rows=-1")).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err()).contains("--rows = -1 is not allowed: must be 0 or more");
    }

    @Test
    void assemble_whatIsNoJournal_failsWithOneLine() {
        assertThat(stepprof.run("assemble", dir.toString())).isEqualTo(2);
        assertThat(stepprof.err().lines())
                .singleElement()
                .satisfies(line -> assertThat(line).startsWith("assemble: ").contains(dir.toString()));
    }

    @Test
    void assemble_unknownFormat_failsAndNamesThoseThatThereAre() {
        assertThat(stepprof.run(
                        "assemble", "/none", "-o", dir.resolve("trace.xyz").toString(), "--rows", "0"))
                .isEqualTo(2);
        assertThat(stepprof.err()).contains("trace.xyz", ".json.gz", ".pftrace");
    }

    @Test
    void assemble_nothingThere_saysSo() {
        assertThat(stepprof.run("assemble", "/none")).isEqualTo(2);
        assertThat(stepprof.err()).contains("There is no such file or directory: /none");
    }

    @Test
    void journals_directoryWithoutAny_saysSo() {
        assertThat(stepprof.run("journals", dir.toString())).isZero();
        assertThat(stepprof.err()).contains("no journal in " + dir);
    }

    @Test
    void assemble_anotherFile_failsAndSaysWhatCanBeRead() throws IOException {
        Path file = Files.writeString(dir.resolve("passwd"), "root:x:0:0");
        assertThat(stepprof.run("assemble", file.toString())).isEqualTo(2);
        assertThat(stepprof.err().lines())
                .singleElement()
                .satisfies(line -> assertThat(line).contains(file + ": no reader knows it", "journal"));
    }

    @Test
    void assemble_aDirectoryOfJournals_failsAndNamesOne() throws IOException {
        Path journal = journal();
        assertThat(stepprof.run("assemble", journal.getParent().toString())).isEqualTo(2);
        assertThat(stepprof.err()).contains("it holds 1").contains(journal.toString());
    }

    @Test
    void assemble_journalWithoutEnd_exitsWithOneAndSaysSo() throws IOException {
        Path file = journal().resolve("00000001.blocks");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 20));
        assertThat(stepprof.run("assemble", file.getParent().toString())).isEqualTo(1);
        assertThat(stepprof.err()).contains("the journal is not finished").contains("bytes of the journal are damaged");
        assertThat(stepprof.out()).contains("not finished").contains("Self CPU");
    }

    @Test
    void assemble_eventsWereDroppedWhileRecording_exitsWithOneAndSaysSo() {
        int limit = SCOPES_A_STEP / 2;
        Path journal = journal(Profile.builder().limits(limits -> limits.withMaxEvents(limit)));
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
        Path journal = journal();
        Path other = Files.createDirectory(journal.resolve("00000002.blocks"));
        assertThat(stepprof.run("assemble", journal.toString(), "--rows", "0")).isEqualTo(1);
        assertThat(stepprof.err()).contains(other.toString());
    }

    @Test
    void assemble_outIsNoTerminal_showsNoProgress() throws IOException {
        String file = dir.resolve("trace.json").toString();
        assertThat(stepprof.run("assemble", journal().toString(), "-o", file, "--rows", "0", "--no-progress"))
                .isZero();
        assertThat(stepprof.err()).isEmpty();
    }

    @Test
    void assemble_directoryOfFileCannotBeMade_saysWhy() throws IOException {
        Path file = Files.writeString(dir.resolve("file"), "");
        String inside = file.resolve("trace.json").toString();
        assertThat(stepprof.run("assemble", journal().toString(), "-o", inside, "--rows", "0", "--no-progress"))
                .isEqualTo(2);
        assertThat(stepprof.err()).startsWith("assemble: ").contains("cannot be created", "is a file");
    }

    @Test
    void assemble_textsOfThePrograms_controlNoTerminal() throws IOException {
        Path journals = dir.resolve("journals");
        Profile profile = Profile.builder()
                .journal(JournalOptions.in(journals).memoryBytes(0).keepFiles(true))
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
        assertThat(stepprof.out()).contains("Exit codes:", "something is missing", "failed, or not understood");
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
    @CsvSource({"help nothing", "nothing", "''"})
    void execute_unknownCommand_isNotUnderstood(String args) {
        assertThat(stepprof.run(args.isEmpty() ? new String[0] : args.split(" ")))
                .isEqualTo(2);
    }

    @Test
    void output_thatCannotBeWritten_isAFailure() {
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

        assertThat(StepProf.execute(line, "help")).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("not all of the output could be written");
    }

    @Test
    void journals_noSuchDirectory_saysSo() {
        assertThat(stepprof.run("journals", "/none")).isEqualTo(2);
        assertThat(stepprof.err().trim()).isEqualTo("journals: /none: there is no such file or directory");
    }

    private Path chrome(String events) throws IOException {
        return Files.writeString(dir.resolve("torch.pt.trace.json"), "{\"traceEvents\":[" + events + "]}");
    }

    private static final String EVENT =
            "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::mm\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":2}";

    @Test
    void show_aChromeTrace_saysWhatIsInIt() throws IOException {
        assertThat(stepprof.run("show", chrome(EVENT).toString())).isZero();
        assertThat(stepprof.out()).contains("1 events begun = 1 written", "aten::mm", "Self CPU");
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
    }

    @Test
    void functions_withAnOptionThatThereIsNot_isNotUnderstoodAndNamesThoseThatThereAre() throws IOException {
        assertThat(stepprof.run("functions", chrome(EVENT).toString(), "--options", "n_aply=3"))
                .isEqualTo(2);
        assertThat(stepprof.err()).contains("Option 'n_aply' of function profiles is not known; known are functions");
    }

    @Test
    void show_aJournal_saysWhatIsInIt() {
        assertThat(stepprof.run("show", journal().toString())).isZero();
        assertThat(stepprof.out()).contains(STEPS * SCOPES_A_STEP + " written");
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
        assertThat(stepprof.out()).contains("Wrote " + file, "Wrote " + other).doesNotContain("Self CPU");
        assertThat(stepprof.run("show", file.toString())).isZero();
        assertThat(stepprof.out()).contains("aten::mm");
        assertThat(other).isNotEmptyFile();
    }

    @ParameterizedTest
    @ValueSource(strings = {"trace.json.gz", "trace.xplane.pb"})
    void convert_aJournal_keepsTheEnvironmentOfItsRun(String name) throws IOException {
        Path file = dir.resolve(name);
        assertThat(stepprof.run("convert", journal().toString(), "-o", file.toString()))
                .isZero();
        try (ImportedTrace read = Traces.open(file, ImportOptions.DEFAULT)) {
            Environment environment = Environment.of(read.trace()).orElseThrow();
            assertThat(environment.java()).isEqualTo(System.getProperty("java.version"));
            assertThat(environment.maxHeapBytes())
                    .isEqualTo(Runtime.getRuntime().maxMemory());
        }
    }

    @Test
    void convert_withoutOutput_isNotUnderstood() throws IOException {
        assertThat(stepprof.run("convert", chrome(EVENT).toString())).isEqualTo(2);
        assertThat(stepprof.err()).contains("--out=FILE");
    }

    @ParameterizedTest
    @CsvSource({
        "--max-bytes,10,maxBytes",
        "--max-events,1,maxEvents",
        "--max-memory,64,maxMemoryBytes",
        "--max-bytes,0,maxBytes = 0",
        "--max-memory,2x,not a number with",
        "--max-events,-1,maxEvents = -1"
    })
    void show_beyondALimit_isRefusedAndNamesIt(String option, String value, String message) throws IOException {
        assertThat(stepprof.run("show", chrome(EVENT + "," + EVENT).toString(), option + "=" + value))
                .isEqualTo(2);
        assertThat(stepprof.err()).contains(message);
    }

    @Test
    void limits_withUnits_areBytes() {
        assertThat(new Limits.Size().convert("3")).isEqualTo(3);
        assertThat(new Limits.Size().convert("3K")).isEqualTo(3072);
        assertThat(new Limits.Size().convert("4g")).isEqualTo(4L << 30);
    }

    @Test
    void show_whatNoReaderKnows_failsWithOneLineAndSaysWhatCanBeRead() throws IOException {
        Path file = Files.writeString(dir.resolve("passwd"), "root:x:0:0");
        assertThat(stepprof.run("show", file.toString())).isEqualTo(2);
        assertThat(stepprof.err().lines())
                .singleElement()
                .satisfies(
                        line -> assertThat(line).contains("no reader knows it", "Chrome trace", "journal", "XSpace"));
    }

    @Test
    void reason_memoryIsNotEnough_saysWhatHelps() {
        OutOfMemoryError error = new OutOfMemoryError("Java heap space");
        assertThat(Reason.of(error)).contains("-Xmx");
        assertThat(Reason.of(new IOException("compression failed", error))).contains("-Xmx");
    }

    @Test
    void summary_aJournal_saysTheVerdictFirst() {
        assertThat(stepprof.run("summary", journal().toString())).isZero();
        assertThat(stepprof.out())
                .contains("Next: ")
                .contains(STEPS + " steps: min ")
                .contains("Checked and fine: ")
                .contains("source(FlightRecorderSource.create())");
    }

    @Test
    void report_asJson_isASummaryThatIsReadAgain() throws IOException {
        Path json = dir.resolve("out/summary.json");
        Path journal = journal();
        assertThat(stepprof.run("report", journal.toString(), journal.toString(), "-o", json.toString()))
                .isZero();
        assertThat(new ObjectMapper().readTree(json.toFile()).path("windows")).hasSize(2);
        Path markdown = dir.resolve("report.md");
        assertThat(stepprof.run("report", json.toString(), "--format", "md", "-o", markdown.toString()))
                .isZero();
        assertThat(Files.readString(markdown)).contains("### Where a step goes");
        assertThat(stepprof.run("summary", json.toString())).isZero();
    }

    @Test
    void report_toAFileOfHtml_isOnePage() throws IOException {
        Path page = dir.resolve("report.html");
        assertThat(stepprof.run("report", journal().toString(), "-o", page.toString()))
                .isZero();
        assertThat(stepprof.out()).isEqualTo("Wrote " + page + System.lineSeparator());
        assertThat(Files.readString(page))
                .startsWith("<!DOCTYPE html>")
                .contains("<script type=\"application/json\" id=\"summary\">{\"version\":1")
                .endsWith("</html>\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--threshold=nothing=1,2 | must be one of input-bound",
                "--threshold=input-bound=1 | must be two numbers",
                "--threshold=input-bound=2,1 | must be 0 <= information <= warning",
                "--without=nothing | must be one of input-bound",
                "--format=pdf | HTML, TEXT"
            })
    void report_wrongOption_saysWhatIsAllowed(String option, String message) {
        assertThat(stepprof.run("report", "file", option)).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err()).contains(message);
    }

    @Test
    void report_withAThreshold_usesIt() {
        assertThat(stepprof.run("report", journal().toString(), "--threshold", "unaccounted=0,0"))
                .isZero();
        assertThat(stepprof.out()).contains("[warning] Unaccounted time");
    }

    @Test
    void summary_ofADamagedSummary_failsInOneLine() throws IOException {
        Path file = Files.writeString(dir.resolve("x.json"), "{\"version\":1,\"windows\":[{}]}");
        assertThat(stepprof.run("summary", file.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err().trim().lines()).hasSize(1).allMatch(line -> line.contains("is no summary"));
    }
}
