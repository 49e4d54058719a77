package io.stepprofiler.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Profile;
import io.stepprofiler.cli.CommandLines;
import io.stepprofiler.cli.StepProfRun;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.fleet.FleetLedgers;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.TiledSteps;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.fleet.report.UnreadLedger;
import io.stepprofiler.ledger.LedgerLosses;
import io.stepprofiler.ledger.LedgerOptions;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.DistributedInfo;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FleetReportTest {
    @TempDir
    private Path directory;

    private final StepProfRun run = new StepProfRun();

    private void train(int rank) {
        try (Profile profile = Profile.builder()
                .schedule(Schedule.never())
                .distributed(new DistributedInfo(rank, 3, "gloo", "host" + rank))
                .ledger(LedgerOptions.DEFAULT.withDirectory(directory))
                .start()) {
            for (int step = 0; step < 30; step++) {
                profile.step();
            }
        }
    }

    @Test
    void ledgersOfADirectory_areComparedAsRanks() {
        train(0);
        train(1);
        assertThat(run.run("fleet", "report", directory.toString())).isZero();
        assertThat(run.out())
                .contains("2 of 3 ranks compared, 1 missing, 0 files unreadable; 30 steps;")
                .contains(directory + ": 2 of 3 ranks read, 0 files unread")
                .containsPattern("Next: stepprof fleet [a-z]+ " + directory + " -.*\n$");
    }

    @Test
    void csv_hasThePartsOfTheWasteAlone() {
        train(0);
        train(1);
        assertThat(run.run("fleet", "report", "--csv", directory.toString())).isZero();
        assertThat(run.out()).matches("(kind,name,nanos\r\n([A-Z_]+,[^,]*,\\d+\r\n)+)?");
        assertThat(run.err()).contains(directory + ": 2 of 3 ranks read");
    }

    @Test
    void csv_inAnotherForm_isRefused() {
        assertThat(run.run("fleet", "report", "--csv", "--format=json", directory.toString()))
                .isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("--csv is not allowed with the format JSON");
    }

    @Test
    void damagedLedger_isLeftOutAndCounted() throws IOException {
        train(0);
        train(1);
        Files.writeString(directory.resolve("broken.steps"), "no ledger");
        assertThat(run.run("fleet", "report", directory.toString())).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(run.out()).contains("1 file unreadable");
        assertThat(run.err()).contains("broken.steps");
    }

    @Test
    void directoryWithoutALedger_isRefused() {
        assertThat(run.run("fleet", "report", directory.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("contains no step ledger (*.steps)");
    }

    @Test
    void json_ofFilesInAnyOrder_isTheSame() throws IOException {
        train(0);
        train(1);
        List<Path> files;
        try (Stream<Path> found = Files.list(directory)) {
            files = found.sorted().toList();
        }
        assertThat(run.run(
                        "fleet",
                        "report",
                        "--format=json",
                        files.get(0).toString(),
                        files.get(1).toString()))
                .isZero();
        String json = run.out();
        run.clear();
        assertThat(run.run(
                        "fleet",
                        "report",
                        "--format=json",
                        files.get(1).toString(),
                        files.get(0).toString()))
                .isZero();
        assertThat(run.out()).startsWith("{\"version\":1,").isEqualTo(json);
        assertThat(run.err()).contains("2 of 3 ranks read");
    }

    @Test
    void pattern_findsTheLedgersThatItMatches() {
        train(0);
        train(1);
        assertThat(run.run("fleet", "report", directory + "/*_1.*.steps")).isZero();
        assertThat(run.out()).contains("1 of 3 ranks read");
        assertThat(run.run("fleet", "report", directory + "/*_7.*.steps")).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("contains no step ledger");
    }

    @Test
    void page_isWrittenToAFile() {
        train(0);
        train(1);
        Path file = directory.resolve("fleet.html");
        assertThat(run.run("fleet", "report", directory.toString(), "-o", file.toString()))
                .isZero();
        assertThat(file).content().startsWithIgnoringCase("<!DOCTYPE html>");
    }

    @Test
    void markdown_isWrittenToAFile() {
        train(0);
        Path file = directory.resolve("fleet.md");
        assertThat(run.run("fleet", "report", directory.toString(), "-o", file.toString()))
                .isZero();
        assertThat(file).content().startsWith("## CANNOT TELL: ");
        assertThat(run.out()).startsWith("Wrote " + file + "\n" + directory + ": 1 of 3 ranks read");
    }

    @Test
    void labels_areTakenFromTheNameOfTheHost() throws IOException {
        train(0);
        String host = InetAddress.getLocalHost().getHostName();
        Path table = Files.writeString(directory.resolve("racks.csv"), host + ", r7\n");
        assertThat(run.run("fleet", "report", "--format=json", "--label", "rack=@" + table, directory.toString()))
                .isZero();
        assertThat(run.out()).contains("\"rack\":\"r7\"");
        run.clear();
        assertThat(run.run("fleet", "report", "--format=json", "--label", "rack=(.).*", directory.toString()))
                .isZero();
        assertThat(run.out()).contains("\"rack\":\"" + host.charAt(0) + "\"");
    }

    @Test
    void label_thatNoHostHas_isRefused() {
        train(0);
        assertThat(run.run("fleet", "report", "--label", "rack=none-(.*)", directory.toString()))
                .isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("--label rack=none-(.*) is not allowed: must match the name of a host, such as");
        assertThat(run.run("fleet", "report", "--label", "rack=(", directory.toString()))
                .isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("--label rack=( is not allowed: must be a regular expression");
    }

    /** Sixteen ranks, one of which may be slow, and one file that may be damaged. */
    private static FleetReport report(double slow, int unread) {
        TiledSteps steps = new TiledSteps(
                IntStream.range(0, 16)
                        .mapToObj(rank -> new RankPlace(rank, "h" + rank))
                        .toList(),
                LongStream.range(0, 60).toArray());
        SplittableRandom random = new SplittableRandom(1);
        for (int rank = 0; rank < 16; rank++) {
            for (int step = 0; step < 60; step++) {
                long own = 100_000 + random.nextLong(2_000) + (rank == 3 ? Math.round(slow * 100_000) : 0);
                steps.set(rank, step, 200_000, own);
            }
        }
        return FleetReport.of(
                new FleetLedgers(steps, 16, 0, 0, LedgerLosses.NONE),
                Optional.empty(),
                Collections.nCopies(unread, new UnreadLedger("a.steps", "it is damaged")));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, '', 0",
        "0.2, 0, '', 0",
        "0.2, 0, --fail-on=warning, 1",
        "0, 0, --fail-on=information, 0",
        "0, 1, '', 1",
        "0, 1, --fail-on=warning, 2",
        "0.2, 1, --fail-on=warning, 1"
    })
    void exitCode_isOfTheFindingsAndTheUnreadFiles(double slow, int unread, String option, int code) {
        FleetReportCommand command = new FleetReportCommand();
        CommandLines.of(command)
                .parseArgs(
                        Stream.of("log", option).filter(word -> !word.isEmpty()).toArray(String[]::new));
        assertThat(command.exitCode(report(slow, unread))).isEqualTo(code);
    }

    @Test
    void strict_withTooFewRanks_exitsWith3() {
        train(0);
        assertThat(run.run("fleet", "report", "--strict", directory.toString())).isEqualTo(3);
    }
}
