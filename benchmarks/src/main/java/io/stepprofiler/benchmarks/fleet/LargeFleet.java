package io.stepprofiler.benchmarks.fleet;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.ledger.JobPlace;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledgerfile.LedgerWriter;
import io.stepprofiler.recording.StepRings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/**
 * Writes the step ledgers of a simulated fleet, by the writer of the profiler: eight ranks on each host, noise of 2 %,
 * pauses in 2 % of the steps, and one rank that takes 10 % longer than its peers. A step of a rank takes about 8 bytes.
 *
 * <p>The arguments are the number of ranks, the number of steps and the directory: {@code java -cp
 * benchmarks/target/benchmarks.jar io.stepprofiler.benchmarks.fleet.LargeFleet 10000 10000 big}. {@code stepprof fleet
 * pack big -o lake} then writes the same fleet as Parquet tables in parts.
 */
public final class LargeFleet {
    private static final long STEP_NANOS = 130_000_000;
    private static final long WORK_NANOS = 100_000_000;
    private static final long PAUSE_NANOS = 5_000_000;
    private static final long START_NANOS = 1_700_000_000_000_000_000L;
    private static final int RANKS_OF_HOST = 8;
    private static final int ROWS_OF_COPY = 4096;
    private static final LedgerRun.Machine MACHINE =
            new LedgerRun.Machine("OpenJDK 64-Bit Server VM 17", "G1", 1L << 32, 8, Map.of("java", "17.0.1"), Map.of());

    private final int ranks;
    private final int steps;
    private final StepRings rings = new StepRings();

    private LargeFleet(int ranks, int steps) {
        this.ranks = ranks;
        this.steps = steps;
    }

    /**
     * Writes the ledgers.
     *
     * @throws IOException if they cannot be written
     */
    public static void main(String[] arguments) throws IOException {
        LargeFleet fleet = new LargeFleet(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
        Path directory = Files.createDirectories(Path.of(arguments[2]));
        for (int rank = 0; rank < fleet.ranks; rank++) {
            fleet.write(rank, directory);
        }
        System.out.println("Slow rank: " + fleet.slow());
    }

    private int slow() {
        return ranks * 5 / 8;
    }

    private void write(int rank, Path directory) throws IOException {
        LedgerRun run = new LedgerRun(
                "run-" + rank,
                "profile",
                "Train",
                "Train",
                new ProcessInfo(1000 + rank, "host-" + rank / RANKS_OF_HOST),
                new ClockAnchor(0, START_NANOS),
                MACHINE,
                OptionalInt.of(rank),
                ranks,
                JobPlace.UNKNOWN);
        LedgerWriter writer = new LedgerWriter(run, directory.resolve(run.fileName()), 64 << 20, rings);
        SplittableRandom random = new SplittableRandom(rank);
        double usual = WORK_NANOS * (rank == slow() ? 1.1 : 1);
        for (int step = 0; step < steps; step++) {
            long work = Math.round(usual * (1 + 0.02 * Math.max(-3, Math.min(random.nextGaussian(), 3))));
            rings.steps().add(new long[] {
                step,
                STEP_NANOS * step,
                STEP_NANOS,
                0,
                work * 9 / 10,
                random.nextInt(50) == 0 ? PAUSE_NANOS : 0,
                1_000_000,
                32,
                STEP_NANOS - work,
                1
            });
            if (step % ROWS_OF_COPY == ROWS_OF_COPY - 1) {
                writer.copy(false);
            }
        }
        Optional<IOException> failure = writer.copy(true);
        if (failure.isPresent()) {
            throw failure.get();
        }
    }
}
