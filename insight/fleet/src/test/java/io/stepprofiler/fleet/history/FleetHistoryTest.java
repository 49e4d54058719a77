package io.stepprofiler.fleet.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.analysis.diff.Mismatch;
import io.stepprofiler.fleet.LedgerFile;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetHistoryTest {
    private static final double MILLI = 1e6;

    @TempDir
    private Path directory;

    /** Runs of 100 ms a step with noise of 2 %, longer by a part from a run on. */
    private static List<RecordedRun> runs(int count, int from, double longer) {
        SplittableRandom random = new SplittableRandom(5);
        List<RecordedRun> runs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double step = 100 * MILLI * (1 + 0.02 * random.nextGaussian() + (i >= from ? longer : 0));
            Map<String, String> environment = new LinkedHashMap<>();
            environment.put("commit", i >= from ? "b2" : "a1");
            environment.put("java", "17");
            environment.put("hosts", "host" + i % 3);
            Map<RunMetric, Double> figures = i % 7 == 3
                    ? Map.of(RunMetric.TYPICAL, step)
                    : Map.of(RunMetric.TYPICAL, step, RunMetric.COST, 50 * MILLI);
            runs.add(new RecordedRun("run" + i, i, 8, figures, Map.of("number of ranks", "8"), environment));
        }
        return runs;
    }

    @Test
    void changeOfAFigure_isNamedWithItsRunAndWithWhatDiffers() {
        FleetHistory history = FleetHistory.of(runs(30, 20, 0.1), List.of(RunMetric.TYPICAL, RunMetric.COST));
        assertThat(history.changes()).singleElement().satisfies(change -> {
            assertThat(change.metric()).isEqualTo(RunMetric.TYPICAL);
            assertThat(change.run()).isEqualTo("run20");
            assertThat(change.change().isSure()).isTrue();
            assertThat(change.change().after() / change.change().before()).isCloseTo(1.1, within(0.02));
            assertThat(change.differences()).containsExactly(new Mismatch("commit", "a1", "b2", false));
        });
        assertThat(history.unsearched()).isEmpty();
    }

    @Test
    void orderOfRuns_hasNoEffect() {
        List<RecordedRun> runs = runs(30, 20, 0.1);
        List<RunMetric> metrics = List.of(RunMetric.values());
        FleetHistory history = FleetHistory.of(runs, metrics);
        Collections.shuffle(runs, new Random(1));
        assertThat(FleetHistory.of(runs, metrics)).isEqualTo(history);
    }

    @Test
    void unchangedRuns_haveNoChange() {
        assertThat(FleetHistory.of(runs(30, 30, 0), List.of(RunMetric.TYPICAL)).changes())
                .isEmpty();
    }

    @Test
    void figureOfFewRuns_isNotSearched() {
        assertThat(FleetHistory.of(runs(4, 2, 0.5), List.of(RunMetric.TYPICAL, RunMetric.WASTE))
                        .unsearched())
                .containsExactly(RunMetric.TYPICAL, RunMetric.WASTE);
    }

    @Test
    void figuresOfARun_areThoseOfTheSlowestRankWithoutTheFirstStep() throws IOException {
        LedgerFile first = new LedgerFile("a", 7, 0, 2);
        LedgerFile second = new LedgerFile("b", 5, 1, 2);
        long[] longest = new long[21];
        for (int step = 0; step < 21; step++) {
            first.row(step, 1, step == 0 ? 9_000 : 100 + step);
            second.row(step, 1, step == 0 ? 9_000 : 130 - step);
            longest[step] = Math.max(100 + step, 130 - step);
        }
        Long[] pauses = new Long[21];
        Arrays.fill(pauses, 2L);
        Long[] none = new Long[21];
        Arrays.fill(none, 0L);
        List<StepLedger> ledgers = List.of(
                first.values(StepValue.PAUSE_NANOS, none).read(directory),
                second.values(StepValue.PAUSE_NANOS, pauses).read(directory));
        RecordedRun run =
                RecordedRun.of("x", ledgers.stream().map(StepLedger::run).toList(), FleetReport.of(ledgers, List.of()));
        long[] sorted = Arrays.copyOfRange(longest, 1, 21);
        Arrays.sort(sorted);
        assertThat(run.startEpochNanos()).isEqualTo(5);
        assertThat(run.ranks()).isEqualTo(2);
        assertThat(run.figures().get(RunMetric.TYPICAL)).isBetween((double) sorted[9], (double) sorted[10]);
        assertThat(run.figures().get(RunMetric.COST)).isBetween((double) sorted[1], (double) sorted[2]);
        assertThat(run.figures().get(RunMetric.PAUSES)).isEqualTo(2);
        assertThat(run.figures().get(RunMetric.THROUGHPUT))
                .isCloseTo(20e9 / Arrays.stream(sorted).sum(), within(1.0));
        assertThat(run.work()).isEqualTo(Map.of("number of ranks", "2"));
        assertThat(run.environment()).containsEntry("hosts", "a | b");
    }
}
