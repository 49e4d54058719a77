package io.stepprofiler.journal.blocks;

import io.stepprofiler.History;
import io.stepprofiler.Memory;
import io.stepprofiler.Profile;
import io.stepprofiler.journal.JournalOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;

/**
 * A training whose arrays fill half of the heap, with far more memory events in its history than the other half holds;
 * for a process of its own.
 */
final class MemoryHistory {
    private static final int STEPS = 200;
    private static final int ALLOCATIONS = 5000;
    private static final int STEPS_A_SNAPSHOT = 50;
    private static final int ARRAYS = 20;
    /** A little more than two regions of a collector that sees to large objects by themselves. */
    private static final int ARRAY_BYTES = 2_100_000;

    private MemoryHistory() {}

    /** Ends with status 0 if the training never lacked memory, and the history was delivered. */
    public static void main(String[] arguments) throws InterruptedException {
        byte[][] arrays = new byte[ARRAYS][];
        Random random = new Random(1);
        int failed = 0;
        Profile profile = Profile.builder()
                .history(History.ofSteps(20))
                .profileMemory(true)
                .journal(JournalOptions.in(Path.of(arguments[0])))
                .start();
        try (profile) {
            for (int step = 0; step < STEPS; step++) {
                try {
                    arrays[random.nextInt(ARRAYS)] = new byte[ARRAY_BYTES];
                    for (int i = 0; i < ALLOCATIONS; i++) {
                        Memory.allocated(i, 64);
                        Memory.freed(i, 64);
                    }
                } catch (OutOfMemoryError e) {
                    failed++;
                }
                if (step % STEPS_A_SNAPSHOT == STEPS_A_SNAPSHOT - 1) {
                    profile.snapshot("step " + step);
                    profile.awaitDelivery(Duration.ofSeconds(20));
                }
                profile.step();
            }
        }
        System.out.println(failed + " steps lacked memory; " + profile.lastTrace() + ", " + profile.failures());
        System.exit(failed == 0 && profile.lastTrace().isPresent() && profile.failureCount() == 0 ? 0 : 1);
    }
}
