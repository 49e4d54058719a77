package io.stepprofiler.fleetspark;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.fleet.FleetLedgers;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.LedgerSource;
import io.stepprofiler.fleet.RankLedgers;
import io.stepprofiler.ledger.JobPlace;
import io.stepprofiler.ledger.LedgerBuilder;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

class TaskFiguresTest {
    private static final long SECOND = 1_000_000_000;
    private static final long DAMAGED = 2 * FleetSteps.MOST_FIGURE;

    /** A process with gaps, rows of several steps, damaged figures, and steps that it counts twice. */
    private static StepLedger ledger(int rank, int process, Random random) {
        LedgerBuilder builder = new LedgerBuilder(new LedgerRun(
                "run-" + rank + "-" + process,
                "",
                "",
                "",
                new ProcessInfo(10 * rank + process, "host"),
                new ClockAnchor(0, 1_000_000L * process * SECOND),
                LedgerRun.Machine.UNKNOWN,
                OptionalInt.of(rank),
                2,
                JobPlace.UNKNOWN));
        long number = 10L * process;
        for (int row = 0; row < 30; row++) {
            number += random.nextInt(8) == 0 ? random.nextInt(4) - 1 : 1;
            builder.step(number, row * SECOND, random.nextInt(9) == 0 ? DAMAGED : random.nextInt(1000));
            builder.pooled(random.nextInt(9) == 0 ? 2 : 1);
            for (StepValue value : StepValue.values()) {
                if (random.nextBoolean()) {
                    builder.set(value, random.nextInt(9) == 0 ? DAMAGED : random.nextInt(1000));
                }
            }
        }
        return builder.build();
    }

    private static List<List<Long>> columns(FleetSteps.Figures rank) {
        return Stream.concat(
                        Stream.of(rank.durations(), rank.own()),
                        Stream.of(StepValue.values()).map(rank::values))
                .map(column -> Arrays.stream(column).boxed().toList())
                .toList();
    }

    /** Rows of a ledger in parts, which may divide the rows of a step. */
    private static List<LedgerColumns> parts(StepLedger ledger, Random random) {
        LedgerColumns rows = LedgerTable.STEPS.columns(ledger);
        List<LedgerColumns> parts = new ArrayList<>();
        for (int row = 0; row < rows.size(); row++) {
            if (row == 0 || random.nextInt(7) == 0) {
                parts.add(LedgerTable.STEPS.columns());
            }
            long[][] columns = rows.columns();
            int at = row;
            parts.get(parts.size() - 1)
                    .add(Arrays.stream(columns).mapToLong(column -> column[at]).toArray());
        }
        return parts.stream().map(TaskFigures::of).toList();
    }

    @RepeatedTest(20)
    void partsOfTheProcessesOfARank_joined_areItsStepsInOneProcess(RepetitionInfo seed) {
        Random random = new Random(seed.getCurrentRepetition());
        List<StepLedger> processes = new ArrayList<>();
        for (int process = 0; process < 4; process++) {
            processes.add(ledger(process / 2, process % 2, random));
        }
        FleetSteps steps = FleetLedgers.of(RankLedgers.of(
                        processes.stream()
                                .map(each -> LedgerSource.of(each, () -> each))
                                .toList(),
                        UnaryOperator.identity()))
                .steps();

        for (int rank = 0; rank < 2; rank++) {
            List<LedgerColumns> parts = Stream.concat(
                            parts(processes.get(2 * rank), random).stream(),
                            parts(processes.get(2 * rank + 1), random).stream())
                    .toList();
            TaskFigures joined = new TaskFigures(
                    rank, TaskFigures.joined(parts, steps.numbers()).columns());
            assertThat(columns(joined))
                    .isEqualTo(steps.byRank(new int[] {rank}, TaskFiguresTest::columns)
                            .get(0));
        }
        assertThat(steps.numbers()).hasSizeGreaterThan(20);
    }
}
