package io.stepprofiler.fleetspark;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Collective;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.ledger.JobPlace;
import io.stepprofiler.ledger.KnownGroups;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.Parallelism;
import io.stepprofiler.ledgerfile.LedgerWriter;
import io.stepprofiler.recording.RowRing;
import io.stepprofiler.recording.StepRings;
import io.stepprofiler.trace.ProcessGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/**
 * Step ledgers of a simulated fleet, written by the writer of the product: four stages, eight ranks on each host, noise
 * of 2 %, and a rank that is slower than its peers.
 *
 * @param ranks number of ranks
 * @param steps number of steps
 * @param seed seed of the noise
 * @param hasSyncs true if each step has a collective of all ranks
 */
public record WrittenFleet(int ranks, int steps, long seed, boolean hasSyncs) {
    static final int SLOW_RANK = 6;

    private static final long STEP_NANOS = 200_000_000;
    private static final long WAIT_NANOS = 30_000_000;
    private static final long START_NANOS = 1_700_000_000_000_000_000L;
    private static final long PAUSE_NANOS = 5_000_000;
    private static final int ROWS_OF_COPY = 256;

    /** Writes the ledgers into a directory, which is created. */
    public void write(Path directory) throws IOException {
        Files.createDirectories(directory);
        for (int rank = 0; rank < ranks; rank++) {
            write(directory, rank, new ProcessInfo(1000 + rank, "host-" + rank / 8));
        }
    }

    /** Writes the ledger of a process that is a rank. */
    void write(Path directory, int rank, ProcessInfo process) throws IOException {
        StepRings rings = new StepRings();
        LedgerRun run = run(rank, process);
        LedgerWriter writer = new LedgerWriter(run, directory.resolve(run.fileName()), 64 << 20, rings);
        for (int step = 0; step < steps; step++) {
            add(rank, step, rings);
            if (step % ROWS_OF_COPY == ROWS_OF_COPY - 1) {
                writer.copy(false);
            }
        }
        Optional<IOException> failure = writer.copy(true);
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    private LedgerRun run(int rank, ProcessInfo process) {
        return new LedgerRun(
                "run-" + rank,
                "profile",
                "Train",
                "Train --epochs 3",
                process,
                new ClockAnchor(0, START_NANOS),
                new LedgerRun.Machine(
                        "OpenJDK 64-Bit Server VM 17",
                        "G1",
                        1L << 32,
                        8,
                        Map.of("java", "17.0.1"),
                        Map.of("UseNUMA", "true")),
                OptionalInt.of(rank),
                ranks,
                JobPlace.UNKNOWN
                        .job("job-7")
                        .label("rack", "rack-" + rank / 64)
                        .position(Parallelism.PIPELINE, rank % 4)
                        .position(Parallelism.DATA, rank / 4));
    }

    private void add(int rank, int step, StepRings rings) {
        SplittableRandom random = new SplittableRandom(seed * 31 + (long) rank * steps + step);
        double noise = random.nextDouble() + random.nextDouble() + random.nextDouble() - 1.5;
        double usual = STEP_NANOS * (1 + 0.04 * noise);
        long own = (long) (rank == SLOW_RANK ? 1.1 * usual : usual);
        long start = (STEP_NANOS + WAIT_NANOS) * step;
        if (hasSyncs) {
            RowRing collectives = rings.collectives();
            collectives.add(new long[] {
                step,
                KnownGroups.numberOf(new ProcessGroup("", "", "", List.of())),
                List.of(Collective.values()).indexOf(Collective.ALL_REDUCE),
                0,
                1 << 20,
                start + own,
                start + STEP_NANOS + WAIT_NANOS
            });
        }
        rings.steps().add(new long[] {
            step,
            start,
            STEP_NANOS + WAIT_NANOS,
            0,
            own * 9 / 10,
            random.nextInt(50) == 0 ? PAUSE_NANOS : 0,
            1_000_000 + random.nextInt(1_000_000),
            32,
            STEP_NANOS + WAIT_NANOS - own,
            1
        });
    }
}
