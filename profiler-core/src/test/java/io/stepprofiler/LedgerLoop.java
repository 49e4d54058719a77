package io.stepprofiler;

import io.stepprofiler.event.Collective;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.ledger.LedgerOptions;
import io.stepprofiler.schedule.Schedule;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * A training loop with a collective in each step, a ledger and no windows, which never closes its profile; for a process
 * of its own.
 */
final class LedgerLoop {
    private static final Communication ALL_REDUCE = Communication.of("gloo", Collective.ALL_REDUCE);

    private LedgerLoop() {}

    /** Arguments: the directory, and the number of steps; without a number it never ends. */
    public static void main(String[] arguments) {
        Profile profile = Profile.builder()
                .schedule(Schedule.never())
                .ledger(LedgerOptions.DEFAULT.withDirectory(Path.of(arguments[0])))
                .start();
        long steps = arguments.length > 1 ? Long.parseLong(arguments[1]) : Long.MAX_VALUE;
        for (long i = 0; i < steps; i++) {
            if (i % 10 == 0) {
                LockSupport.parkNanos(1_000_000);
            }
            ALL_REDUCE.open(i, ElementType.FLOAT).close();
            profile.step();
        }
    }
}
