package io.stepprofiler.benchmarks;

import io.stepprofiler.BatchSize;
import io.stepprofiler.DataLoader;
import io.stepprofiler.Profile;
import io.stepprofiler.ledger.LedgerOptions;
import io.stepprofiler.schedule.Schedule;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Bytes that the step ledger takes for each step of a loop with a loader, batches and steps of irregular length, outside
 * of windows.
 *
 * @param onDisk bytes of the file
 * @param onHeap bytes that the stepping thread allocates
 */
record LedgerCost(double onDisk, double onHeap) {
    private static final int STEPS = 10_000;
    private static final long NANOS = 100_000;

    static LedgerCost measure() throws IOException {
        Path directory = Files.createTempDirectory("ledger");
        double onHeap;
        try (Profile profile = Profile.builder()
                .schedule(Schedule.never())
                .ledger(LedgerOptions.DEFAULT.withDirectory(directory))
                .start()) {
            Random random = new Random(1);
            Iterator<String> batches = DataLoader.wrap(batches(random));
            step(profile, batches);
            long before = allocated();
            step(profile, batches);
            onHeap = (double) (allocated() - before) / STEPS;
        }
        try (Stream<Path> files = Files.list(directory)) {
            Path file = files.findFirst().orElseThrow();
            double onDisk = Files.size(file) / (2.0 * STEPS);
            Files.delete(file);
            Files.delete(directory);
            return new LedgerCost(onDisk, onHeap);
        }
    }

    private static void step(Profile profile, Iterator<String> batches) {
        for (int i = 0; i < STEPS; i++) {
            batches.next();
            BatchSize.record(32);
            profile.step();
        }
    }

    private static Iterator<String> batches(Random random) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public String next() {
                work(random);
                return "batch";
            }
        };
    }

    private static void work(Random random) {
        long end = System.nanoTime() + (long) (NANOS * (1 + random.nextGaussian() / 10));
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getThreadAllocatedBytes(Thread.currentThread().getId());
    }
}
