package io.stepprofiler.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.cli.StepProfRun;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.columns.StepColumn;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.ledger.JobPlace;
import io.stepprofiler.ledger.LedgerBlocks;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows of step ledgers, as text and as comma-separated values. */
class ShowLedgerTest {
    private static final long MILLI = 1_000_000;
    private static final LedgerRun RUN = new LedgerRun(
            "run",
            "training",
            "Train",
            "",
            new ProcessInfo(100, "gpu0"),
            new ClockAnchor(7, 1_700_000_000_000_000_000L),
            LedgerRun.Machine.UNKNOWN,
            OptionalInt.of(3),
            4,
            JobPlace.UNKNOWN);

    @TempDir
    private Path dir;

    private final StepProfRun stepprof = new StepProfRun();

    @SuppressWarnings("EnumOrdinal") // A row of the ledger has its values by column.
    private static byte[] ledger() {
        LedgerBlocks blocks = new LedgerBlocks(RUN, 1 << 20);
        blocks.beginBlocks();
        for (int step = 0; step < 25; step++) {
            long[] row = new long[StepColumn.values().length];
            Arrays.fill(row, -1);
            row[StepColumn.NUMBER.ordinal()] = step;
            row[StepColumn.START_NANOS.ordinal()] = 7 + 50 * MILLI * step;
            row[StepColumn.DURATION_NANOS.ordinal()] = 10 * MILLI;
            row[StepColumn.FLAGS.ordinal()] = step == 2 ? 5 : 0;
            row[StepColumn.INPUT_WAIT_NANOS.ordinal()] = step == 1 ? 2 * MILLI : -1;
            blocks.step(row);
        }
        blocks.endSteps(0, 0, true);
        return blocks.toByteArray();
    }

    @BeforeEach
    void write() throws IOException {
        Files.createDirectories(dir.resolve("log/inside"));
        Files.write(dir.resolve("log/a.steps"), ledger());
        Files.write(dir.resolve("log/inside/b.steps"), ledger());
    }

    @Test
    void show_aLedger_printsItsFirstRowsAndTheNumberOfTheOthers() {
        assertThat(stepprof.in(dir, "show @log/a.steps --rows 3")).isEqualTo(ExitCode.DONE);
        assertThat(stepprof.out().lines().map(String::stripTrailing))
                .containsExactly(
                        "25 steps",
                        " number  steps    start  duration  input wait  recorded  captured",
                        "      0      1     0 ns   10.0 ms",
                        "      1      1  50.0 ms   10.0 ms     2.00 ms",
                        "      2      1   100 ms   10.0 ms                     1         1",
                        "22 more");
        assertThat(stepprof.err()).isEmpty();
    }

    @Test
    void show_aLedgerWithoutRowsOption_printsTwenty() {
        assertThat(stepprof.in(dir, "show @log/a.steps")).isZero();
        assertThat(stepprof.out()).contains("5 more").hasLineCount(23);
        stepprof.clear();
        assertThat(stepprof.in(dir, "show @log/a.steps --rows 0")).isZero();
        assertThat(stepprof.out()).contains("25 more").doesNotContain("10.0 ms");
    }

    @Test
    void csv_ofALedger_hasAllRowsInNanoseconds() {
        assertThat(stepprof.in(dir, "show @log/a.steps --csv")).isZero();
        List<String> lines = stepprof.out().lines().toList();
        assertThat(lines).hasSize(26);
        assertThat(lines.subList(0, 4))
                .containsExactly(
                        "number,steps,start_nanos,duration_nanos,input_wait_nanos,is_recorded,is_captured",
                        "0,1,0,10000000,,,",
                        "1,1,50000000,10000000,2000000,,",
                        "2,1,100000000,10000000,,1,1");
    }

    @Test
    void show_aDirectoryOfLedgers_hasAHeadingForEach() {
        assertThat(stepprof.in(dir, "show @log --rows 1")).isZero();
        assertThat(stepprof.out())
                .contains("== " + dir.resolve("log/a.steps"), "== " + dir.resolve("log/inside/b.steps"), "24 more");
        stepprof.clear();
        assertThat(stepprof.in(dir, "show @log --csv")).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err()).contains("must be one trace or ledger");
    }

    @Test
    void show_aDirectoryWithTraces_showsTheseOnly() throws IOException {
        Trace trace = new TraceBuilder()
                .traceId("a")
                .window(new ClockAnchor(0, 1), new ClockAnchor(9, 10))
                .build();
        trace.export(dir.resolve("log/a.json"));
        assertThat(stepprof.in(dir, "show @log")).isZero();
        assertThat(stepprof.out()).doesNotContain("number");
    }

    @Test
    void show_aDamagedLedger_saysWhatIsLostAndIsIncomplete() throws IOException {
        byte[] content = ledger();
        content[content.length - 20] ^= 1;
        Files.write(dir.resolve("bad.steps"), content);
        assertThat(stepprof.in(dir, "show @bad.steps")).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(stepprof.err()).contains("bad.steps: lost in the ledger: ").contains(", bytes: ");
        Files.writeString(dir.resolve("log/none.steps"), "no ledger");
        stepprof.clear();
        assertThat(stepprof.in(dir, "show @log")).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(stepprof.err()).contains("left out: ").contains("none.steps");
    }

    @Test
    void convert_aLedgerToATrace_isRefused() {
        assertThat(stepprof.in(dir, "convert @log/a.steps @x.json")).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err()).contains("a.steps is a step ledger, which has no events: 'stepprof show'");
    }
}
