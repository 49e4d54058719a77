package io.stepprofiler.fleetspark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.stepprofiler.cli.StepProf;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.spark.FleetEngine;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.LedgerSource;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepSyncs;
import io.stepprofiler.ledger.StepValue;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class SparkEngineTest {
    @TempDir
    private static Path directory;

    private static Path run;
    private static Path lake;
    private static Path packed;
    private static SparkSession spark;

    @BeforeAll
    static void writeRun() throws IOException {
        run = directory.resolve("run7");
        lake = directory.resolve("lake");
        new WrittenFleet(24, 40, 3, true).write(run);
        Files.writeString(run.resolve("text.steps"), "no ledger");
        Files.write(run.resolve("empty.steps"), new byte[0]);
        Files.writeString(run.resolve("other.txt"), "no ledger either");
        damage();
        spark = LocalSpark.start("local[2]");
        packed = pack("packed");
    }

    /** Moves a ledger into a directory inside, and overwrites bytes in its middle and in another ledger's. */
    private static void damage() throws IOException {
        List<Path> files = Reports.ledgers(run);
        Path inside = Files.createDirectories(run.resolve("inside"));
        Path moved = Files.move(files.get(3), inside.resolve(files.get(3).getFileName()));
        for (Path each : List.of(moved, files.get(9))) {
            byte[] content = Files.readAllBytes(each);
            Arrays.fill(content, content.length / 2, content.length / 2 + 9, (byte) 7);
            Files.write(each, content);
        }
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    private static Path pack(String name) throws IOException {
        new SparkEngine().pack(List.of(run), lake, name);
        return lake.resolve("run=" + name);
    }

    private static Dataset<Row> table(String name) {
        return spark.read().parquet(packed.resolve(name).toString());
    }

    @Test
    void report_ofFilesAndOfTables_isTheReportOfOneProcess() throws IOException {
        String expected = Reports.ofOneProcess(run);

        assertThat(expected).contains("text.steps", "empty.steps", "\"level\":\"RANK\",\"name\":\"6\"");
        assertThat(Reports.bySpark(run)).isEqualTo(expected);
        assertThat(Reports.bySpark(packed)).isEqualTo(expected);
    }

    @Test
    void report_ofARankWithTwoProcesses_isTheReportOfOneProcess() throws IOException {
        Path shared = directory.resolve("shared");
        WrittenFleet fleet = new WrittenFleet(4, 30, 3, false);
        fleet.write(shared);
        fleet.write(shared, 2, new ProcessInfo(77, "host-9"));

        assertThat(Reports.ofOneProcess(shared)).contains("SEVERAL_PROCESSES");
        assertThat(Reports.bySpark(shared)).isEqualTo(Reports.ofOneProcess(shared));
    }

    @ParameterizedTest
    @ValueSource(strings = {"local[1]", "local[4]"})
    void report_onOtherCores_inAnyOrderOfFiles_isTheSame(String master) throws IOException {
        spark.stop();
        spark = LocalSpark.start(master);
        JavaSparkContext context = new JavaSparkContext(spark.sparkContext());
        List<LedgerFile> files = new ArrayList<>(LedgerFile.in(List.of(run.toString()), context.hadoopConfiguration()));
        Collections.shuffle(files, new Random(1));

        SparkRun read = new SparkRun();
        new LedgerTasks(context, files).addTo(read);

        assertThat(Reports.text(new FleetEngine.Read(read.ledgers(), read.unread(), read::steps)))
                .isEqualTo(Reports.ofOneProcess(run));
    }

    @Test
    void ledgers_fromTables_haveAllFactsOfTheirFiles() throws IOException {
        List<LedgerSource> ledgers = new SparkEngine().read(List.of(packed)).ledgers();

        for (LedgerSource ledger : ledgers) {
            Path file = Reports.ledgers(run).stream()
                    .filter(each -> each.toString().endsWith(ledger.run().fileName()))
                    .findFirst()
                    .orElseThrow();
            StepLedger read = StepLedger.read(file);
            LedgerSource ofFile = LedgerSource.of(read, () -> read);
            assertThat(ledger.run()).isEqualTo(read.run());
            assertThat(ledger.losses()).isEqualTo(read.losses());
            assertThat(ledger.ranges()).isEqualTo(ofFile.ranges());
            assertThat(ledger.pooledRows()).isEqualTo(ofFile.pooledRows());
            StepSyncs syncs = ledger.content().get().syncs();
            assertThat(syncs.size()).isEqualTo(read.syncs().size()).isEqualTo(ledger.collectives());
            for (int sync = 0; sync < read.syncs().size(); sync++) {
                assertThat(syncs.group(sync)).isEqualTo(read.syncs().group(sync));
                assertThat(syncs.kind(sync)).isEqualTo(read.syncs().kind(sync));
                assertThat(syncs.endNanos(sync)).isEqualTo(read.syncs().endNanos(sync));
            }
        }
        assertThat(ledgers).hasSize(24);
    }

    /** Returns a column, which has no elements if none is known. */
    private static List<Long> known(long[] column, int size) {
        return column.length == 0
                ? Collections.nCopies(size, FleetSteps.UNKNOWN)
                : Arrays.stream(column).boxed().toList();
    }

    private static List<List<List<Long>>> figures(FleetSteps steps) {
        List<List<List<Long>>> figures = new ArrayList<>(steps.byRank(
                new int[] {1, 2, 20},
                rank -> Stream.concat(
                                Stream.of(rank.durations(), rank.own()),
                                Stream.of(StepValue.values()).map(rank::values))
                        .map(column -> known(column, rank.durations().length))
                        .toList()));
        for (int together : new int[] {1, 7, 11}) {
            int[] some = IntStream.range(2, steps.numbers().length)
                    .filter(step -> step % 9 != 0)
                    .toArray();
            figures.addAll(steps.byStep(
                    some,
                    together,
                    block -> block.stream()
                            .map(step -> LongStream.concat(
                                            LongStream.of(step.index()),
                                            Stream.of(step.durations(), step.own(), step.values(StepValue.PAUSE_NANOS))
                                                    .flatMapToLong(Arrays::stream))
                                    .boxed()
                                    .toList())
                            .toList()));
        }
        return figures;
    }

    @Test
    void figures_ofRanksAndOfSteps_areTheFiguresOfOneProcess() throws IOException {
        for (Path given : List.of(run, packed)) {
            FleetSteps here = Reports.report(Reports.read(run)).read().steps();
            FleetSteps there = Reports.report(new SparkEngine().read(List.of(given)))
                    .read()
                    .steps();
            assertThat(figures(there)).isEqualTo(figures(here));

            long[] own = new long[here.places().size()];
            Arrays.setAll(own, rank -> rank % 3 == 0 ? FleetSteps.UNKNOWN : rank);
            for (int step : new int[] {0, 5, 30}) {
                here.setOwn(step, own);
                there.setOwn(step, own);
            }
            assertThat(figures(there)).isEqualTo(figures(here));
        }
    }

    @Test
    void steps_inTheTable_areSortedByStepAndRank() throws IOException {
        List<Row> steps = table("steps").select("step", "rank").collectAsList();

        assertThat(steps)
                .hasSize(22 * 40)
                .isSortedAccordingTo((one, other) -> one.getLong(0) == other.getLong(0)
                        ? Integer.compare(one.getInt(1), other.getInt(1))
                        : Long.compare(one.getLong(0), other.getLong(0)));
    }

    @Test
    void tables_haveTheDocumentedColumns() throws IOException {
        assertThat(table("steps").schema().toDDL())
                .isEqualTo("ledger INT,rank INT,step BIGINT,row BIGINT,steps BIGINT,start_nanos BIGINT,"
                        + "duration_nanos BIGINT,cpu_nanos BIGINT,pause_nanos BIGINT,input_wait_nanos BIGINT,"
                        + "batch BIGINT,lock_park_nanos BIGINT,io_nanos BIGINT,communication_nanos BIGINT,"
                        + "collectives BIGINT");
        assertThat(table("syncs").schema().toDDL())
                .isEqualTo("ledger INT,rank INT,step BIGINT,row BIGINT,number BIGINT,bytes BIGINT,arrival_nanos BIGINT,"
                        + "end_nanos BIGINT,group_first_rank BIGINT,group_size BIGINT,group_name STRING,kind STRING");
        assertThat(table("unreadable").schema().toDDL())
                .isEqualTo("ledger INT,path STRING,bytes BIGINT,modified_millis BIGINT,reason STRING");
        assertThat(table("ranks").columns())
                .contains("rank", "host", "pipeline_position", "labels", "job", "start_epoch_nanos", "versions");
        assertThat(table("unreadable").count()).isEqualTo(2);
        assertThat(table("findings").select("level", "name", "cause").collectAsList())
                .extracting(Row::toString)
                .contains("[rank,6,work]");
    }

    @Test
    void sameFiles_packedAgain_areNothingToDo() throws IOException {
        assertThat(new SparkEngine().pack(List.of(run), lake, "packed")).isEmpty();
    }

    @Test
    void runThatHasGrown_isPackedAgain() throws IOException {
        Path growing = directory.resolve("growing");
        new WrittenFleet(2, 30, 1, false).write(growing);
        new SparkEngine().pack(List.of(growing), lake, "growing");
        new WrittenFleet(3, 30, 1, false).write(growing);

        assertThat(new SparkEngine().pack(List.of(growing), lake, "growing")).isPresent();
        assertThat(Reports.bySpark(lake.resolve("run=growing"))).contains("\"ranks\":3");
        assertThat(lake.resolve(".replaced-growing")).doesNotExist();
    }

    @Test
    void runThatAKilledPackingHasRenamed_isThereAgain() throws IOException {
        Path killed = pack("killed");
        Files.move(killed, lake.resolve(".replaced-killed"));

        assertThat(new SparkEngine().pack(List.of(run), lake, "killed")).isEmpty();
        assertThat(Reports.bySpark(killed)).isEqualTo(Reports.ofOneProcess(run));
    }

    /** A disk without room. */
    static final class FullDisk extends RawLocalFileSystem {
        @Override
        public URI getUri() {
            return URI.create("full://disk");
        }

        @Override
        protected OutputStream createOutputStreamWithMode(
                org.apache.hadoop.fs.Path file, boolean append, FsPermission permission) {
            return new OutputStream() {
                @Override
                public void write(int any) throws IOException {
                    throw new IOException("No space left on device");
                }
            };
        }
    }

    @Test
    void fullDisk_whilePacking_isOneSentence() {
        spark.sparkContext().hadoopConfiguration().set("fs.full.impl", FullDisk.class.getName());
        Path full = Path.of("full://disk" + directory);
        StringWriter err = new StringWriter();
        CommandLine line = StepProf.commandLine().setErr(new PrintWriter(err, true));

        assertThat(StepProf.execute(line, "fleet", "pack", run.toString(), "-o", full.toString()))
                .isEqualTo(ExitCode.FAILED);

        assertThat(err.toString())
                .isEqualToNormalizingNewlines(
                        "pack: full://disk" + directory + "/run=run7 was not written: No space left on device\n");
        assertThat(directory.resolve(".packing-run7")).doesNotExist();
    }

    @Test
    void packing_withoutTheLedgerOfARank_isIncomplete() throws IOException {
        Path lost = directory.resolve("lost");
        new WrittenFleet(4, 40, 1, false).write(lost);
        Files.delete(Reports.ledgers(lost).get(2));
        StringWriter err = new StringWriter();
        CommandLine line = StepProf.commandLine().setErr(new PrintWriter(err, true));

        assertThat(StepProf.execute(line, "fleet", "pack", lost.toString(), "-o", lake.toString()))
                .isEqualTo(ExitCode.INCOMPLETE);

        assertThat(err.toString()).startsWith("pack: ranks without a step ledger: 1; traces are not packed: ");
    }

    @Test
    void otherRun_ofTheSameName_isRefused() throws IOException {
        Path other = directory.resolve("other");
        new WrittenFleet(2, 30, 1, false).write(other);
        assertThatIOException()
                .isThrownBy(() -> new SparkEngine().pack(List.of(other), lake, "packed"))
                .withMessageStartingWith("--run packed is not allowed: ")
                .withMessageContaining("run7");
    }

    @Test
    void unreadableFilesAlone_areTheReportOfOneProcess() throws IOException {
        Path damaged = Files.createDirectories(directory.resolve("damaged"));
        Files.writeString(damaged.resolve("text.steps"), "no ledger");

        assertThat(Reports.bySpark(damaged)).isEqualTo(Reports.ofOneProcess(damaged));
    }

    @Test
    void directoryWithoutLedgers_isRefused() throws IOException {
        Path empty = Files.createDirectories(directory.resolve("none"));

        assertThatIOException()
                .isThrownBy(() -> Reports.bySpark(empty))
                .withMessageStartingWith(
                        empty + " contains no step ledger (*.steps); traces are read without Spark only: ");
    }
}
