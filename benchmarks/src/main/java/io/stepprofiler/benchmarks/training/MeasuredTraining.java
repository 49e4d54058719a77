package io.stepprofiler.benchmarks.training;

import io.stepprofiler.Profile;
import io.stepprofiler.jvm.FlightRecorderSource;
import java.util.Arrays;

/**
 * One process of {@link ProcessPairs}: trains, and prints how long its steps took after warm-up.
 *
 * <p>Arguments: the network; steps to warm up; steps to measure; {@code flight_recorder} for one window of it around
 * the measured steps.
 */
public final class MeasuredTraining {
    private MeasuredTraining() {}

    /** Trains and prints the 10th percentile and the median of the measured steps in nanoseconds. */
    public static void main(String[] arguments) throws Exception {
        long[] nanos = new long[Integer.parseInt(arguments[2])];
        try (DjlTraining training = new DjlTraining(DjlTraining.Network.valueOf(arguments[0]))) {
            for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
                training.step();
            }
            AutoCloseable recording = arguments.length > 3
                    ? Profile.builder().source(FlightRecorderSource.create()).start()
                    : () -> {};
            try (recording) {
                // What a window's begin leaves behind is not what it costs while it is open.
                training.step();
                for (int i = 0; i < nanos.length; i++) {
                    long start = System.nanoTime();
                    training.step();
                    nanos[i] = System.nanoTime() - start;
                }
            }
        }
        Arrays.sort(nanos);
        System.out.println(ProcessPairs.RESULT + nanos[nanos.length / 10] + " " + nanos[nanos.length / 2]);
    }
}
