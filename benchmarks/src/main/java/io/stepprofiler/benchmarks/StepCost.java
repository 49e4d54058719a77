package io.stepprofiler.benchmarks;

import io.stepprofiler.Profile;
import io.stepprofiler.schedule.ProfilerAction;
import java.util.Arrays;
import java.util.Locale;

/**
 * Cost of a step that records nothing, as the least of many short batches: it tells little figures apart on a machine on
 * which other things run, which averages do not.
 */
public final class StepCost {
    private static final int WARMUP = 2_000_000;
    private static final int BATCHES = 4_000;
    private static final int STEPS = 2_000;

    private StepCost() {}

    /**
     * Prints the least and the median batch, and beside them that of as many readings of the clock.
     *
     * @param arguments ignored
     */
    public static void main(String[] arguments) {
        try (Profile profile =
                Profile.builder().schedule(step -> ProfilerAction.NONE).start()) {
            for (int i = 0; i < WARMUP; i++) {
                profile.step();
            }
            print("step() under NONE", profile::step);
        }
        print("System.nanoTime()", System::nanoTime);
    }

    private static void print(String what, Runnable once) {
        double[] nanos = new double[BATCHES];
        for (int batch = 0; batch < BATCHES; batch++) {
            long start = System.nanoTime();
            for (int i = 0; i < STEPS; i++) {
                once.run();
            }
            nanos[batch] = (System.nanoTime() - start) / (double) STEPS;
        }
        Arrays.sort(nanos);
        System.out.printf(Locale.ROOT, "%s: %.1f ns at least, median %.1f ns%n", what, nanos[0], nanos[BATCHES / 2]);
    }
}
