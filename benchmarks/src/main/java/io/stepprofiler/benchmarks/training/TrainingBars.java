package io.stepprofiler.benchmarks.training;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Prints, as a Markdown table, the cost that recording adds to a training step, for docs/PERFORMANCE.md.
 *
 * <p>The arguments choose rows and models by their names; by default all. {@code pairs=N} and {@code steps=N} set the
 * number of pairs and of steps per block.
 */
public final class TrainingBars {
    private static final int WARM_UP_STEPS = 1500;
    private static final double NANOS_A_MICRO = 1000;

    private TrainingBars() {}

    /** Measures, and prints the table. */
    public static void main(String[] arguments) throws Exception {
        int pairs = number(arguments, "pairs", 150);
        int steps = number(arguments, "steps", 20);
        List<String> names =
                Arrays.stream(arguments).filter(each -> !each.contains("=")).toList();
        List<Addition> chosen = chosen(Addition.values(), names);
        System.out.println("| model | added | a step without | more | 95 % confidence | | bar |");
        System.out.println("|---|---|---|---|---|---|---|");
        for (DjlTraining.Network network : chosen(DjlTraining.Network.values(), names)) {
            try (DjlTraining training = new DjlTraining(network)) {
                for (int i = 0; i < WARM_UP_STEPS; i++) {
                    training.step();
                }
                for (Addition addition : chosen) {
                    warmUp(training, addition);
                    print(
                            network,
                            addition,
                            new PairedBlocks(pairs, steps, 1)
                                    .measure(training::step, addition.base(), addition.addition()));
                }
            }
        }
    }

    /** Runs some pairs, so that code which runs only with the addition is compiled before the first block. */
    private static void warmUp(DjlTraining training, Addition addition) throws Exception {
        new PairedBlocks(16, 20, 1).measure(training::step, addition.base(), addition.addition());
    }

    private static void print(DjlTraining.Network network, Addition addition, PairedBlocks.Result result) {
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %.1f µs | %+.2f %% | %+.2f to %+.2f %% | %+.2f µs | %s |%n",
                network,
                addition.what(),
                result.without() / NANOS_A_MICRO,
                result.percent(),
                result.percent(result.low()),
                result.percent(result.high()),
                result.added() / NANOS_A_MICRO,
                addition.bar());
    }

    /** Returns the named constants, or all if none is named. */
    private static <E extends Enum<E>> List<E> chosen(E[] all, List<String> names) {
        List<E> named = Arrays.stream(all)
                .filter(each -> names.contains(each.name().toLowerCase(Locale.ROOT)))
                .toList();
        return named.isEmpty() ? List.of(all) : named;
    }

    private static int number(String[] arguments, String name, int fallback) {
        return Arrays.stream(arguments)
                .filter(each -> each.startsWith(name + "="))
                .map(each -> Integer.parseInt(each.substring(name.length() + 1)))
                .findFirst()
                .orElse(fallback);
    }
}
