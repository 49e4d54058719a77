package io.stepprofiler.fleet;

import io.stepprofiler.ledger.LedgerLosses;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A step ledger of a run: facts that are needed before its steps, and a way to read it, because all ledgers of a large
 * run are more than the memory of a process.
 *
 * @param run the facts about the process
 * @param losses its losses
 * @param ranges the numbers of its steps: first number of each range and the number after its last one, increasing
 * @param pooledRows number of rows that stand for several steps
 * @param collectives number of its collectives
 * @param file name of its file; empty if it is of no file
 * @param beginNanos begin of its first step in nanoseconds since 1970; 0 without steps
 * @param endNanos end of its last step
 * @param content reads the ledger, each time; throws {@link java.io.UncheckedIOException}
 */
public record LedgerSource(
        LedgerRun run,
        LedgerLosses losses,
        List<Long> ranges,
        long pooledRows,
        int collectives,
        String file,
        long beginNanos,
        long endNanos,
        Supplier<StepLedger> content) {
    /** Copies the list. */
    public LedgerSource {
        ranges = List.copyOf(ranges);
    }

    /**
     * {@return the source of a ledger}
     *
     * @param ledger the ledger
     * @param content reads it again, or returns it
     */
    public static LedgerSource of(StepLedger ledger, Supplier<StepLedger> content) {
        long[] numbers = IntStream.range(0, ledger.size())
                .filter(row -> isStep(ledger, row))
                .mapToLong(ledger::number)
                .sorted()
                .toArray();
        List<Long> ranges = new ArrayList<>();
        for (int i = 0; i < numbers.length; i++) {
            if (i == 0 || numbers[i - 1] + 1 < numbers[i]) {
                ranges.add(numbers[i]);
            }
            if (i == numbers.length - 1 || numbers[i] + 1 < numbers[i + 1]) {
                ranges.add(numbers[i] + 1);
            }
        }
        return new LedgerSource(
                ledger.run(),
                ledger.losses(),
                ranges,
                IntStream.range(0, ledger.size())
                        .filter(row -> ledger.steps(row) > 1)
                        .count(),
                ledger.syncs().size(),
                ledger.source(),
                ledger.size() == 0 ? 0 : ledger.run().start().toEpochNanos(ledger.startNanos(0)),
                ledger.size() == 0 ? 0 : end(ledger, ledger.size() - 1),
                content);
    }

    private static boolean isStep(StepLedger ledger, int row) {
        return FleetSteps.isStep(ledger.steps(row), ledger.durationNanos(row));
    }

    private static long end(StepLedger ledger, int row) {
        return ledger.run().start().toEpochNanos(ledger.startNanos(row) + ledger.durationNanos(row));
    }
}
