package io.stepprofiler.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.cli.StepProfRun;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.columns.StepColumn;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.ledger.JobPlace;
import io.stepprofiler.ledger.LedgerBlocks;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Databases, and the document about them, whose queries it runs. */
class DatabaseTest {
    private static final Path DOCUMENT = Path.of("../../docs/SQL.md");
    private static final Pattern QUERY =
            Pattern.compile("```sql\n(SELECT|WITH)(.*?);\n```\n\n```text\n(.*?)```", Pattern.DOTALL);
    private static final long EPOCH = 1_700_000_000_000_000_000L;
    private static final long MILLI = 1_000_000;
    private static final int STEPS = 8;
    private static final int SLOW = 5;

    @TempDir
    private Path dir;

    private final StepProfRun stepprof = new StepProfRun();

    /** Steps of about 10 ms, of which one waits longer for its batch and takes more memory. */
    private static Trace trace(int rank) {
        TraceBuilder builder = new TraceBuilder()
                .traceId("rank-" + rank)
                .process(new ProcessInfo(100 + rank, "gpu" + rank))
                .distributed(new DistributedInfo(rank, 2, "gloo", "gpu" + rank))
                .metadata("model", new MetadataValue("LeNet", false))
                .window(new ClockAnchor(0, EPOCH), new ClockAnchor(100 * MILLI, EPOCH + 100 * MILLI));
        TrackBuilder main = builder.thread(1, "main");
        OpSignature shapes =
                new OpSignature("", List.of(Operand.tensor(ElementType.FLOAT, Dims.of(32, 784))), List.of(), -1);
        int stack = builder.stackId(List.of(
                new StackTraceElement("com.acme.Net", "lambda$forward$0", "Net.java", 12),
                new StackTraceElement("com.acme.Train", "main", "Train.java", 30)));
        long at = 0;
        for (int step = 0; step < STEPS; step++) {
            long begin = at;
            long wait = step == SLOW ? 7 * MILLI : MILLI;
            main.add(builder.nameId("enumerate(DataLoader)#Batches.__next__", EventKind.DATA_LOADER, ""), at, wait);
            at += wait;
            long bytes = (step == SLOW ? 4L : 1L) << 20;
            builder.memory(MemoryEvent.allocated(at, 1, 64, bytes).withStack(stack));
            builder.counter("loss", at, 1.0 / (step + 1));
            main.argument(main.add(builder.nameId("forward"), at, 4 * MILLI), builder.nameId("batch"), (long) step);
            for (int call = 0; call < 2; call++) {
                int event = main.add(builder.nameId("aten::linear"), at + 2L * call * MILLI, MILLI * 3 / 2);
                main.signature(event, builder.signatureId(shapes)).stack(event, stack);
            }
            for (int sample = 0; sample < 4; sample++) {
                builder.stackSample(new StackSample(at + sample * MILLI, 1, SampleKind.CPU_TIME, stack, MILLI));
            }
            at += 4 * MILLI;
            main.add(builder.nameId("backward"), at, (3 + rank) * MILLI);
            at += (3 + rank) * MILLI;
            builder.memory(MemoryEvent.freed(at - 1, 1, 64, bytes));
            builder.step(new StepMark(step, begin, at - begin, 1, false, 7 * MILLI));
        }
        return builder.build();
    }

    @SuppressWarnings("EnumOrdinal") // A row of the ledger has its values by column.
    private static byte[] ledger(int rank) {
        LedgerBlocks blocks = new LedgerBlocks(
                new LedgerRun(
                        "run",
                        "training",
                        "com.acme.Train",
                        "",
                        new ProcessInfo(100 + rank, "gpu" + rank),
                        new ClockAnchor(7, EPOCH - 1),
                        LedgerRun.Machine.UNKNOWN,
                        OptionalInt.of(rank),
                        2,
                        JobPlace.UNKNOWN),
                1 << 20);
        blocks.beginBlocks();
        for (int step = 0; step < 100; step++) {
            long[] row = new long[StepColumn.values().length];
            Arrays.fill(row, -1);
            row[StepColumn.NUMBER.ordinal()] = step;
            row[StepColumn.START_NANOS.ordinal()] = 7 + 50 * MILLI * step;
            row[StepColumn.DURATION_NANOS.ordinal()] = (10 + rank + (step == 50 ? 20 - 19 * rank : 0)) * MILLI;
            row[StepColumn.FLAGS.ordinal()] = step < STEPS ? 1 : 0;
            blocks.step(row);
        }
        blocks.endSteps(0, 0, true);
        return blocks.toByteArray();
    }

    /** Writes a run of two ranks, and converts it. */
    private Path run() throws IOException {
        Path log = Files.createDirectories(dir.resolve("log"));
        for (int rank = 0; rank < 2; rank++) {
            trace(rank).export(log.resolve("rank" + rank + ".json.gz"));
            Files.write(log.resolve("rank" + rank + ".steps"), ledger(rank));
        }
        return converted(log, ExitCode.DONE);
    }

    private Path converted(Path from, int code) {
        Path to = dir.resolve("run.sqlite");
        assertThat(stepprof.run("convert", from.toString(), "-o", to.toString()))
                .as(stepprof.err())
                .isEqualTo(code);
        return to;
    }

    /** The rows as 'sqlite3 -column -header' prints them. */
    private static String result(Path database, String query) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            int columns = found.getMetaData().getColumnCount();
            List<String> titles = new ArrayList<>();
            for (int i = 1; i <= columns; i++) {
                titles.add(found.getMetaData().getColumnLabel(i));
            }
            rows.add(titles);
            while (found.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    String cell = found.getString(i);
                    row.add(cell == null ? "" : cell);
                }
                rows.add(row);
            }
        }
        List<Integer> widths = new ArrayList<>();
        for (int i = 0; i < rows.get(0).size(); i++) {
            int column = i;
            widths.add(rows.stream()
                    .mapToInt(row -> row.get(column).length())
                    .max()
                    .orElse(0));
        }
        rows.add(1, widths.stream().map("-"::repeat).toList());
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                line.append(row.get(i))
                        .append(" ".repeat(widths.get(i) - row.get(i).length() + 2));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private static String cell(Path database, String query) throws SQLException {
        return result(database, query).lines().skip(2).collect(Collectors.joining("\n"));
    }

    @Test
    void queries_ofTheDocument_giveItsResultsAndUseAllIndices() throws Exception {
        Path run = run();
        Matcher query = QUERY.matcher(Files.readString(DOCUMENT));
        StringBuilder expected = new StringBuilder();
        StringBuilder results = new StringBuilder();
        StringBuilder plans = new StringBuilder();
        int count = 0;
        while (query.find()) {
            count++;
            expected.append(query.group(3));
            results.append(result(run, query.group(1) + query.group(2)));
            plans.append(result(run, "EXPLAIN QUERY PLAN " + query.group(1) + query.group(2)));
        }
        assertThat(count).isEqualTo(10);
        assertThat(results).hasToString(expected.toString());
        assertThat(indices(run)).allSatisfy(index -> assertThat(plans).contains("INDEX " + index + " "));
    }

    private static Set<String> indices(Path database) throws SQLException {
        String names = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL";
        return new HashSet<>(cell(database, names).lines().map(String::strip).toList());
    }

    @Test
    void schema_ofTheDocument_isTheOneOfTheDatabase() throws Exception {
        try (InputStream in = Objects.requireNonNull(Database.class.getResourceAsStream("schema.sql"))) {
            String schema = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(Files.readString(DOCUMENT)).contains("```sql schema\n" + schema + "```");
        }
    }

    @Test
    void database_ofADirectory_hasAllOfItsRanksAndIsSound() throws Exception {
        Path run = run();
        assertThat(cell(run, "PRAGMA foreign_key_check")).isEmpty();
        assertThat(cell(run, "PRAGMA integrity_check")).isEqualTo("ok");
        assertThat(cell(run, "SELECT group_concat(rank || host || pid || world_size) FROM window"))
                .isEqualTo("0gpu01002,1gpu11012");
        assertThat(cell(run, "SELECT count(*) || ',' || sum(steps) FROM ledger_row"))
                .isEqualTo("200,200");
        assertThat(cell(run, "SELECT sum(is_recorded) || ',' || min(start_nanos) FROM ledger_row"))
                .isEqualTo("16,0");
        // Each nanosecond of a step is in one part.
        assertThat(cell(
                        run,
                        "SELECT count(*) FROM step WHERE duration_nanos <> (SELECT sum(nanos) FROM step_part"
                                + " WHERE step_id = step.id)"))
                .isEqualTo("0");
        assertThat(cell(run, "SELECT DISTINCT key || value || typeof(value) FROM event_argument WHERE value = 3"))
                .isEqualTo("batch3integer");
        assertThat(cell(run, "SELECT DISTINCT input_shapes FROM event WHERE name = 'aten::linear'"))
                .isEqualTo("[[32, 784]]");
        assertThat(cell(run, "SELECT DISTINCT value FROM metadata WHERE key = 'model'"))
                .isEqualTo("LeNet");
        // The children of 'forward' are its calls, and a frame of a lambda has the name of its method.
        assertThat(cell(
                        run,
                        "SELECT DISTINCT outer.name FROM event JOIN event AS outer ON outer.id = event.parent_id"
                                + " WHERE event.name = 'aten::linear'"))
                .isEqualTo("forward");
        assertThat(cell(run, "SELECT DISTINCT method FROM stack_frame ORDER BY method"))
                .isEqualTo("forward\nmain");
    }

    @Test
    void ledger_alone_isConverted() throws Exception {
        Path file = Files.write(dir.resolve("a.steps"), ledger(1));
        Path database = converted(file, ExitCode.DONE);
        assertThat(cell(
                        database,
                        "SELECT (SELECT count(*) FROM window) || ',' || count(*) || ',' || max(cpu_nanos IS NULL)"
                                + " FROM ledger_row"))
                .isEqualTo("0,100,1");
    }

    @Test
    void damagedLedger_ofADirectory_isNamedAndLeftOut() throws Exception {
        Path log = Files.createDirectories(dir.resolve("log"));
        Files.write(log.resolve("a.steps"), ledger(0));
        Files.writeString(log.resolve("b.steps"), "no ledger");
        Path database = converted(log, ExitCode.INCOMPLETE);
        assertThat(stepprof.err()).contains("left out: ").contains("b.steps");
        assertThat(cell(database, "SELECT count(*) FROM ledger")).isEqualTo("1");
    }

    @Test
    void archive_ofLedgersAlone_isRefusedInsteadOfAnEmptyDatabase() throws IOException {
        Path archive = dir.resolve("log.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            zip.putNextEntry(new ZipEntry("a.steps"));
            zip.write(ledger(0));
        }
        assertThat(stepprof.run(
                        "convert",
                        archive.toString(),
                        "-o",
                        dir.resolve("run.sqlite").toString()))
                .isEqualTo(ExitCode.FAILED);
        assertThat(dir.resolve("run.sqlite")).doesNotExist();
    }

    @Test
    void failure_leavesTheOlderFileAndNothingElse() throws Exception {
        Path log = Files.createDirectories(dir.resolve("empty"));
        Path file = Files.writeString(dir.resolve("run.sqlite"), "older");
        assertThat(stepprof.run("convert", log.toString(), "-o", file.toString()))
                .isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err()).contains("contains no trace, journal or step ledger");
        assertThat(file).hasContent("older");
        try (Stream<Path> files = Files.list(dir)) {
            assertThat(files).containsExactlyInAnyOrder(log, file);
        }
    }

    @Test
    void report_isRefused() throws IOException {
        Path file = dir.resolve("a.json");
        trace(0).export(file);
        String page = dir.resolve("a.html").toString();
        assertThat(stepprof.run("report", file.toString(), "-o", page)).isZero();
        assertThat(stepprof.run("convert", page, "-o", dir + "/a.sqlite")).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err()).contains("is a report, which holds no single events");
    }

    /** The notebook of the examples, whose code runs here if its libraries are there. */
    @Test
    void notebook_ofTheExamples_drawsTwoPlots() throws Exception {
        JsonNode notebook = new ObjectMapper()
                .readTree(Path.of("../../examples/notebooks/steps.ipynb").toFile());
        assertThat(notebook.path("nbformat").intValue()).isEqualTo(4);
        StringBuilder code = new StringBuilder();
        Set<String> ids = new HashSet<>();
        for (JsonNode cell : notebook.path("cells")) {
            assertThat(ids.add(cell.path("id").textValue())).isTrue();
            if (cell.path("cell_type").textValue().equals("code")) {
                assertThat(cell.path("outputs")).isEmpty();
                assertThat(cell.path("execution_count").isNull()).isTrue();
                cell.path("source").forEach(line -> code.append(line.textValue()));
                code.append("\n");
            }
        }
        assumeTrue(python("import pandas, matplotlib") == 0, "python3 with pandas and matplotlib is not here");
        run();
        code.append("assert len(plt.get_fignums()) == 2 and all(figure.axes[0].has_data()"
                + " for figure in map(plt.figure, plt.get_fignums()))\n");
        assertThat(python(code.toString())).isZero();
    }

    private int python(String code) throws IOException, InterruptedException {
        Path log = dir.resolve("python.log");
        ProcessBuilder python = new ProcessBuilder("python3", "-").directory(dir.toFile());
        python.environment().put("MPLBACKEND", "Agg");
        python.environment().put("MPLCONFIGDIR", dir.toString());
        Process process;
        try {
            process = python.redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException e) {
            return 127;
        }
        try (OutputStream in = process.getOutputStream()) {
            in.write(code.getBytes(StandardCharsets.UTF_8));
        }
        int status = process.waitFor();
        if (status != 0) {
            System.out.print(Files.readString(log));
        }
        return status;
    }
}
