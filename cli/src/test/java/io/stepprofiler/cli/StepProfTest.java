package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.Label;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.schedule.Schedule;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class StepProfTest {
    private static final int STEPS = 4;
    private static final int SCOPES_A_STEP = 20_000;

    @TempDir
    Path dir;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        CommandLine line = StepProf.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(args);
    }

    private Path journal() {
        Path journals = dir.resolve("journals");
        Profile profile = Profile.builder()
                .schedule(Schedule.builder().warmup(1).active(STEPS).repeat(1).build())
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
        assertThat(run("journals", journals.toString())).isZero();
        String listed = out.toString().trim();
        out.getBuffer().setLength(0);
        assertThat(listed.lines()).hasSize(1);
        return Path.of(listed);
    }

    @Test
    void assemble_aJournal_saysWhatIsInItAndWritesFiles() throws IOException {
        Path file = dir.resolve("trace.json");
        assertThat(run("assemble", journal().toString(), "-o", file.toString(), "--rows", "5"))
                .isZero();
        assertThat(out.toString())
                .contains(STEPS * SCOPES_A_STEP + " events begun = " + STEPS * SCOPES_A_STEP + " written")
                .contains("recording clock")
                .contains("Self CPU")
                .contains("Wrote " + file);
        assertThat(err.toString()).contains("100.0 %");
        assertThat(works(file)).isEqualTo(STEPS * SCOPES_A_STEP);
    }

    @Test
    void assemble_splitBySteps_writesAFileForEach() throws IOException {
        Path file = dir.resolve("trace.json");
        int code = run("assemble", journal().toString(), "--out", file.toString(), "--split-steps", "2", "--rows", "0");
        assertThat(code).isZero();
        List<Path> written;
        try (Stream<Path> all = Files.list(dir)) {
            written = all.filter(path -> path.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
        assertThat(written).hasSize(2);
        long works = 0;
        for (Path part : written) {
            works += works(part);
        }
        assertThat(works).isEqualTo(STEPS * SCOPES_A_STEP);
        assertThat(out.toString()).doesNotContain("Self CPU");
    }

    private static long works(Path file) throws IOException {
        long works = 0;
        for (JsonNode event : new ObjectMapper().readTree(file.toFile()).path("traceEvents")) {
            works += event.path("name").asText().equals("work") ? 1 : 0;
        }
        return works;
    }

    @Test
    void assemble_whatIsNoJournal_failsWithOneLine() {
        assertThat(run("assemble", dir.toString())).isEqualTo(1);
        assertThat(err.toString().lines())
                .singleElement()
                .satisfies(line -> assertThat(line).startsWith("assemble: ").contains(dir.toString()));
    }

    @Test
    void assemble_unknownFormat_failsAndNamesThoseThatThereAre() {
        assertThat(run("assemble", "/none", "-o", dir.resolve("trace.xyz").toString(), "--rows", "0"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("trace.xyz", ".json.gz", ".pftrace");
    }

    @Test
    void assemble_nothingThere_saysSo() {
        assertThat(run("assemble", "/none")).isEqualTo(1);
        assertThat(err.toString()).contains("There is no such file or directory: /none");
    }

    @ParameterizedTest
    @CsvSource({"--split-steps,0", "--split-steps,-1", "--split-events,0", "--split-events,-1"})
    void assemble_splitIntoNothing_isNotUnderstood(String option, String value) {
        assertThat(run("assemble", "/none", option + "=" + value)).isEqualTo(2);
        assertThat(err.toString()).contains("must be 1 or more");
    }

    @Test
    void assemble_splitTwoWays_isNotUnderstood() {
        assertThat(run("assemble", "journal", "--split-steps", "2", "--split-events", "5"))
                .isEqualTo(2);
    }

    @Test
    void journals_directoryWithoutAny_saysSo() {
        assertThat(run("journals", dir.toString())).isZero();
        assertThat(err.toString()).contains("no journal in " + dir);
    }
}
