package io.stepprofiler.report.faces;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stepprofiler.analysis.report.RunReport;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.ledger.JobPlace;
import io.stepprofiler.ledger.LedgerBuilder;
import io.stepprofiler.ledger.LedgerLosses;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.trace.TraceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of 100 steps of 10 ms, and a report with the window of steps 50 to 59. */
class RunLinesTest {
    private static final long MILLI = 1_000_000;

    @TempDir
    Path dir;

    /** The report, with time in the profiler between the first two steps. */
    static StepReport report(long pauseNanos) {
        return report(pauseNanos, 0);
    }

    private static StepReport report(long pauseNanos, long lost) {
        ProcessInfo process = new ProcessInfo(7, "host");
        LedgerBuilder ledger = new LedgerBuilder(new LedgerRun(
                "",
                "",
                "",
                "",
                process,
                new ClockAnchor(0, 0),
                LedgerRun.Machine.UNKNOWN,
                OptionalInt.empty(),
                0,
                JobPlace.UNKNOWN));
        ledger.losses(new LedgerLosses(lost, 0, 0, 0, 0, 0));
        TraceBuilder trace = new TraceBuilder()
                .process(process)
                .window(new ClockAnchor(0, 1), new ClockAnchor(2_000 * MILLI, 2_000 * MILLI + 1));
        for (int step = 0; step < 100; step++) {
            long start = 10L * step * MILLI + (step == 0 ? 0 : pauseNanos);
            ledger.step(step, start, 10 * MILLI);
            if (step >= 50 && step < 60) {
                trace.step(new StepMark(step, start, 10 * MILLI, 1, false));
            }
        }
        StepReport report = StepReport.of(trace.build());
        return report.withRuns(List.of(RunReport.of(ledger.build(), report.windows())));
    }

    @Test
    void lines_nameTheWindowsOfTheReport_andTheTimeOfTheSteps() {
        assertThat(RunLines.of(report(0).runs().get(0)))
                .containsExactly(
                        "100 steps in 1.00 s; step time: median 10.0 ms, 90th percentile 10.0 ms, 99th"
                                + " percentile 10.0 ms, longest 10.0 ms.",
                        "Windows: steps 50 to 59.");
    }

    @Test
    void lines_nameTheTimeOfTheProfiler_ifItIsAPercent() {
        String besides =
                "Besides, 10.0 ms passed between steps, in which the profiler worked or was stopped; no figure contains it.";

        assertThat(RunLines.of(report(10 * MILLI).runs().get(0))).hasSize(3).contains(besides);
        assertThat(RunLines.of(report(9 * MILLI).runs().get(0))).hasSize(2);
    }

    @Test
    void lines_nameTheStepsThatTheLedgerLacks() {
        assertThat(RunLines.of(report(0, 1).runs().get(0))).contains("1 step is not in the ledger.");
        assertThat(RunLines.of(report(0, 2).runs().get(0))).contains("2 steps are not in the ledger.");
    }

    @Test
    void summary_ofAnOlderRelease_isRead() throws IOException {
        String json = SummaryFile.json(report(10 * MILLI));
        JsonNode older = new ObjectMapper().readTree(json);
        ((ObjectNode) older).remove("verdicts");
        ((ObjectNode) older.at("/runs/0/steps")).remove("profilerShare");

        assertThat(read(json)).isEqualTo(report(10 * MILLI));
        assertThat(read(older.toString()).runs().get(0).steps().shares().profilerShare())
                .isEqualTo(-1);
    }

    private StepReport read(String json) throws IOException {
        return SummaryFile.read(Files.writeString(dir.resolve("summary.json"), json));
    }
}
