package io.stepprofiler.benchmarks;

import io.stepprofiler.Profile;
import io.stepprofiler.amount.Amount;
import io.stepprofiler.ledger.LedgerOptions;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.schedule.Schedule;
import java.util.concurrent.locks.LockSupport;

/**
 * Share of steps that the ledger lacks if they follow each other fast.
 *
 * <pre>java -cp benchmarks/target/benchmarks.jar io.stepprofiler.benchmarks.FlatOutSteps 100000 7</pre>
 */
public final class FlatOutSteps {
    private static final int BURST = 1000;

    private FlatOutSteps() {}

    /**
     * Ends steps and prints how many are lost.
     *
     * @param arguments number of steps a second, number of seconds
     */
    public static void main(String[] arguments) {
        double perSecond = Double.parseDouble(arguments[0]);
        long steps = (long) (perSecond * Double.parseDouble(arguments[1]));
        try (Profile profile = Profile.builder()
                .schedule(Schedule.never())
                .ledger(LedgerOptions.DEFAULT.inMemory())
                .start()) {
            long begin = System.nanoTime();
            for (long step = 0; step < steps; step++) {
                profile.step();
                long early = step % BURST == 0 ? begin + (long) (step / perSecond * 1e9) - System.nanoTime() : 0;
                if (early > 0) {
                    LockSupport.parkNanos(early);
                }
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            StepLedger ledger = profile.ledger();
            long lost = ledger.losses().overwrittenSteps();
            System.out.printf(
                    "%,d steps, %,.0f a second: %,d in the ledger, %,d lost, %s%n",
                    steps, steps / seconds, ledger.stepCount(), lost, Amount.share((double) lost / steps));
        }
    }
}
