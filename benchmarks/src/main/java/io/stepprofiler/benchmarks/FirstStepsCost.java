package io.stepprofiler.benchmarks;

import io.stepprofiler.Defaults;
import io.stepprofiler.Profile;
import io.stepprofiler.event.CaptureOptions;
import io.stepprofiler.jvm.EventGroup;
import io.stepprofiler.jvm.FlightRecorderSource;
import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySource;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;

/**
 * Measures what knowing of the first steps costs: {@code step()} while steps are phases of the start and later, and
 * loading classes while each is an event of the flight recorder and while none is, in turn.
 *
 * <pre>java -cp benchmarks/target/benchmarks.jar io.stepprofiler.benchmarks.FirstStepsCost</pre>
 */
public final class FirstStepsCost {
    private static final int CLASSES = 500;
    private static final int WARMUP = 10;
    private static final int PAIRS = 40;

    private FirstStepsCost() {}

    /** Runs the measurement; takes less than a minute; no arguments. */
    public static void main(String[] arguments) throws IOException, ClassNotFoundException {
        System.out.printf("JDK %s%n", Runtime.version());
        steps();
        byte[] bytes;
        try (InputStream in = Objects.requireNonNull(
                FirstStepsCost.class.getResourceAsStream("FirstStepsCost$Loaded.class"), "Loaded")) {
            bytes = in.readAllBytes();
        }
        ActivitySource with =
                FlightRecorderSource.builder().only(EventGroup.CLASS_LOADING).build();
        ActivitySource without = FlightRecorderSource.builder()
                .only(EventGroup.GARBAGE_COLLECTION)
                .build();
        with.prepare();
        double[] ratios = new double[PAIRS];
        double[] micros = new double[PAIRS];
        for (int i = -WARMUP; i < PAIRS; i++) {
            // In turn, and either of them first as often.
            double first = microsPerClass(i % 2 == 0 ? with : without, bytes);
            double second = microsPerClass(i % 2 == 0 ? without : with, bytes);
            ratios[Math.max(i, 0)] = i % 2 == 0 ? first / second : second / first;
            micros[Math.max(i, 0)] = i % 2 == 0 ? second : first;
        }
        System.out.printf(
                Locale.ROOT,
                "a class: %.1f µs; with an event of the flight recorder %.3f times that (quartiles %.3f and %.3f)%n",
                quantile(micros, 0.5),
                quantile(ratios, 0.5),
                quantile(ratios, 0.25),
                quantile(ratios, 0.75));
    }

    private static void steps() {
        double[] micros = new double[Defaults.FIRST_STEPS + 1000];
        Profile profile =
                Profile.builder().schedule(step -> ProfilerAction.NONE).start();
        try (profile) {
            for (int i = 0; i < micros.length; i++) {
                long begin = System.nanoTime();
                profile.step();
                micros[i] = (System.nanoTime() - begin) / 1e3;
            }
        }
        System.out.printf(
                Locale.ROOT,
                "step(): the first %.0f µs, those up to the tenth %.0f µs, later ones %.2f µs%n",
                micros[0],
                quantile(Arrays.copyOfRange(micros, 1, Defaults.FIRST_STEPS), 0.5),
                quantile(Arrays.copyOfRange(micros, Defaults.FIRST_STEPS, micros.length), 0.5));
    }

    private static double microsPerClass(ActivitySource source, byte[] bytes) throws ClassNotFoundException {
        ActivityRecording recording = source.start(CaptureOptions.NONE);
        long begin = System.nanoTime();
        for (int i = 0; i < CLASSES; i++) {
            Class.forName(Loaded.class.getName(), false, new DefiningLoader(bytes));
        }
        double micros = (System.nanoTime() - begin) / 1e3 / CLASSES;
        recording.stop();
        return micros;
    }

    private static double quantile(double[] values, double share) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) (share * (sorted.length - 1))];
    }

    /** To be loaded over and over. */
    private static final class Loaded {}

    private static final class DefiningLoader extends ClassLoader {
        private final byte[] bytes;

        DefiningLoader(byte[] bytes) {
            super(FirstStepsCost.class.getClassLoader());
            this.bytes = bytes;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.equals(Loaded.class.getName())
                    ? defineClass(name, bytes, 0, bytes.length)
                    : super.loadClass(name, resolve);
        }
    }
}
