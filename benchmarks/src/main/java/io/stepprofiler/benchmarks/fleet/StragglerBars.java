package io.stepprofiler.benchmarks.fleet;

import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.TiledSteps;
import io.stepprofiler.fleet.comparison.Episode;
import io.stepprofiler.fleet.comparison.FleetComparison;
import io.stepprofiler.fleet.comparison.Straggler;
import io.stepprofiler.fleet.ranks.PlaceLevel;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Prints, as Markdown tables, how often the comparison of ranks finds something in healthy fleets, and how often it
 * finds a slow rank or host, or a rank that is slow for a time. Ranks of healthy fleets differ all the time, within 2 %, and in each of four windows by
 * noise of 1 % with several distributions.
 *
 * <p>The arguments are the number of fleets and the seed: {@code java -cp benchmarks/target/benchmarks.jar
 * io.stepprofiler.benchmarks.fleet.StragglerBars 200 1}. With 200 fleets it takes some minutes.
 */
public final class StragglerBars {
    private static final long STEP_NANOS = 100_000_000;
    private static final long COLLECTIVE_NANOS = 10_000_000;
    private static final int RANKS_OF_HOST = 8;
    private static final int WINDOWS = 4;
    private static final double WINDOW_NOISE = 0.01;

    /** Noise of about the same scale, with tails of different weight. */
    private enum Noise {
        NORMAL(SplittableRandom::nextGaussian),
        LOG_NORMAL(random -> (Math.exp(0.5 * random.nextGaussian()) - 1) / 0.5),
        T5(random -> t(random, 5)),
        T3(random -> t(random, 3));

        @SuppressWarnings("ImmutableEnumChecker") // Functions without state.
        private final ToDoubleFunction<SplittableRandom> next;

        Noise(ToDoubleFunction<SplittableRandom> next) {
            this.next = next;
        }

        private static double t(SplittableRandom random, int degrees) {
            double squares = 0;
            for (int i = 0; i < degrees; i++) {
                double value = random.nextGaussian();
                squares += value * value;
            }
            return random.nextGaussian() / Math.sqrt(squares / degrees);
        }
    }

    /**
     * Fleets of one kind.
     *
     * @param ranks number of ranks
     * @param steps number of steps
     * @param lasting largest difference of healthy ranks from the mean, all the time
     * @param windowNoise scale of the noise that lasts for a window
     * @param stepNoise deviation of the normal noise of each step
     * @param slowRanks number of slow ranks, which are neighbours
     * @param slow part by which they are slower
     * @param from their first slow step
     * @param to the step after their last slow one
     */
    private record Kind(
            int ranks,
            int steps,
            double lasting,
            double windowNoise,
            double stepNoise,
            Noise noise,
            int slowRanks,
            double slow,
            int from,
            int to) {
        Kind(
                int ranks,
                int steps,
                double lasting,
                double windowNoise,
                double stepNoise,
                Noise noise,
                int slowRanks,
                double slow) {
            this(ranks, steps, lasting, windowNoise, stepNoise, noise, slowRanks, slow, 0, steps);
        }

        FleetComparison simulate(SplittableRandom random, int first) {
            TiledSteps fleet = new TiledSteps(
                    IntStream.range(0, ranks)
                            .mapToObj(rank -> new RankPlace(rank, "h" + rank / RANKS_OF_HOST))
                            .toList(),
                    IntStream.range(0, steps).asLongStream().toArray());
            long[][] own = new long[ranks][steps];
            long[] longest = new long[steps];
            for (int rank = 0; rank < ranks; rank++) {
                boolean isSlow = rank >= first && rank < first + slowRanks;
                double usual = 1 + (isSlow ? 0 : lasting * (2 * random.nextDouble() - 1));
                double window = 0;
                for (int step = 0; step < steps; step++) {
                    if (step % (steps / WINDOWS) == 0) {
                        window = windowNoise == 0 ? 0 : windowNoise * noise.next.applyAsDouble(random);
                    }
                    double time = usual
                            + (isSlow && step >= from && step < to ? slow : 0)
                            + window
                            + stepNoise * random.nextGaussian();
                    own[rank][step] = Math.round(Math.max(0, time) * STEP_NANOS);
                    longest[step] = Math.max(longest[step], own[rank][step]);
                }
            }
            for (int rank = 0; rank < ranks; rank++) {
                for (int step = 0; step < steps; step++) {
                    fleet.set(rank, step, longest[step] + COLLECTIVE_NANOS, own[rank][step]);
                }
            }
            return FleetComparison.of(fleet, ranks);
        }
    }

    private final int count;
    private final long seed;

    private StragglerBars(int count, long seed) {
        this.count = count;
        this.seed = seed;
    }

    /** Simulates the fleets, and prints the tables. */
    public static void main(String[] arguments) {
        StragglerBars bars = new StragglerBars(Integer.parseInt(arguments[0]), Long.parseLong(arguments[1]));
        bars.printHealthy();
        bars.printSlow();
        bars.printLate();
    }

    private static Stream<Episode> episodes(FleetComparison fleet) {
        return fleet.episodes().stream().filter(Episode::isFinding);
    }

    private List<FleetComparison> simulate(Kind kind, int first) {
        SplittableRandom random = new SplittableRandom(seed);
        SplittableRandom[] each =
                IntStream.range(0, count).mapToObj(fleet -> random.split()).toArray(SplittableRandom[]::new);
        return IntStream.range(0, count)
                .parallel()
                .mapToObj(fleet -> kind.simulate(each[fleet], first))
                .toList();
    }

    private void printHealthy() {
        System.out.println("| healthy ranks | noise of windows | fleets with a warning | false stragglers a fleet |");
        System.out.println("|---:|---|---:|---:|");
        for (int ranks : new int[] {8, 64, 1000, 10_000}) {
            for (Noise noise : Noise.values()) {
                List<FleetComparison> fleets =
                        simulate(new Kind(ranks, 40, 0.02, WINDOW_NOISE, 0.005, noise, 0, 0), -1);
                System.out.printf(
                        Locale.ROOT,
                        "| %d | %s | %.1f %% | %.3f |%n",
                        ranks,
                        noise,
                        percent(fleets.stream()
                                .filter(fleet -> fleet.verdict().severity().equals(Optional.of(Severity.WARNING)))
                                .count()),
                        fleets.stream()
                                .mapToLong(fleet -> fleet.stragglers().size()
                                        + episodes(fleet).count())
                                .average()
                                .orElse(0));
            }
        }
    }

    private void printSlow() {
        System.out.println();
        System.out.println("| slow of 1,000 ranks | lasting differences | found | first | others a fleet |");
        System.out.println("|---|---:|---:|---:|---:|");
        for (double lasting : new double[] {0, 0.02}) {
            for (double slow : new double[] {0.01, 0.05, 0.1}) {
                printSlow("rank", new Kind(1000, 200, lasting, 0, 0.02, Noise.NORMAL, 1, slow), PlaceLevel.RANK, "400");
            }
            Kind host = new Kind(1000, 200, lasting, 0, 0.02, Noise.NORMAL, RANKS_OF_HOST, 0.05);
            printSlow("host", host, PlaceLevel.HOST, "h50");
        }
    }

    private void printLate() {
        System.out.println();
        System.out.println("| rank 20 of 64, slow in steps | found, first step within 5 | others a fleet |");
        System.out.println("|---|---:|---:|");
        printLate(new Kind(64, 1000, 0.02, 0, 0.02, Noise.NORMAL, 1, 0.3, 600, 1000));
        printLate(new Kind(64, 1000, 0.02, 0, 0.02, Noise.NORMAL, 1, 0.5, 600, 710));
    }

    private void printLate(Kind kind) {
        Predicate<Episode> isIt =
                each -> each.ranks().equals(List.of(20)) && Math.abs(each.firstStep() - kind.from) <= 5;
        List<FleetComparison> fleets = simulate(kind, 20);
        System.out.printf(
                Locale.ROOT,
                "| %d to %d, %+.0f %% | %.1f %% | %.3f |%n",
                kind.from,
                kind.to - 1,
                100 * kind.slow,
                percent(fleets.stream()
                        .filter(fleet -> episodes(fleet).anyMatch(isIt))
                        .count()),
                fleets.stream()
                                .mapToLong(fleet -> fleet.stragglers().size()
                                        + episodes(fleet).filter(isIt.negate()).count())
                                .sum()
                        / (double) count);
    }

    private void printSlow(String place, Kind kind, PlaceLevel level, String name) {
        List<FleetComparison> fleets = simulate(kind, 400);
        System.out.printf(
                Locale.ROOT,
                "| %s %+.0f %% | %.0f %% | %.1f %% | %.1f %% | %.3f |%n",
                place,
                100 * kind.slow,
                100 * kind.lasting,
                percent(fleets.stream()
                        .filter(fleet -> fleet.stragglers().stream().anyMatch(each -> is(each, level, name)))
                        .count()),
                percent(fleets.stream()
                        .filter(fleet -> fleet.stragglers().stream().limit(1).anyMatch(each -> is(each, level, name)))
                        .count()),
                fleets.stream()
                                .flatMap(fleet -> fleet.stragglers().stream())
                                .filter(each ->
                                        !is(each, level, name) && !each.partOf().equals(name))
                                .count()
                        / (double) count);
    }

    private static boolean is(Straggler straggler, PlaceLevel level, String name) {
        return straggler.level() == level && straggler.name().equals(name);
    }

    private double percent(long fleets) {
        return 100.0 * fleets / count;
    }
}
